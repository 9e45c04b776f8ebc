import { OFFERED } from './install-offer.ts'
import type { InstallEvent } from './install-offer.ts'

/** The browser may offer installation before any module runs: this stores the offer for the install card (install-offer.ts). */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (offer) => {
    offer.preventDefault()
    window.installOffer = offer as InstallEvent
    dispatchEvent(new Event(OFFERED))
  })
}

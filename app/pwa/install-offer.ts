/** The event of browsers that can install a page; TypeScript's DOM types do not have it yet. */
export type InstallEvent = Event & { prompt(): Promise<void>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> }

declare global {
  interface Window {
    /** Stored here by the page’s first script (app/start/first-script.ts): the offer may come before any other code has loaded. */
    installOffer?: InstallEvent
  }
}

export const INSTALL_AFTER_MS = 5000
export const OFFERED = 'install-offered'
/** A flag of the device, not of the user: it stays after sign-out (docs/rules.md#sign-out). */
const FLAG = 'shringar-device-install'

/** Calls `offered` once, now or when the browser offers installation. Returns a function that stops listening. */
export function onInstallOffer(offered: () => void): () => void {
  if (window.installOffer) {
    offered()
    return () => undefined
  }
  window.addEventListener(OFFERED, offered, { once: true })
  return () => window.removeEventListener(OFFERED, offered)
}

export function installAnswered(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null
  } catch {
    return true // without storage the card would come back on every page
  }
}

export function rememberInstallAnswer(answer: 'accepted' | 'dismissed'): void {
  try {
    localStorage.setItem(FLAG, answer)
  } catch {
    // storage is full: the card is hidden at least for this visit
  }
}

/** Opened from the home screen: there is nothing left to install. */
export function runsInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
}

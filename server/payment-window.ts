/** Whether pages may open Razorpay's payment window now: as the settings say, followed while the shop runs. */
import type { Config } from './config.ts'
import type { PaymentWindowHosts } from './security-headers.ts'

export type PaymentWindow = {
  /** Null while no online payment is offered. */
  hosts(): PaymentWindowHosts | null
  /** Reads the settings again. True: it is different now, and pages made before are too. */
  refresh(): Promise<boolean>
}

/** Hosts by the configured addresses; the real window reports to others of Razorpay's own. */
export function hostsOf({ url, checkoutUrl }: Config['razorpay']): PaymentWindowHosts {
  const [api, script] = [new URL(url), new URL(checkoutUrl)]
  const family = [api, script].some(({ hostname }) => hostname.endsWith('.razorpay.com')) ? ['https://*.razorpay.com'] : []
  return { scripts: [script.origin], others: [...new Set([api.origin, script.origin, ...family])] }
}

/** @param readEnabled `settings.razorpay_enabled`, as every visitor reads it */
export function followPaymentWindow(razorpay: Config['razorpay'], readEnabled: () => Promise<boolean>): PaymentWindow {
  const hosts = hostsOf(razorpay)
  let enabled = false
  return {
    hosts: () => (enabled ? hosts : null),
    async refresh() {
      const before = enabled
      enabled = await readEnabled()
      return enabled !== before
    },
  }
}

/** PasswordPrompt the shop's own REST interface, in this process. */
export function readEnabledFrom(fetchInProcess: typeof fetch, publishableKey: string, origin: string): () => Promise<boolean> {
  return async () => {
    const answer = await fetchInProcess(`${origin}/rest/v1/settings?select=razorpay_enabled`, { headers: { apikey: publishableKey } })
    if (!answer.ok) throw new Error(`the settings were answered with ${answer.status}`)
    const [row] = (await answer.json()) as { razorpay_enabled?: boolean }[]
    return row?.razorpay_enabled === true
  }
}

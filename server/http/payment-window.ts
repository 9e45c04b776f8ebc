/** Whether pages may open Razorpay's payment window, according to the current settings. */
import type { Config } from '../config.ts'
import type { PaymentWindowHosts } from './security-headers.ts'

export type PaymentWindow = {
  /** Null while online payment is disabled. */
  hosts(): PaymentWindowHosts | null
  /** Reloads the setting. True if it changed: cached pages then have outdated headers. */
  refresh(): Promise<boolean>
}

/** The hosts of the configured URLs; the real payment window also connects to other Razorpay hosts. */
export function hostsOf({ url, checkoutUrl }: Config['razorpay']): PaymentWindowHosts {
  const [api, script] = [new URL(url), new URL(checkoutUrl)]
  const family = [api, script].some(({ hostname }) => hostname.endsWith('.razorpay.com')) ? ['https://*.razorpay.com'] : []
  return { scripts: [script.origin], others: [...new Set([api.origin, script.origin, ...family])] }
}

/** @param readEnabled reads `settings.razorpay_enabled` as a visitor */
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

/** Reads from the shop's own REST API, in this process. */
export function readEnabledFrom(fetchInProcess: typeof fetch, publishableKey: string, origin: string): () => Promise<boolean> {
  return async () => {
    const answer = await fetchInProcess(`${origin}/rest/v1/settings?select=razorpay_enabled`, { headers: { apikey: publishableKey } })
    if (!answer.ok) throw new Error(`Failed to read the settings: ${answer.status}`)
    const [row] = (await answer.json()) as { razorpay_enabled?: boolean }[]
    return row?.razorpay_enabled === true
  }
}

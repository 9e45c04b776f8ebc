/** Security headers of all pages. */

/** The hosts of a payment window: of its script, and of its frames and requests. */
export type PaymentWindowHosts = { scripts: string[]; others: string[] }

/**
 * @param payment allows the payment window on every page while online payment is enabled: client-side navigation to the checkout
 *   keeps the headers of the first page
 * @param inlineScripts the hashes of the page's own inline scripts
 */
export function securityHeadersWith(payment: PaymentWindowHosts | null, inlineScripts: readonly string[] = []): Record<string, string> {
  const scripts = [...inlineScripts, ...(payment?.scripts ?? [])].map((source) => ` ${source}`).join('')
  const others = payment ? ` ${payment.others.join(' ')}` : ''
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // The trade list scans labels with the camera.
    'permissions-policy': `camera=(self), microphone=(), geolocation=(), payment=${payment ? `(self ${payment.scripts.map((host) => `"${host}"`).join(' ')})` : '()'}`,
    // A bank's page opens in a separate window and reports back to the payment window that opened it.
    'cross-origin-opener-policy': payment ? 'same-origin-allow-popups' : 'same-origin',
    // Inline scripts are allowed by hash, which works for cached pages, while a nonce would not. No injected script runs, nothing
    // loads from other origins but the payment window, nothing frames the shop, no plugins, no external form targets.
    // connect-src 'self' includes WebSockets of this origin (CSP 3).
    'content-security-policy': `default-src 'self'; script-src 'self'${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; font-src 'self' data:; connect-src 'self'${others};${payment ? ` frame-src 'self'${others};` : ''} object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'`,
  }
}

export const securityHeaders: Record<string, string> = securityHeadersWith(null)

/** For all responses of a shop with an https URL: browsers use only https for a year (HSTS). */
export function transportHeaders(siteUrl: string): Record<string, string> {
  return siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}
}

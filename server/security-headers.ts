/** Headers of every page. */

/** Where a payment window comes from: its script, and what it shows and asks. */
export type PaymentWindowHosts = { scripts: string[]; others: string[] }

/**
 * `inlineScripts` are the hashes of the page's own. While a payment provider is offered its window may be opened, from any page: the browser keeps the headers of the page it
 * began with when it goes on to the checkout by itself.
 */
export function securityHeadersWith(payment: PaymentWindowHosts | null, inlineScripts: readonly string[] = []): Record<string, string> {
  const scripts = [...inlineScripts, ...(payment?.scripts ?? [])].map((source) => ` ${source}`).join('')
  const others = payment ? ` ${payment.others.join(' ')}` : ''
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=${payment ? `(self ${payment.scripts.map((host) => `"${host}"`).join(' ')})` : '()'}`,
    // A bank's page opens in a window of its own and tells the payment window that opened it when it is done.
    'cross-origin-opener-policy': payment ? 'same-origin-allow-popups' : 'same-origin',
    // Scripts: the page's own inline ones by their hashes, which a cached page can carry and a nonce cannot be. Nothing else that
    // is written into a page runs, nothing from another origin but a payment window, nothing frames the shop, no plugin, no
    // foreign form target. connect-src: 'self' is the WebSocket of this origin too (CSP 3).
    'content-security-policy': `default-src 'self'; script-src 'self'${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; font-src 'self' data:; connect-src 'self'${others};${payment ? ` frame-src 'self'${others};` : ''} object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'`,
  }
}

export const securityHeaders: Record<string, string> = securityHeadersWith(null)

/** For every answer of a shop whose address is https: browsers ask by https alone for a year, whatever a link says. */
export function transportHeaders(siteUrl: string): Record<string, string> {
  return siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}
}

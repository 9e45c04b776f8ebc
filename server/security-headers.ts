/** Headers of every page. */
export const securityHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  // Scripts: React Router writes its start-up data as inline scripts, so 'unsafe-inline' stays until pages carry nonces,
  // which a cached page cannot. Nothing from another origin runs, nothing frames the shop, no plugin, no foreign form target.
  // connect-src: 'self' is the WebSocket of this origin too (CSP 3).
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
}

/** The result of a confirmation link for a change of address: half done, or done. */
export type LinkNews = 'half-way' | 'changed'

/**
 * Reads the fragment of the URL. The client removes tokens from it; the half-way message stays until the page removes it, and must not
 * be read again after a reload.
 */
export function readLinkNews(hash: string): LinkNews | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  if (fragment.get('type') === 'email_change') return 'changed'
  return /Confirmation link accepted/.test(fragment.get('message') ?? '') ? 'half-way' : null
}

/** What a confirmation link of a change of address said when it led here: half of it is done, or all of it. */
export type LinkNews = 'half-way' | 'changed'

/**
 * Reads the fragment of the address. Tokens in it are the client's to take away; the half-way message stays until the
 * page removes it, and must not be read again after a reload.
 */
export function readLinkNews(hash: string): LinkNews | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  if (fragment.get('type') === 'email_change') return 'changed'
  return /Confirmation link accepted/.test(fragment.get('message') ?? '') ? 'half-way' : null
}

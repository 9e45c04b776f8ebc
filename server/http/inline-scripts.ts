/** Hashes of a page's inline scripts, for its Content-Security-Policy. */
import { createHash } from 'node:crypto'

/** Structured data is not a script: browsers never run it, and the policy does not apply to it. */
const DATA = 'application/ld+json'

/** `'sha256-…'` of each distinct inline script of a complete page. Pages escape `<` in texts and attributes. */
export function inlineScriptHashes(page: Buffer): string[] {
  const hashes = new Set<string>()
  let at = page.indexOf('<script')
  while (at >= 0) {
    const content = page.indexOf('>', at) + 1
    const end = page.indexOf('</script', content)
    if (content === 0 || end < 0) break
    const attributes = page.toString('latin1', at + '<script'.length, content - 1)
    if (!attributes.includes(' src=') && !attributes.includes(DATA)) {
      hashes.add(`'sha256-${createHash('sha256').update(page.subarray(content, end)).digest('base64')}'`)
    }
    at = page.indexOf('<script', end)
  }
  return [...hashes]
}

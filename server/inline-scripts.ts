/** The inline scripts of a page, as a Content-Security-Policy names them: by the hash of their text. */
import { createHash } from 'node:crypto'

/** Structured data is no script: browsers never run it, and policies do not ask about it. */
const DATA = 'application/ld+json'

/** `'sha256-…'` of each inline script of a whole page, each once. Pages write `<` in texts and attributes as an entity. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  let at = html.indexOf('<script')
  while (at >= 0) {
    const content = html.indexOf('>', at) + 1
    const end = html.indexOf('</script', content)
    if (content === 0 || end < 0) break
    const attributes = html.slice(at + '<script'.length, content - 1)
    if (!attributes.includes(' src=') && !attributes.includes(DATA)) {
      hashes.add(`'sha256-${createHash('sha256').update(html.slice(content, end)).digest('base64')}'`)
    }
    at = html.indexOf('<script', end)
  }
  return [...hashes]
}

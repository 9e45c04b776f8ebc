const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text for an element or an attribute. Characters that XML 1.0 does not allow, even escaped, are dropped; line breaks become spaces. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .trim()
    .replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '')
}

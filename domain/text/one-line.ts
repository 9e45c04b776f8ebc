/** Text as one line: no control characters or line breaks, which must not reach a label, a mail header or an invoice. '' for what is no text. */
export function oneLine(value: unknown): string {
  return typeof value === 'string'
    ? value
        .toWellFormed() // PostgreSQL stores no half of a surrogate pair
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
    : ''
}

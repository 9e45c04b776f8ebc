/** Text as one line without control characters or line breaks, which must not reach a label, a mail header or an invoice. '' when it is no string. */
export function oneLine(value: unknown): string {
  return typeof value === 'string'
    ? value
        .toWellFormed() // PostgreSQL cannot store half of a surrogate pair
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
    : ''
}

/**
 * Normalises a cell: single plain spaces, none at the ends, composed accents. A no-break space that was once read as Latin-1
 * leaves a `Â` behind (the list has twenty of them), which is removed too.
 */
export function tidyText(text: string): string {
  return text
    .replace(/Â(?=[\u00a0-\u00bf])/gu, '')
    .replace(/Â(?=\s|$)/gu, '')
    .normalize('NFC')
    .replace(/[\s\u00a0\u200b\ufeff\p{Cc}]+/gu, ' ')
    .trim()
}

/** The form in which words of rows are compared: without case, but with accents. */
export const comparable = (text: string): string => tidyText(text).toLowerCase()

/** A long text: normalised line by line, with its lines, and at most one empty line in a row. */
export function tidyLines(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .split('\n')
    .map(tidyText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** An export writes an apostrophe before text that a spreadsheet would run as a formula (app/data/admin/csv.ts); an import removes it. */
export const withoutGuard = (cell: string): string => (/^'\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

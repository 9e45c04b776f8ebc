/**
 * A cell as people would have typed it: one kind of space, none at the ends, composed accents. A no-break space that was
 * once read as Latin-1 left a `Â` behind (the list has twenty of them); it goes with it.
 */
export function tidyText(text: string): string {
  return text
    .replace(/Â(?=[\u00a0-\u00bf])/gu, '')
    .replace(/Â(?=\s|$)/gu, '')
    .normalize('NFC')
    .replace(/[\s\u00a0\u200b\ufeff\p{Cc}]+/gu, ' ')
    .trim()
}

/** What counts as the same word when rows are compared: case does not, accents do. */
export const comparable = (text: string): string => tidyText(text).toLowerCase()

/** A long text: tidied line by line, its lines kept, no more than one of them empty in a row. */
export function tidyLines(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .split('\n')
    .map(tidyText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** An export writes an apostrophe before what a spreadsheet would run (app/data/admin/csv.ts); read back it goes again. */
export const withoutGuard = (cell: string): string => (/^'\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

/** The possible column separators of a line; the first one that it contains is used. */
export const SEPARATORS = ['\t', ';', ','] as const
export type Separator = (typeof SEPARATORS)[number]

export function separatorOf(line: string): Separator | null {
  return SEPARATORS.find((separator) => line.includes(separator)) ?? null
}

/**
 * The cells of one line, trimmed. A cell that begins with a quotation mark ends at the next one, and a doubled mark inside it stands for one mark (as
 * spreadsheets write it). A mark anywhere else means inches.
 */
export function splitCells(line: string, separator: Separator): string[] {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest)
    const after = quoted ? rest.slice(quoted[0].length) : rest
    if (quoted && (after === '' || after.startsWith(separator))) {
      cells.push((quoted[1] ?? '').replaceAll('""', '"').trim())
      if (after === '') return cells
      rest = after.slice(1)
      continue
    }
    const end = rest.indexOf(separator)
    cells.push((end < 0 ? rest : rest.slice(0, end)).trim())
    if (end < 0) return cells
    rest = rest.slice(end + 1)
  }
}

/** One line of the opening hours: 'Mon-Fri', '9:00', '18:00'; both times are null when closed. */
export type OpeningHours = { days: string; opens: string | null; closes: string | null }

/** The settings column, a list of lines, ready to be shown. Null when no line names a day; a line with only one time counts as closed. */
export function readOpeningHours(value: unknown): OpeningHours[] | null {
  if (!Array.isArray(value)) return null
  const lines = value.flatMap((line: unknown) =>
    isRecord(line) && typeof line.days === 'string' && line.days.trim() !== '' ? [readLine(line.days, line)] : [],
  )
  return lines.length === 0 ? null : lines
}

function readLine(days: string, { opens, closes }: Record<string, unknown>): OpeningHours {
  const open = typeof opens === 'string' && typeof closes === 'string'
  return { days: days.trim(), opens: open ? clock(opens) : null, closes: open ? clock(closes) : null }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** '09:00' → '9:00' */
function clock(time: string): string {
  return time.trim().replace(/^0(?=\d:)/, '')
}

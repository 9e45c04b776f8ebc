/** One line of the hours people read: 'Mon-Fri', '9:00', '18:00'; both times null when closed. */
export type OpeningHours = { days: string; opens: string | null; closes: string | null }

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/**
 * The settings column `{"mon": ["09:00", "18:00"], …, "sun": null}` as lines, neighbouring days with the same hours
 * together. Null where the value is no such object, or names no day.
 */
export function readOpeningHours(value: unknown): OpeningHours[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const days = value as Record<string, unknown>
  if (!WEEK.some((day) => day in days)) return null
  const lines: (OpeningHours & { first: string })[] = []
  for (const day of WEEK) {
    const [opens, closes] = readDay(days[day])
    const name = day.charAt(0).toUpperCase() + day.slice(1)
    const last = lines.at(-1)
    if (last && last.opens === opens && last.closes === closes) last.days = `${last.first}-${name}`
    else lines.push({ first: name, days: name, opens, closes })
  }
  return lines.map(({ days: named, opens, closes }) => ({ days: named, opens, closes }))
}

function readDay(value: unknown): [opens: string, closes: string] | [null, null] {
  const times: unknown[] = Array.isArray(value) ? value : []
  const [opens, closes] = times
  return typeof opens === 'string' && typeof closes === 'string' ? [clock(opens), clock(closes)] : [null, null]
}

/** '09:00' → '9:00' */
function clock(time: string): string {
  return time.replace(/^0(?=\d:)/, '')
}

import { redact, redactText } from '#domain/text/redact.ts'

export type ReportedEntry = { timestamp: string; level: string; source: string; message: string; data: unknown; error: unknown }

export const MOST_ENTRIES = 200

/** PostgreSQL stores neither NUL nor lone surrogates in JSON. */
const plain = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Truncate before redacting, because redacting costs time per character; to twice the length, because redacting shortens. */
export const textOf = (value: unknown, longest: number): string =>
  typeof value === 'string'
    ? plain(redactText(value.slice(0, longest * 2)))
        .slice(0, longest)
        .toWellFormed()
    : ''

/**
 * The entries of a received log, rebuilt from known fields and redacted again, because anyone can send one. Null unless it is a
 * list of 1 to 200 entries.
 */
export function readEntries(value: unknown): ReportedEntry[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_ENTRIES) return null
  const entries: ReportedEntry[] = []
  for (const one of value as unknown[]) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return null
    const { timestamp, level, source, message, data, error } = one as Record<string, unknown>
    if (typeof message !== 'string' || typeof level !== 'string' || !/^(debug|info|warn|error)$/.test(level)) return null
    entries.push({
      timestamp: typeof timestamp === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(timestamp) ? timestamp : '',
      level,
      source: textOf(source, 60),
      message: textOf(message, 2000),
      data: wellFormed(redact(data)),
      error: wellFormed(redact(error)),
    })
  }
  return entries
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return plain(value)
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [plain(key), wellFormed(one)]))
}

import * as v from 'valibot'
import { redact, redactText } from '#domain/text/redact.ts'
import { fieldsOf } from '../check-body.ts'

const MOST_ENTRIES = 200

/** PostgreSQL stores neither NUL nor lone surrogates in JSON. */
const plain = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Truncate before redacting, because redacting costs time per character; to twice the length, because redacting shortens. */
export const textOf = (value: unknown, longest: number): string =>
  typeof value === 'string'
    ? plain(redactText(value.slice(0, longest * 2)))
        .slice(0, longest)
        .toWellFormed()
    : ''

const ENTRY = v.pipe(
  fieldsOf({
    timestamp: v.fallback(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/)), ''),
    level: v.picklist(['debug', 'info', 'warn', 'error']),
    source: v.unknown(),
    message: v.string(),
    data: v.unknown(),
    error: v.unknown(),
  }),
  v.transform(({ source, message, data, error, ...entry }) => ({
    ...entry,
    source: textOf(source, 60),
    message: textOf(message, 2000),
    data: wellFormed(redact(data)),
    error: wellFormed(redact(error)),
  })),
)

/** The entries of a received log, rebuilt from known fields and redacted again, because anyone can send one. */
export const entries = v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(MOST_ENTRIES), v.array(ENTRY))

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return plain(value)
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [plain(key), wellFormed(one)]))
}

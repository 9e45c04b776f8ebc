/** Writes log entries as lines of JSON to stderr, with the id of the request that caused them. Callers log ids and names, never personal data or secrets. */
import { isUnavailable } from '#gateway/core/errors.ts'
import { requestId } from '#postgres/request-context.ts'

export type LogLevel = 'info' | 'warn' | 'error'
export type Log = (level: LogLevel, message: string, data?: unknown) => void

const rank: Record<LogLevel, number> = { info: 0, warn: 1, error: 2 }
/** Milliseconds in which an identical entry is written once; repetitions are counted and follow as one line. */
const WINDOW = 1000
/** Maximum distinct entries counted at once; beyond, all entries are written. */
const MOST_COUNTED = 500

type Entry = { level: LogLevel; message: string; data?: unknown }

function plainError(error: Error): Record<string, unknown> {
  return { name: error.name, message: error.message, code: (error as { code?: unknown }).code, stack: error.stack }
}

/** Reduces errors to name, message, code and stack, also as properties of `data`. */
function plain(data: unknown): unknown {
  if (data instanceof Error) return plainError(data)
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value instanceof Error ? plainError(value) : value]))
}

/** The error in `data` or its properties that means that the database is unavailable. */
function unavailableIn(data: unknown): { message: string } | undefined {
  const parts = typeof data === 'object' && data !== null && !(data instanceof Error) ? [data, ...Object.values(data)] : [data]
  return parts.find((part) => isUnavailable(part) || isUnavailableAnswer(part)) as { message: string } | undefined
}

/** The error of /rest/v1 for an unavailable database, which pages print. */
function isUnavailableAnswer(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'code' in part && part.code === 'PGRST000'
}

/** While the database is unavailable, all failures become one repeated entry without a stack. */
function entryOf(level: LogLevel, message: string, data: unknown): Entry & { key: string } {
  const lost = unavailableIn(data)
  if (lost) return { level: 'error', message: 'database: Failed to connect', data: { reason: lost.message }, key: 'database' }
  const shown = plain(data)
  const words = JSON.stringify(shown, (name, value: unknown) => (name === 'stack' ? undefined : value))
  return { level, message, ...(data === undefined ? {} : { data: shown }), key: `${level} ${message} ${words}` }
}

export function createLog(least: LogLevel, write: (line: string) => void = (line) => void process.stderr.write(line)): Log {
  const counts = new Map<string, number>()

  const print = (entry: Entry & { count?: number; request?: string | undefined }): void =>
    write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)

  function count(key: string, entry: Entry): void {
    counts.set(key, 0)
    setTimeout(() => {
      const repeated = counts.get(key) ?? 0
      counts.delete(key)
      if (repeated === 0) return
      print({ ...entry, count: repeated })
      count(key, entry)
    }, WINDOW).unref()
  }

  return (level, message, data) => {
    if (rank[level] < rank[least]) return
    const { key, ...entry } = entryOf(level, message, data)
    const repeated = counts.get(key)
    if (repeated !== undefined) return void counts.set(key, repeated + 1)
    print({ ...entry, request: requestId() })
    if (counts.size < MOST_COUNTED) count(key, entry)
  }
}

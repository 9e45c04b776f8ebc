/** One line of JSON a log entry on stderr. Callers pass ids and names, never personal values or secrets. */
import { isUnavailable } from '#gateway/core/errors.ts'

export type LogLevel = 'info' | 'warn' | 'error'
export type Log = (level: LogLevel, message: string, data?: unknown) => void

const rank: Record<LogLevel, number> = { info: 0, warn: 1, error: 2 }
/** Milliseconds in which the same entry is written once; the others are counted and follow as one line. */
const WINDOW = 1000
/** Entries that are counted at once; beyond, each one is written. */
const MOST_COUNTED = 500

type Entry = { level: LogLevel; message: string; data?: unknown }

function plainError(error: Error): Record<string, unknown> {
  return { name: error.name, message: error.message, code: (error as { code?: unknown }).code, stack: error.stack }
}

/** An error shows what it is and not what it carries, also as part of an entry. */
function plain(data: unknown): unknown {
  if (data instanceof Error) return plainError(data)
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value instanceof Error ? plainError(value) : value]))
}

/** The error that says that the database is away, wherever it stands in an entry. */
function unavailableIn(data: unknown): { message: string } | undefined {
  const parts = typeof data === 'object' && data !== null && !(data instanceof Error) ? [data, ...Object.values(data)] : [data]
  return parts.find((part) => isUnavailable(part) || isUnavailableAnswer(part)) as { message: string } | undefined
}

/** As /rest/v1 says it to the pages, which print what they were told. */
function isUnavailableAnswer(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'code' in part && part.code === 'PGRST000'
}

/** While the database is away every request fails in its own words: all of them are one entry, without a stack. */
function entryOf(level: LogLevel, message: string, data: unknown): Entry & { key: string } {
  const lost = unavailableIn(data)
  if (lost) return { level: 'error', message: 'the database cannot be reached', data: { reason: lost.message }, key: 'database' }
  const shown = plain(data)
  const words = JSON.stringify(shown, (name, value: unknown) => (name === 'stack' ? undefined : value))
  return { level, message, ...(data === undefined ? {} : { data: shown }), key: `${level} ${message} ${words}` }
}

export function createLog(least: LogLevel, write: (line: string) => void = (line) => void process.stderr.write(line)): Log {
  const counts = new Map<string, number>()

  const print = (entry: Entry & { count?: number }): void => write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)

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
    print(entry)
    if (counts.size < MOST_COUNTED) count(key, entry)
  }
}

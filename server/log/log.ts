/** Writes log entries as lines of JSON to stderr, with the id of the request that caused them. Callers log ids and names, never personal data or secrets. */
import { isUnavailable } from '#gateway/core/errors.ts'
import { requestId } from '#postgres/request-context.ts'
import { createLineBudget } from './line-budget.ts'

export type LogLevel = 'info' | 'warn' | 'error'
export type Log = (level: LogLevel, message: string, data?: unknown) => void

const rank: Record<LogLevel, number> = { info: 0, warn: 1, error: 2 }
/** Milliseconds in which an identical entry is written once; repetitions are counted and follow as one line. */
const WINDOW = 1000
/** Maximum distinct entries counted at once; beyond, entries are not compared. */
const MOST_COUNTED = 500
/** Lines per second, for each level by itself: visitors cause warnings, such as about pages that do not exist, and these must not hide errors. */
const MOST_LINES: Record<LogLevel, number> = { info: 30, warn: 10, error: 30 }
/** Characters of a text; a path that a visitor asks for may have 16,000. */
const MOST_TEXT = 1000
/** Of a stack: ten places with long paths. */
const MOST_STACK = 3000
/** Of all data of an entry as JSON; larger data is written as the beginning of that. */
const MOST_DATA = 8000

const cut = (text: string, most = MOST_TEXT): string => (text.length <= most ? text : `${text.slice(0, most)}…`)
const cutTexts = (name: string, value: unknown): unknown => (typeof value === 'string' ? cut(value, name === 'stack' ? MOST_STACK : MOST_TEXT) : value)

type Entry = { level: LogLevel; message: string; data?: unknown }

function plainError(error: Error): Record<string, unknown> {
  const { name, message, stack } = error
  // A stack begins with the message, and must not consist of it.
  return { name, message, code: (error as { code?: unknown }).code, stack: stack?.replace(message, () => cut(message)) }
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
  const words = JSON.stringify(shown, (name, value: unknown) => (name === 'stack' ? undefined : cutTexts(name, value))) as string | undefined
  const isLarge = words !== undefined && words.length > MOST_DATA
  const kept = data === undefined ? {} : { data: isLarge ? words.slice(0, MOST_DATA) : shown }
  return { level, message: cut(message), ...kept, key: `${level} ${cut(message)} ${words?.slice(0, MOST_DATA)}` }
}

export function createLog(least: LogLevel, write: (line: string) => void = (line) => void process.stderr.write(line)): Log {
  const counts = new Map<string, number>()

  const line = (entry: Entry & { count?: number; request?: string | undefined }): void =>
    write(`${JSON.stringify({ time: new Date().toISOString(), ...entry }, cutTexts)}\n`)
  const budgetOf = (level: LogLevel): (() => boolean) =>
    createLineBudget(MOST_LINES[level], (count) => line({ level, message: 'log: Lines left out', data: { count } }))
  const isRoom: Record<LogLevel, () => boolean> = { info: budgetOf('info'), warn: budgetOf('warn'), error: budgetOf('error') }

  function print(entry: Parameters<typeof line>[0]): boolean {
    if (!isRoom[entry.level]()) return false
    line(entry)
    return true
  }

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
    if (print({ ...entry, request: requestId() }) && counts.size < MOST_COUNTED) count(key, entry)
  }
}

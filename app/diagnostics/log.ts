import { redact, redactError, redactText } from '#domain/text/redact.ts'
import type { RedactedError } from '#domain/text/redact.ts'

export const LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LEVELS)[number]

/** One entry. Everything in it is redacted. */
export type LogEntry = { id: number; timestamp: string; level: LogLevel; source: string; message: string; data: unknown; error: RedactedError | null }

/** The most entries in the log (docs/rules.md#numbers-and-timings). */
export const KEPT = 1000

let entries: readonly LogEntry[] = []
let nextId = 1
let announced = false
const listeners = new Set<() => void>()

/** Many entries of one moment are announced once. */
function announce() {
  if (announced) return
  announced = true
  queueMicrotask(() => {
    announced = false
    for (const listener of listeners) listener()
  })
}

/** Adds an entry; beyond 1000 the oldest are dropped. Secrets are redacted: see `domain/text/redact.ts`. */
export function log(level: LogLevel, source: string, message: string, data?: unknown, error?: unknown): void {
  const entry: LogEntry = {
    id: nextId++,
    timestamp: new Date().toISOString(),
    level,
    source,
    message: redactText(message).slice(0, 2000),
    data: data === undefined ? null : redact(data),
    error: error === undefined || error === null ? null : redactError(error),
  }
  entries = [...entries, entry].slice(-KEPT)
  announce()
}

export function clearLog(): void {
  entries = []
  announce()
}

export const logStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Oldest first. */
  read: (): readonly LogEntry[] => entries,
}

/** Entries of this level or worse that contain the text, newest first. */
export function findEntries(all: readonly LogEntry[], least: LogLevel, text: string): LogEntry[] {
  const wanted = text.trim().toLowerCase()
  return all
    .filter((entry) => LEVELS.indexOf(entry.level) >= LEVELS.indexOf(least))
    .filter((entry) => wanted === '' || JSON.stringify(entry).toLowerCase().includes(wanted))
    .toReversed()
}

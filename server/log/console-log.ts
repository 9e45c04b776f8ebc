/** Redirects console.error and console.warn of pages and libraries to the log, which counts repeated entries. */
import type { Log } from './log.ts'

function entryOf(parts: readonly unknown[]): [message: string, data?: unknown] {
  const isWord = (part: unknown): boolean => typeof part === 'string' || typeof part === 'number'
  const words = parts.filter(isWord).join(' ')
  const rest = parts.filter((part) => !isWord(part) && part !== undefined && part !== null)
  const [first] = rest
  if (rest.length === 0) return [words]
  return [words || (first instanceof Error ? first.name : 'an error'), rest.length === 1 ? first : rest]
}

/** Returns a function that restores the console. */
export function logConsole(log: Log): () => void {
  const { error, warn } = console
  console.error = (...parts: unknown[]) => log('error', ...entryOf(parts))
  console.warn = (...parts: unknown[]) => log('warn', ...entryOf(parts))
  return () => void Object.assign(console, { error, warn })
}

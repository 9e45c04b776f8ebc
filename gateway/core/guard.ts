/**
 * Listeners and timers have no caller to hand an error to: what they throw is an uncaught exception. These two keep such an
 * error where it belongs, with the one thing that it broke (docs/decisions/0030-uncaught-exceptions.md).
 */
import type { Socket } from 'node:net'
import type { Client, PoolClient } from 'pg'

type ErrorLog = (entry: { level: 'error'; message: string; data?: unknown }) => void

/** The same function; what it throws is logged, and `onError` cleans up. */
export function guarded<Args extends unknown[]>(log: ErrorLog, what: string, work: (...args: Args) => void, onError?: () => void): (...args: Args) => void {
  return (...args) => {
    try {
      work(...args)
    } catch (error) {
      log({ level: 'error', message: `${what} failed`, data: error })
      onError?.()
    }
  }
}

type Reading = { connection: { stream: Socket } }

/**
 * pg reads answers, runs query callbacks and emits notices inside the 'data' event of its socket, so a row that is too long for
 * a string, or a callback that throws, is an uncaught exception there, and the parser stands in the middle of a message.
 * Instead the connection is destroyed: its queries fail with that error, and its pool opens another one.
 */
export function guardConnection(client: Client | PoolClient): void {
  const { stream } = (client as unknown as Reading).connection
  for (const listener of stream.listeners('data') as ((chunk: Buffer) => void)[]) {
    stream.off('data', listener)
    stream.on('data', (chunk: Buffer) => {
      try {
        listener(chunk)
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }
}

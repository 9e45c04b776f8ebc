import type { Socket } from 'node:net'
import type { Client, PoolClient } from 'pg'

type Reading = { connection: { stream: Socket } }

/**
 * pg reads answers, runs query callbacks and emits notices inside the 'data' event of its socket, so a row that is too long for
 * a string, or a callback that throws, is an uncaught exception there, and leaves the parser in the middle of a message.
 * Instead the connection is destroyed: its queries fail with that error, and its pool opens another one
 * (docs/decisions/0030-uncaught-exceptions.md).
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

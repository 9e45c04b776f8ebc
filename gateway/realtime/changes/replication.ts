/**
 * A connection that streams the changes of a publication. Its replication slot is temporary: PostgreSQL drops it with the
 * connection, so an abandoned slot never retains the write-ahead log.
 */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { databaseClient } from '#postgres/client.ts'
import { guardConnection } from '#postgres/guard-connection.ts'
import { DatabaseAway, watchSilence } from '#postgres/silence.ts'
import { readLogicalMessage, type LogicalMessage } from './pgoutput.ts'

export type Replication = {
  /** Resolves when the stream has ended, on either side. */
  ended: Promise<Error | null>
  /** Stops reading, so that PostgreSQL waits. */
  pause(): void
  resume(): void
  close(): Promise<void>
}

type Connection = { stream: Socket; query(text: string): void; sendCopyFromChunk(chunk: Buffer): void; once(event: string, listener: () => void): void }

/** Milliseconds between two status reports. Each asks for an answer, so a stream that receives nothing for three of them is lost. */
const REPORT_EVERY = 2500
const UNANSWERED = 3
const XLOG_HEADER = 25
const PG_EPOCH = BigInt(Date.UTC(2000, 0, 1))

function statusReport(position: bigint): Buffer {
  const report = Buffer.alloc(34)
  report.write('r')
  // The same position for written, flushed and applied: nothing is ever requested again.
  for (const at of [1, 9, 17]) report.writeBigUInt64BE(position, at)
  report.writeBigInt64BE((BigInt(Date.now()) - PG_EPOCH) * 1000n, 25)
  report[33] = 1 // answer at once
  return report
}

export async function openReplication(options: {
  url: string
  publication: string
  isWanted: (relation: number) => boolean
  onMessage: (message: LogicalMessage) => void
  /** Aborts the attempt: creating a slot waits for all open transactions, however long they take. */
  signal: AbortSignal
}): Promise<Replication> {
  const client = databaseClient(options.url, { applicationName: 'gateway realtime changes', timeout: 5000, replication: true })
  let failure: Error | null = null
  client.on('error', (error) => (failure ??= error))
  const ended = new Promise<Error | null>((resolve) => client.once('end', () => resolve(failure)))
  const { connection } = client as unknown as { connection: Connection }
  const abandon = (): void => void connection.stream.destroy()
  options.signal.addEventListener('abort', abandon, { once: true })
  try {
    await client.connect()
    guardConnection(client)
    watchSilence(client, Infinity) // `watch` below is stricter; but when the database is known to be away, this one ends with all others
    // Values are compared as text with clients' filters, so their format must not depend on server settings.
    await client.query("set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 1")
    const slot = `realtime_${randomBytes(8).toString('hex')}`
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')`)
    await new Promise<void>((resolve, reject) => {
      let position = 0n
      let unanswered = 0
      const report = (): void => connection.sendCopyFromChunk(statusReport(position))
      const watch = (): void => {
        unanswered = connection.stream.isPaused() ? 0 : unanswered + 1
        if (unanswered > UNANSWERED) connection.stream.destroy(new DatabaseAway())
        else report()
      }
      const timer = setInterval(watch, REPORT_EVERY)
      timer.unref()
      void ended.then(() => clearInterval(timer))
      const stream = {
        submit: (to: Connection) =>
          to.query(`START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names ${client.escapeLiteral(options.publication)})`),
        handleCopyData({ chunk }: { chunk: Buffer }) {
          unanswered = 0
          const kind = String.fromCharCode(chunk[0] ?? 0)
          if (kind === 'w') {
            position = chunk.readBigUInt64BE(1)
            try {
              options.onMessage(readLogicalMessage(chunk, XLOG_HEADER, options.isWanted))
            } catch (error) {
              // An uncaught error would end the process: end the connection instead, and the stream reconnects.
              this.handleError(error as Error)
            }
          } else if (kind === 'k') {
            position = chunk.readBigUInt64BE(1)
            if (chunk[17] === 1) report()
          }
        },
        handleError(error: Error) {
          failure ??= error
          clearInterval(timer)
          reject(error)
          connection.stream.destroy()
        },
        handleCommandComplete() {},
        handleReadyForQuery() {},
      }
      connection.once('replicationStart', resolve)
      void ended.then((error) => reject(error ?? new Error('Replication connection ended')))
      client.query(stream as unknown as pg.Submittable)
    })
  } catch (error) {
    await Promise.race([client.end().catch(() => undefined), ended])
    throw error
  } finally {
    options.signal.removeEventListener('abort', abandon)
  }
  return {
    ended,
    pause: () => void connection.stream.pause(),
    resume: () => void connection.stream.resume(),
    async close() {
      // Discard remaining data until PostgreSQL closes the connection; destroy it after 500 ms.
      connection.stream.resume()
      const timeout = setTimeout(() => connection.stream.destroy(), 500)
      await Promise.race([client.end().catch(() => undefined), ended])
      clearTimeout(timeout)
    },
  }
}

/**
 * Asks the database all the time whether it answers and takes writes, on a connection of its own: a busy pool would say nothing about
 * the database. A host that dies closes no connection, so without this every request would wait for it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { databaseClient } from '#postgres/client.ts'
import { guardConnection } from '#postgres/guard-connection.ts'
import { findPrimary, hostsOf, nameOf } from '#postgres/primary.ts'
import { endSilent, setAway } from '#postgres/silence.ts'
import type { Log } from '../log/log.ts'

/** Milliseconds between two questions, while the database answers and while it does not. */
const ASK_EVERY = 2000
const ASK_AWAY_EVERY = 250
/** Milliseconds for one answer, the connection included. */
const TIMEOUT = 2000
/** Unanswered questions in a row: one alone may be a pause of this process. */
const UNANSWERED = 2

export type DatabaseWatch = {
  /** Asks now; concurrent callers share the question. */
  answers(): Promise<boolean>
  /** Whether requests would wait in vain: the last questions were not answered. */
  isAway(): boolean
  close(): Promise<void>
}

type Times = { every: number; awayEvery: number; timeout: number }

export function watchDatabase(url: string, { log, ...given }: { log: Log } & Partial<Times>): DatabaseWatch {
  const { every, awayEvery, timeout }: Times = { every: ASK_EVERY, awayEvery: ASK_AWAY_EVERY, timeout: TIMEOUT, ...given }
  const closing = new AbortController()
  let client: Client | undefined
  let asking: Promise<boolean> | undefined
  let unanswered = 0
  let reason = ''
  const hosts = hostsOf(url)
  let primary = hosts?.primary

  const isAway = (): boolean => unanswered >= UNANSWERED

  function drop(): void {
    const dropped = client
    client = undefined
    ;(dropped as unknown as { connection: { stream: { destroy(): void } } } | undefined)?.connection.stream.destroy()
  }

  /** @throws when the database does not answer or takes no writes */
  async function question(): Promise<void> {
    if (!client) {
      const opened = databaseClient(url, { applicationName: 'database watch', timeout })
      client = opened
      opened.on('error', () => (client === opened ? drop() : undefined))
      await opened.connect()
      guardConnection(opened)
    }
    const { rows } = await client.query<{ read_only: string }>("select pg_catalog.current_setting('transaction_read_only') as read_only")
    if (rows[0]?.read_only !== 'off') throw new Error('it takes no writes, as a standby does')
  }

  /** Of several hosts: finds one that was promoted, also while the former primary still answers. */
  async function lookForPrimary(): Promise<void> {
    if (!hosts) return
    await findPrimary(hosts, url).catch(() => undefined) // the question is about the primary alone, and says why it fails
    const now = hosts.primary
    if (now === undefined || now === primary) return
    if (primary !== undefined) log('warn', 'database: Another host takes writes now', { from: nameOf(hosts, primary), to: nameOf(hosts, now) })
    primary = now
  }

  async function ask(): Promise<boolean> {
    void lookForPrimary()
    const wasAway = isAway()
    const late = sleep(timeout, undefined, { ref: false }).then(() => {
      throw new Error(`no answer within ${timeout} ms`)
    })
    try {
      await Promise.race([question(), late])
      unanswered = 0
    } catch (error) {
      drop()
      unanswered += 1
      reason = error instanceof Error ? error.message : String(error)
    }
    if (!wasAway && isAway()) log('error', 'database: Does not answer; requests get 503 until it does', { reason })
    setAway(isAway())
    if (isAway()) endSilent(timeout)
    if (wasAway && !isAway()) log('warn', 'database: Answers again')
    return unanswered === 0
  }

  function answers(): Promise<boolean> {
    asking ??= ask().finally(() => (asking = undefined))
    return asking
  }

  async function keepAsking(): Promise<void> {
    while (!closing.signal.aborted) {
      await answers()
      await sleep(unanswered > 0 ? awayEvery : every, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = keepAsking()

  return {
    answers,
    isAway,
    async close() {
      closing.abort()
      await running
      setAway(false)
      await client?.end().catch(() => undefined)
    },
  }
}

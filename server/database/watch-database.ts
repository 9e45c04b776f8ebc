/**
 * Asks the database all the time whether it answers and takes writes, on a connection of its own: a busy pool would say nothing about
 * the database. A host that dies closes no connection, so without this every request would wait for it. A pooler before it may die alone
 * and is asked too.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { databaseClient } from '#postgres/client.ts'
import { guardConnection } from '#postgres/guard-connection.ts'
import { findPrimary, hostsOf, nameOf } from '#postgres/primary.ts'
import { endSilent, setAway, type Route } from '#postgres/silence.ts'
import type { Log } from '../log/log.ts'
import { greetPooler } from './pooler.ts'
import { createProbe, type Probe } from './probe.ts'

/** Milliseconds between two questions, while the database answers and while it does not. */
const ASK_EVERY = 2000
const ASK_AWAY_EVERY = 250
/** Milliseconds for one answer, the connection included. */
const TIMEOUT = 2000
/** For which an answer counts: anyone may ask `/ready` at any rate. Less than ASK_AWAY_EVERY. */
const KNOWN_FOR = 200

export type DatabaseWatch = {
  /** Asks, or repeats an answer of the last fifth of a second; concurrent callers share the question. */
  answers(): Promise<boolean>
  /** Whether requests would wait in vain: the last questions were not answered. */
  isAway(): boolean
  close(): Promise<void>
}

type Times = { every: number; awayEvery: number; timeout: number }
type WatchOptions = { log: Log; poolerUrl?: string | undefined } & Partial<Times>

export function watchDatabase(url: string, { log, poolerUrl, ...given }: WatchOptions): DatabaseWatch {
  const { every, awayEvery, timeout }: Times = { every: ASK_EVERY, awayEvery: ASK_AWAY_EVERY, timeout: TIMEOUT, ...given }
  const closing = new AbortController()
  let client: Client | undefined
  let known: { answer: Promise<boolean>; until: number } | undefined
  const hosts = hostsOf(url)
  let primary = hosts?.primary

  function drop(): void {
    const dropped = client
    client = undefined
    ;(dropped as unknown as { connection: { stream: { destroy(): void } } } | undefined)?.connection.stream.destroy()
  }

  /** @throws when the database does not answer or takes no writes */
  async function askDatabase(): Promise<void> {
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

  const probe = (part: Route, question: () => Promise<void>): Probe =>
    createProbe(question, timeout, ({ isAway, wasAway, answered, reason }) => {
      if (!answered && part === 'database') drop()
      if (!wasAway && isAway) log('error', `${part}: Does not answer; requests get 503 until it does`, { reason })
      setAway(part, isAway)
      if (isAway) endSilent(timeout)
      if (wasAway && !isAway) log('warn', `${part}: Answers again`)
    })
  const probes = [probe('database', askDatabase), ...(poolerUrl ? [probe('pooler', () => greetPooler(poolerUrl, timeout))] : [])]

  async function ask(): Promise<boolean> {
    void lookForPrimary()
    return (await Promise.all(probes.map((one) => one.ask()))).every(Boolean)
  }

  function answers(): Promise<boolean> {
    if (!known || known.until < performance.now()) {
      const current = { answer: ask(), until: Infinity }
      known = current
      void current.answer.finally(() => (current.until = performance.now() + Math.min(KNOWN_FOR, awayEvery / 2)))
    }
    return known.answer
  }

  async function keepAsking(): Promise<void> {
    while (!closing.signal.aborted) {
      const all = await answers()
      await sleep(all ? every : awayEvery, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = keepAsking()

  return {
    answers,
    isAway: () => probes.some((one) => one.isAway()),
    async close() {
      closing.abort()
      await running
      setAway('database', false)
      setAway('pooler', false)
      await client?.end().catch(() => undefined)
    },
  }
}

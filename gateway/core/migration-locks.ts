/**
 * Waits for locks in short attempts. A statement that waits for a table makes every later one wait behind it, so one long read would
 * otherwise stop the whole shop for as long as it takes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { databaseClient } from '#postgres/client.ts'
import { hasSqlState } from '#postgres/sql-state.ts'
import { MigrationError } from './migration-files.ts'

export type Patience = {
  /**
   * Milliseconds that one attempt waits for a lock: more than deadlock_timeout, after which PostgreSQL ends an automatic VACUUM that is in
   * the way. An owner that may shorten that waits for at most 900.
   */
  attempt: number
  /** Milliseconds of the first pause between two attempts, in which the shop goes on; each is twice the one before, up to sixteen times the first. */
  pause: number
  /** Milliseconds until no further attempt is made. */
  total: number
}

export const PATIENCE: Patience = { attempt: 2000, pause: 500, total: 120_000 }

/** Whether a lock was not available in time, or two sessions waited for each other: the same transaction may pass a moment later. */
export const isInTheWay = (error: unknown): boolean => hasSqlState(error, '55P03', '40P01')

/** What a session waits for and which one holds it; of other logins an owner that is no superuser may see nothing but the number. */
const BLOCKERS = `select coalesce(w.waits_for, 'a lock') as waits_for, b.pid, a.usename::text as login, nullif(a.application_name, '') as program, a.state,
    extract(epoch from clock_timestamp() - a.xact_start)::integer as seconds
  from unnest(pg_blocking_pids($1)) as b (pid) left join pg_stat_activity a on a.pid = b.pid
  left join lateral (select coalesce('table ' || l.relation::regclass::text, l.locktype) as waits_for from pg_locks l where l.pid = $1 and not l.granted limit 1) w on true
  order by a.xact_start limit 1`

type Blocker = { waits_for: string; pid: number; login: string | null; program: string | null; state: string | null; seconds: number | null }

function sentenceOf({ waits_for: what, pid, login, program, state, seconds }: Blocker): string {
  const details = [login && `login ${login}`, program && `program "${program}"`, state, seconds !== null && `for ${seconds} s`].filter(Boolean)
  return `${what} is in use by session ${pid}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
}

/** The driver knows the number of its session, its types do not. */
const sessionOf = (client: Client): number => (client as Client & { processID: number }).processID

export type Watch = {
  /** Which session was last seen in the way, as the middle of a sentence; undefined: none. */
  seen(): string | undefined
  end(): Promise<void>
}

/** Looks from a second connection which session is in the way of `client`, while the latter waits. `onSeen` is called for every new one. */
export function watchBlockers(ownerUrl: string, client: Client, every: number, onSeen: (sentence: string) => void = () => undefined): Watch {
  let watcher: Client | undefined
  let last: Blocker | undefined
  const ending = new AbortController()
  const look = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await sleep(every, undefined, { signal: ending.signal }).catch(() => undefined)
      if (ending.signal.aborted) return
      try {
        if (!watcher) {
          watcher = databaseClient(ownerUrl, { applicationName: 'migrations watch' })
          watcher.on('error', () => undefined)
          await watcher.connect()
        }
        const { rows } = await watcher.query<Blocker>(BLOCKERS, [sessionOf(client)])
        const [found] = rows
        if (found && found.pid !== last?.pid) onSeen(sentenceOf(found))
        last = found ?? last
      } catch {
        return // it only explains; the migration itself says what fails
      }
    }
  }
  const looking = look()
  return {
    seen: () => last && sentenceOf(last),
    async end() {
      ending.abort()
      await looking
      await watcher?.end().catch(() => undefined)
    },
  }
}

/**
 * Repeats a transaction until it gets its locks. `work` begins and ends the transaction itself, with `lock_timeout` as `attempt` says.
 *
 * @param what the beginning of the sentence about a failure
 * @throws MigrationError naming the session that is in the way, after `total`
 */
export async function withShortLocks(
  { ownerUrl, client, patience = PATIENCE, report }: { ownerUrl: string; client: Client; patience?: Patience; report: (sentence: string) => void },
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  const began = Date.now()
  for (let pause = patience.pause; ; pause = Math.min(pause * 2, patience.pause * 16)) {
    const watch = watchBlockers(ownerUrl, client, patience.attempt / 4)
    try {
      return await work()
    } catch (error) {
      if (!isInTheWay(error)) throw error
      await watch.end()
      const blocker = watch.seen() ?? 'a table is in use'
      if (Date.now() - began + pause > patience.total) {
        throw new MigrationError(
          `${what} was not applied: ${blocker}, for longer than ${Math.round(patience.total / 1000)} s. Nothing was changed; try again when that session has ended.`,
          { cause: error },
        )
      }
      report(`${what} waits: ${blocker}`)
      await sleep(pause)
    } finally {
      await watch.end()
    }
  }
}

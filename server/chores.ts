/** What nobody asks for but time. */
import type { Log } from './log.ts'
import { openPool } from './pools.ts'

/** Milliseconds between two runs. Several processes may do it at once: the functions lock what they change. */
type Chore = { statement: string; every: number; complaint: string }

const CHORES: Chore[] = [
  // Orders that were not paid in their time are cancelled and their stock given back (ruling 10).
  { statement: 'select private.cancel_unpaid_orders()', every: 60_000, complaint: 'unpaid orders could not be looked through' },
  // 'Most Popular' takes note of what was sold. Together with the age of a kept page it stays below a minute or so.
  { statement: 'select private.rank_products()', every: 15_000, complaint: 'products could not be ranked' },
  // Misspellings of what was just added are understood. Nearly nothing to do when no product changed.
  { statement: 'select private.refresh_search()', every: 5000, complaint: 'the words of the search could not be counted' },
]

export type Chores = { close(): Promise<void> }

export function startChores({ url, log }: { url: string; log: Log }): Chores {
  const pool = openPool(url, 1, (error) => log('info', 'the chores lost a connection', error))
  const running = new Map<Chore, Promise<void>>()
  const work = (chore: Chore): void => {
    if (running.has(chore)) return // the last run is not over
    const run = pool.query(chore.statement).then(
      () => undefined,
      (error: unknown) => log('warn', chore.complaint, error),
    )
    running.set(
      chore,
      run.finally(() => running.delete(chore)),
    )
  }
  const clocks = CHORES.map((chore) => setInterval(work, chore.every, chore))
  CHORES.forEach(work)
  return {
    async close() {
      clocks.forEach((clock) => clearInterval(clock))
      await Promise.all(running.values())
      await pool.end()
    },
  }
}

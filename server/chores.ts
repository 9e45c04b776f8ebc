/**
 * What nobody asks for but time: orders that were not paid in their time are cancelled and their stock given back
 * (ruling 10), and 'Most Popular' takes note of what was sold.
 */
import type { Log } from './log.ts';
import { openPool } from './pools.ts';

/** Milliseconds. Several processes may do it at once: the function takes each order under lock. */
const EVERY = 60_000;

export type Chores = { close(): Promise<void> };

export function startChores({ url, log }: { url: string; log: Log }): Chores {
  const pool = openPool(url, 1, (error) => log('info', 'the chores lost a connection', error));
  let running: Promise<unknown> = Promise.resolve();
  const work = (): void => {
    running = Promise.all([
      pool.query('select private.cancel_unpaid_orders()').catch((error: unknown) => log('warn', 'unpaid orders could not be looked through', error)),
      pool.query('select private.rank_products()').catch((error: unknown) => log('warn', 'products could not be ranked', error)),
    ]);
  };
  const clock = setInterval(work, EVERY);
  work();
  return {
    async close() {
      clearInterval(clock);
      await running;
      await pool.end();
    },
  };
}

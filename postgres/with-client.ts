import type pg from 'pg'
import { PrimaryClient } from './primary-client.ts'
import { DatabaseAway } from './silence.ts'
import { hasSqlState } from './sql-state.ts'

const READ_ONLY_TRANSACTION = '25006'

/**
 * Lends a connection to one transaction. When `work` fails, everything is rolled back; a connection that cannot even do
 * that is broken, and the pool discards it. So is one that refuses to write although the transaction is not `readOnly`: it leads to a
 * server that has become a standby, and the next connection finds the primary.
 */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>, { readOnly = false } = {}): Promise<T> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    if (!readOnly && hasSqlState(error, READ_ONLY_TRANSACTION)) {
      if (client instanceof PrimaryClient) client.doubtHost()
      client.release(true)
      throw new DatabaseAway('The database takes no writes')
    }
    const usable = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!usable)
    throw error
  }
}

/** COMMIT of a failed transaction succeeds, with the command ROLLBACK: taking it for success would lose writes silently. */
export function checkCommitted(command: string | undefined): void {
  if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command ?? 'nothing'} instead of COMMIT`)
}

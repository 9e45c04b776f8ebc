import type pg from 'pg'

/**
 * Lends a connection to one transaction. When `work` fails, everything is rolled back; a connection that cannot even do
 * that is broken, and the pool discards it.
 */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
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

import { databaseClient } from '#postgres/client.ts'

/** Creates the database of this address if the server has none of its name. */
export async function ensureDatabase(ownerUrl: string): Promise<void> {
  const maintenance = new URL(ownerUrl)
  const name = maintenance.pathname.slice(1)
  maintenance.pathname = '/postgres'
  const client = databaseClient(maintenance.toString())
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)} template template0`)
  } finally {
    await client.end()
  }
}

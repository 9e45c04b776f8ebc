/** Whether a database is one that this shop may migrate, and, if not, whether it has the schema that the shop knows. */
import type { Client } from 'pg'
import { databaseClient } from '#postgres/client.ts'
import { PostgresError } from './postgres-command.ts'
import { GATEWAY_MIGRATIONS, shopVersions, SHOP_MIGRATIONS } from './migrations.ts'

/** @throws PostgresError naming the command that is missing, or saying that the schema belongs to a newer shop */
export async function checkSchema(ownerUrl: string): Promise<void> {
  const [recorded, known] = await Promise.all([recordedVersions(ownerUrl), shopVersions()])
  const last = known.at(-1) ?? ''
  const newer = [...recorded]
    .filter((version) => version > last)
    .sort()
    .at(-1)
  if (newer) throw new PostgresError(`The database has the schema of a newer shop, ${newer}; this one knows it up to ${last}: start the newer one.`)
  const missing = known.filter((version) => !recorded.has(version))
  if (missing.length === 0) return
  throw new PostgresError(
    `The database of this Supabase project lacks ${missing.length} ${missing.length === 1 ? 'migration' : 'migrations'} of this shop, from ${missing[0]} on: run \`supabase db push --db-url …\` or \`npm run migrate\`.`,
  )
}

/** @throws PostgresError if the accounts in the database are those of another auth service, whose tables are not to be touched */
export async function checkOwnAccounts(ownerUrl: string): Promise<void> {
  const isForeign = await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ foreign: boolean }>("select to_regnamespace('auth') is not null and to_regclass($1) is null as foreign", [
      GATEWAY_MIGRATIONS,
    ])
    return rows[0]?.foreign === true
  })
  if (!isForeign) return
  throw new PostgresError(
    'The database that DATABASE_URL names has accounts of another auth service: if it is that of a Supabase project, set SUPABASE_URL and its two keys too (docs/supabase.md), else give the shop a database of its own.',
  )
}

async function withClient<T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = databaseClient(ownerUrl, { applicationName: 'schema check' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function recordedVersions(ownerUrl: string): Promise<Set<string>> {
  return withClient(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [SHOP_MIGRATIONS])
    if (!tables[0]?.there) return new Set()
    const { rows } = await client.query<{ version: string }>(`select version from ${SHOP_MIGRATIONS}`)
    return new Set(rows.map(({ version }) => version))
  })
}

/** Whether a database that this shop may not migrate by itself has the schema that it knows. */
import { databaseClient } from '#postgres/client.ts'
import { PostgresError } from './postgres-command.ts'
import { shopVersions, SHOP_MIGRATIONS } from './migrations.ts'

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

async function recordedVersions(ownerUrl: string): Promise<Set<string>> {
  const client = databaseClient(ownerUrl, { applicationName: 'schema check' })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [SHOP_MIGRATIONS])
    if (!tables[0]?.there) return new Set()
    const { rows } = await client.query<{ version: string }>(`select version from ${SHOP_MIGRATIONS}`)
    return new Set(rows.map(({ version }) => version))
  } finally {
    await client.end()
  }
}

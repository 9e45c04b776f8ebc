/** The migrations of a shop: the gateway's first, then the shop's. */
import path from 'node:path'
import type { Client } from 'pg'
import { applyMigrations, type MigrateOptions } from '#gateway/core/migrate.ts'
import { readMigrations } from '#gateway/core/migration-files.ts'
import { databaseClient } from '#postgres/client.ts'
import { adoptBaseline } from './baseline.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The table in which the shop's migrations are recorded, as the official CLI does. */
export const SHOP_MIGRATIONS = 'supabase_migrations.schema_migrations'
/** The table in which the gateway's are recorded: a database without it has no accounts of the embedded auth service. */
export const GATEWAY_MIGRATIONS = 'gateway.migrations'

export type MigrationSet = {
  directory: string
  table: string
  /** Brings the record of an older shop into the present form, in the caller's transaction. */
  prepare?(client: Client): Promise<void>
}

const GATEWAY: MigrationSet = { directory: path.join(root, 'gateway/migrations'), table: GATEWAY_MIGRATIONS }
const SHOP: MigrationSet = { directory: path.join(root, 'supabase/migrations'), table: SHOP_MIGRATIONS, prepare: adoptBaseline }

/** @param ofProject whether the database is a Supabase project's, whose services bring what the gateway's migrations make */
export const migrationSets = (ofProject: boolean): readonly MigrationSet[] => (ofProject ? [SHOP] : [GATEWAY, SHOP])

/** Returns the names of the newly applied files, in order. */
export async function migrateSet(ownerUrl: string, { directory, table, prepare }: MigrationSet, options?: MigrateOptions): Promise<string[]> {
  if (prepare) {
    await withOwner(ownerUrl, async (client) => {
      await client.query('begin')
      await prepare(client)
      await client.query('commit')
    })
  }
  return applyMigrations(ownerUrl, directory, table, options)
}

export const migrateGateway = (ownerUrl: string, options?: MigrateOptions): Promise<string[]> => migrateSet(ownerUrl, GATEWAY, options)
export const migrateShop = (ownerUrl: string, options?: MigrateOptions): Promise<string[]> => migrateSet(ownerUrl, SHOP, options)

/** The versions of the shop's migrations, 14 digits each, in order. */
export const shopVersions = (): string[] => readMigrations(SHOP.directory).map(({ version }) => version)

/** One connection as the owner, for what concerns the schema. */
export async function withOwner<T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = databaseClient(ownerUrl, { applicationName: 'migrations' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

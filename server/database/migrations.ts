/** Applies migrations: the gateway's first, then the shop's. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { applyMigrations } from '#gateway/core/migrate.ts'
import { adoptBaseline } from './baseline.ts'

const root = path.resolve(import.meta.dirname, '../..')
const shopFolder = path.join(root, 'supabase/migrations')

/** The table in which the shop's migrations are recorded, as the official CLI does. */
export const SHOP_MIGRATIONS = 'supabase_migrations.schema_migrations'
/** The table in which the gateway's are recorded: a database without it has no accounts of the embedded auth service. */
export const GATEWAY_MIGRATIONS = 'gateway.migrations'

/** Returns the newly applied versions, in order. */
export async function migrateGateway(ownerUrl: string): Promise<string[]> {
  return applyMigrations(ownerUrl, path.join(root, 'gateway/migrations'), GATEWAY_MIGRATIONS)
}

/** Returns the names of the newly applied files, in order. */
export async function migrateShop(ownerUrl: string): Promise<string[]> {
  await adoptBaseline(ownerUrl)
  return applyMigrations(ownerUrl, shopFolder, SHOP_MIGRATIONS)
}

/** The versions of the shop's migrations, 14 digits each, in order. */
export async function shopVersions(): Promise<string[]> {
  const files = await readdir(shopFolder)
  return files.flatMap((file) => /^(\d{14})_.+\.sql$/.exec(file)?.[1] ?? []).sort()
}

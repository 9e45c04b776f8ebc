/** Brings a database up to date: the gateway's own migrations first, then the shop's. */
import path from 'node:path'
import { applyMigrations } from '#gateway/core/migrate.ts'
import { adoptBaseline } from './baseline.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Returns the versions that were applied now, in order. */
export async function migrateGateway(ownerUrl: string): Promise<string[]> {
  return applyMigrations(ownerUrl, path.join(root, 'gateway/migrations'), 'gateway.migrations')
}

/** The shop's migrations, recorded as the official CLI records them. */
export async function migrateShop(ownerUrl: string): Promise<string[]> {
  await adoptBaseline(ownerUrl)
  return applyMigrations(ownerUrl, path.join(root, 'supabase/migrations'), 'supabase_migrations.schema_migrations')
}

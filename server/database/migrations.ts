/** Applies migrations: the gateway's first, then the shop's. */
import path from 'node:path'
import { applyMigrations } from '#gateway/core/migrate.ts'
import { adoptBaseline } from './baseline.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Returns the newly applied versions, in order. */
export async function migrateGateway(ownerUrl: string): Promise<string[]> {
  return applyMigrations(ownerUrl, path.join(root, 'gateway/migrations'), 'gateway.migrations')
}

/** The shop's migrations, recorded like those of the official CLI. */
export async function migrateShop(ownerUrl: string): Promise<string[]> {
  await adoptBaseline(ownerUrl)
  return applyMigrations(ownerUrl, path.join(root, 'supabase/migrations'), 'supabase_migrations.schema_migrations')
}

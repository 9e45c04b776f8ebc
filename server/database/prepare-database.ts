/** What the database needs before the shop opens: the migrations of gateway and shop, and the logins of the shop. */
import type { DataKeys } from '#gateway/core/session.ts'
import type { Config } from '../config.ts'
import { checkOwnAccounts, checkSchema } from './check-schema.ts'
import { migrateGateway, migrateShop } from './migrations.ts'
import { ensureLogins, SHOP_LOGINS } from './roles.ts'

/** The services of a Supabase project bring their own schemas and logins, and its owner decides when the shop's schema changes. */
const isProjects = ({ supabase }: Pick<Config, 'supabase'>): boolean => supabase?.ownsDatabase === true

/**
 * Applies the missing migrations; on the database of a Supabase project those of the shop alone.
 *
 * @returns the names of the applied files, in order
 * @throws PostgresError if the database is a project's and the settings do not say so
 */
export async function migrateDatabase(ownerUrl: string, config: Pick<Config, 'supabase'>): Promise<string[]> {
  if (isProjects(config)) return migrateShop(ownerUrl)
  await checkOwnAccounts(ownerUrl)
  return [...(await migrateGateway(ownerUrl)), ...(await migrateShop(ownerUrl))]
}

/**
 * Migrates the database and sets the passwords of its logins. On the database of a Supabase project it migrates nothing and sets the
 * shop's own logins alone.
 *
 * @returns the secret of the passwords
 * @throws PostgresError if such a database has another schema than this shop's, or if the logins belong to other keys
 */
export async function prepareDatabase(ownerUrl: string, config: Pick<Config, 'supabase' | 'databaseUrl' | 'takesOver'>, secrets: DataKeys): Promise<string> {
  if (isProjects(config)) await checkSchema(ownerUrl)
  else await migrateDatabase(ownerUrl, config)
  return ensureLogins(ownerUrl, secrets, {
    takesOver: config.takesOver,
    embedded: !config.databaseUrl,
    ...(isProjects(config) ? { roles: SHOP_LOGINS } : {}),
  })
}

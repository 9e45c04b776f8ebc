/** What the database needs before the shop opens: the migrations of gateway and shop, and the logins of the shop. */
import type { MigrateOptions } from '#gateway/core/migrate.ts'
import { readMigrations } from '#gateway/core/migration-files.ts'
import { changedSentence, noteStatements, quoteTable, readState, refuseNewer } from '#gateway/core/migration-record.ts'
import { inDryRun, rehearse, type Rehearsed } from '#gateway/core/migration-rehearsal.ts'
import type { DataKeys } from '#gateway/core/session.ts'
import type { Config } from '../config.ts'
import { checkOwnAccounts, checkSchema } from './check-schema.ts'
import { migrateSet, migrationSets, withOwner } from './migrations.ts'
import { ensureLogins, SHOP_LOGINS } from './roles.ts'

type Project = Pick<Config, 'supabase'>

/** The services of a Supabase project bring their own schemas and logins, and its owner decides when the shop's schema changes. */
const isProjects = ({ supabase }: Project): boolean => supabase?.ownsDatabase === true

const checkAccounts = (ownerUrl: string, config: Project): Promise<void> => (isProjects(config) ? Promise.resolve() : checkOwnAccounts(ownerUrl))

/**
 * Applies the missing migrations; on the database of a Supabase project those of the shop alone.
 *
 * @returns the names of the applied files, in order
 * @throws PostgresError if the database is a project's and the settings do not say so
 * @throws MigrationError if the database cannot be migrated
 */
export async function migrateDatabase(ownerUrl: string, config: Project, options?: MigrateOptions): Promise<string[]> {
  await checkAccounts(ownerUrl, config)
  const applied: string[] = []
  for (const set of migrationSets(isProjects(config))) applied.push(...(await migrateSet(ownerUrl, set, options)))
  return applied
}

/**
 * Tries the missing migrations in one transaction and rolls it back: nothing stays, but the next value of a sequence.
 *
 * @returns the missing files, and a sentence about one that was changed after it was applied, which refuses all missing ones
 */
export async function rehearseDatabase(ownerUrl: string, config: Project): Promise<{ files: Rehearsed[]; changed: string | undefined }> {
  await checkAccounts(ownerUrl, config)
  return withOwner(ownerUrl, (client) =>
    inDryRun(client, async (until) => {
      const files: Rehearsed[] = []
      let changed: string | undefined
      for (const { directory, table, prepare } of migrationSets(isProjects(config))) {
        await prepare?.(client)
        const state = await readState(client, readMigrations(directory), quoteTable(table))
        refuseNewer(state)
        changed ??= changedSentence(state)
        files.push(...(await rehearse(ownerUrl, client, state.missing, table, until)))
      }
      return { files, changed }
    }),
  )
}

/** Records the files that were changed after they were applied as they are now. @returns their names */
export async function noteChanged(ownerUrl: string, config: Project): Promise<string[]> {
  await checkAccounts(ownerUrl, config)
  return withOwner(ownerUrl, async (client) => {
    const noted: string[] = []
    for (const { directory, table } of migrationSets(isProjects(config))) {
      const { changed } = await readState(client, readMigrations(directory), quoteTable(table))
      await noteStatements(client, changed, quoteTable(table))
      noted.push(...changed.map(({ file }) => file))
    }
    return noted
  })
}

/**
 * Migrates the database and sets the passwords of its logins. With MIGRATE=0, and on the database of a Supabase project, it migrates
 * nothing; on the latter it sets the shop's own logins alone.
 *
 * @param report gets sentences for the log
 * @returns the secret of the passwords
 * @throws PostgresError if such a database lacks a part of the schema, or if the logins belong to other keys
 * @throws MigrationError if the database cannot be migrated, or has the schema of a newer shop
 */
export async function prepareDatabase(
  ownerUrl: string,
  config: Pick<Config, 'supabase' | 'databaseUrl' | 'takesOver' | 'migrates'>,
  secrets: DataKeys,
  report: (sentence: string) => void,
): Promise<string> {
  if (isProjects(config) || !config.migrates) {
    await checkAccounts(ownerUrl, config)
    const changed = await checkSchema(ownerUrl, isProjects(config))
    if (changed) report(changed)
  } else await migrateDatabase(ownerUrl, config, { report })
  return ensureLogins(ownerUrl, secrets, {
    takesOver: config.takesOver,
    embedded: !config.databaseUrl,
    ...(isProjects(config) ? { roles: SHOP_LOGINS } : {}),
  })
}

/** Whether a database is one that this shop may migrate, and whether it has the schema that the shop knows. */
import { readMigrations } from '#gateway/core/migration-files.ts'
import { changedSentence, quoteTable, readState, refuseNewer } from '#gateway/core/migration-record.ts'
import { PostgresError } from './postgres-command.ts'
import { GATEWAY_MIGRATIONS, migrationSets, withOwner } from './migrations.ts'

/**
 * @param ofProject whether the database is that of a Supabase project
 * @returns a sentence about a migration that was changed after it was applied, which does not keep the shop from starting
 * @throws PostgresError naming the command that is missing
 * @throws MigrationError if the schema belongs to a newer shop
 */
export async function checkSchema(ownerUrl: string, ofProject: boolean): Promise<string | undefined> {
  return withOwner(ownerUrl, async (client) => {
    let changed: string | undefined
    for (const { directory, table } of migrationSets(ofProject)) {
      const state = await readState(client, readMigrations(directory), quoteTable(table))
      refuseNewer(state)
      changed ??= changedSentence(state)
      const [first, ...others] = state.missing
      if (first) throw new PostgresError(missingSentence(ofProject, first.version, others.length + 1))
    }
    return changed
  })
}

function missingSentence(ofProject: boolean, first: string, count: number): string {
  const lacks = `lacks ${count} ${count === 1 ? 'migration' : 'migrations'} of this shop, from ${first} on`
  if (ofProject) return `The database of this Supabase project ${lacks}: run \`supabase db push --db-url …\` or \`npm run migrate\`.`
  return `The database ${lacks}, and MIGRATE=0 leaves them to you: run \`npm run migrate\`.`
}

/** @throws PostgresError if the accounts in the database are those of another auth service, whose tables are not to be touched */
export async function checkOwnAccounts(ownerUrl: string): Promise<void> {
  const isForeign = await withOwner(ownerUrl, async (client) => {
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

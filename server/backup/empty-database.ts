/** A backup is restored into an empty database alone: what is there is never overwritten. */
import type { Client } from 'pg'
import { databaseClient } from '#postgres/client.ts'
import { migrateGateway, migrateShop, SHOP_MIGRATIONS, shopVersions } from '../database/migrations.ts'
import { BackupError, type Header } from './format.ts'
import type { Accounts } from './tables.ts'

const NOT_EMPTY = 'The database is not empty: a backup is restored into a new one alone.'

/** Rows that no migration makes. */
const FILLED = ['auth.users', 'public.user_roles', 'public.products', 'public.orders', 'storage.objects']

async function withClient<T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = databaseClient(ownerUrl, { applicationName: 'restore', timeout: 20_000 })
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The database to restore into does not answer: ${error.code ?? error.name}.`)
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function isTrue(client: Client, condition: string): Promise<boolean> {
  const { rows } = await client.query<{ answer: boolean }>(`select (${condition}) as answer`)
  return rows[0]?.answer === true
}

/** @throws BackupError if a backup with this schema is of another shop than this one can become */
export async function checkVersion({ schema, shop }: Pick<Header, 'schema' | 'shop'>): Promise<void> {
  const known = shopVersions()
  if (known.includes(schema)) return
  if (schema > (known.at(-1) ?? '')) throw new BackupError(`This backup is of a newer shop (${shop}, schema ${schema}): restore it with that version.`)
  throw new BackupError(`This backup is of an older shop (${shop}) whose schema ${schema} this one does not know: restore it with that version, then upgrade.`)
}

/**
 * Brings an empty database to the schema of a backup. One that was migrated to it before, as by `supabase db push`, is taken as it is.
 *
 * @throws BackupError if there is anything in it
 */
export async function prepareEmpty(ownerUrl: string, accounts: Accounts, { schema, services }: Pick<Header, 'schema' | 'services'>): Promise<void> {
  const isMigrated = await withClient(ownerUrl, async (client) => {
    if (!(await isTrue(client, `to_regclass('${SHOP_MIGRATIONS}') is not null`))) {
      if (await isTrue(client, "exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))"))
        throw new BackupError(NOT_EMPTY)
      return false
    }
    for (const table of FILLED) {
      if (await isTrue(client, `to_regclass('${table}') is not null`)) {
        if (await isTrue(client, `exists (select from ${table})`)) throw new BackupError(NOT_EMPTY)
      }
    }
    const { rows } = await client.query<{ version: string | null }>(`select max(version) as version from ${SHOP_MIGRATIONS}`)
    if ((rows[0]?.version ?? '') > schema)
      throw new BackupError(
        `The database has the schema ${rows[0]?.version}, the backup an older one, ${schema}: restore into a database without the shop's tables.`,
      )
    return true
  })
  if (accounts === 'shop' && !isMigrated) await migrateGateway(ownerUrl, { upTo: services ?? undefined })
  await migrateShop(ownerUrl, { upTo: schema })
}

/** Brings what was restored to the schema of this shop. */
export async function upgradeRestored(ownerUrl: string, accounts: Accounts): Promise<void> {
  if (accounts === 'shop') await migrateGateway(ownerUrl)
  await migrateShop(ownerUrl)
}

/** Which tables a backup holds, and the session in which they are read and written. */
import type { Client } from 'pg'
import { GATEWAY_MIGRATIONS } from '../database/migrations.ts'
import type { Table } from './format.ts'

/** So that one value is one text in every PostgreSQL, whatever its settings. */
export const PLAIN_TEXT = `set local datestyle = 'ISO, MDY'; set local intervalstyle = postgres; set local timezone = 'UTC'; set local extra_float_digits = 3;
  set local bytea_output = hex; set local client_encoding = 'UTF8'; set local search_path = ''; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/** Tables that belong to a deployment rather than to the shop: its backups, and the files in its store that nothing refers to. */
const OF_THE_DEPLOYMENT = ['private.backups', 'private.backup_schedule', 'private.loose_document_files']

/** What a Supabase project's own services let others write. The rest of theirs, sessions among it, begins again. */
const OF_A_PROJECT = ['auth.users', 'auth.identities', 'auth.mfa_factors', 'storage.buckets', 'storage.objects']

export type Accounts = 'shop' | 'project'

export async function accountsOf(client: Client): Promise<Accounts> {
  const { rows } = await client.query<{ own: boolean }>('select pg_catalog.to_regclass($1) is not null as own', [GATEWAY_MIGRATIONS])
  return rows[0]?.own ? 'shop' : 'project'
}

/** The tables with their columns, without computed ones. Unlogged tables hold nothing that outlives a crash; they are left out. */
export async function tablesOf(client: Client, accounts: Accounts): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array(
        select a.attname::text from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
        and not exists (select from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e')
        and n.nspname || '.' || c.relname <> all ($1)
        and ($2 = 'shop' or n.nspname in ('public', 'private') or n.nspname || '.' || c.relname = any ($3))
      order by 1, 2`,
    [OF_THE_DEPLOYMENT, accounts, OF_A_PROJECT],
  )
  return rows.filter(({ columns }) => columns.length > 0)
}

/** Whether a table of a backup is restored as it is into a place with other accounts. */
export const isShared = ({ schema, name }: Table): boolean => schema === 'public' || schema === 'private' || OF_A_PROJECT.includes(`${schema}.${name}`)

export const quoted = (client: Client, { schema, name }: { schema: string; name: string }): string =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`

export const columnList = (client: Client, columns: readonly string[]): string => columns.map((one) => client.escapeIdentifier(one)).join(', ')

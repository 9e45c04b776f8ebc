/** What an owner has made in the shop's PostgreSQL beside the shop: no migration makes it again. */
import type { Client } from 'pg'
import { nameOf, quoted, tablesOf } from '../shop-rows.ts'

export type OwnObjects = {
  databases: string[]
  tablesWithRows: string[]
  /** Empty tables, views, functions and logins: definitions alone. */
  others: string[]
}

/** Objects by a name that two databases can be compared by. */
const OBJECTS = `
  select 'role ' || r.rolname as name from pg_catalog.pg_roles r where r.rolname not like 'pg\\_%'
  union all select case c.relkind when 'S' then 'sequence ' when 'i' then 'index ' when 'v' then 'view ' when 'm' then 'materialized view ' else 'table ' end
      || n.nspname || '.' || c.relname
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'S', 'i', 'v', 'm', 'f') and not c.relispartition and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
  union all select 'function ' || p.oid::pg_catalog.regprocedure::text from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`

const namesIn = async (client: Client): Promise<string[]> => (await client.query<{ name: string }>(OBJECTS)).rows.map(({ name }) => name)

/** @param from the old database @param to one in which the migrations alone have made objects */
export async function ownObjects(from: Client, to: Client): Promise<OwnObjects> {
  const { rows: databases } = await from.query<{ name: string }>(
    `select datname::text as name from pg_catalog.pg_database where not datistemplate and datname not in ('postgres', pg_catalog.current_database()) order by 1`,
  )
  const made = new Set(await namesIn(to))
  const own = (await namesIn(from)).filter((name) => !made.has(name))
  const tablesWithRows: string[] = []
  for (const table of await tablesOf(from)) {
    if (!own.includes(`table ${nameOf(table)}`)) continue
    const { rowCount } = await from.query(`select from ${quoted(table)} limit 1`)
    if (rowCount) tablesWithRows.push(nameOf(table))
  }
  return { databases: databases.map(({ name }) => name), tablesWithRows, others: own }
}

/** The tables of a publication and a role's privileges on them, from the catalogue. */
import type pg from 'pg'
import { batchAs } from '../../core/as-caller.ts'
import type { Session } from '../../core/session.ts'

export type TableColumn = {
  readonly name: string
  /** As printed by format_type with an empty search_path: safe to write into SQL. */
  readonly type: string
  /** The name in pg_type (`int4`, `_text`), used in messages to clients. */
  readonly typeName: string
  readonly selectable: boolean
}

/** A table with the privileges of one role. */
export type Table = {
  readonly id: number
  readonly schema: string
  readonly name: string
  readonly columns: readonly TableColumn[]
  /** Column names of the primary key in order; empty if the role may not read all of them. */
  readonly key: readonly string[]
}

type Row = { columns: TableColumn[]; key: string[] }

const TABLES = `
  select c.oid::text, n.nspname, c.relname, json_build_object(
    'columns', (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'typeName', t.typname,
        'selectable', has_schema_privilege(n.oid, 'usage') and has_column_privilege(c.oid, a.attnum, 'select')) order by a.attnum)
      from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    'key', coalesce((
      select json_agg(a.attname order by k.position)
      from pg_catalog.pg_constraint p
      cross join unnest(p.conkey) with ordinality as k (attnum, position)
      join pg_catalog.pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
      where p.conrelid = c.oid and p.contype = 'p'), '[]'))::text
  from pg_catalog.pg_publication_tables p
  join pg_catalog.pg_namespace n on n.nspname = p.schemaname
  join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
  where p.pubname = $1 and ($2 = '*' or n.nspname = $2) and ($3 = '*' or c.relname = $3)`

function tableOf([id, schema, name, json]: (string | null)[]): Table {
  const { columns, key } = JSON.parse(json ?? '') as Row
  const readable = key.every((part) => columns.some((column) => column.name === part && column.selectable))
  return { id: Number(id), schema: schema ?? '', name: name ?? '', columns, key: readable ? key : [] }
}

/** `*` matches all. Rejects with PostgreSQL's error if the role cannot be set. */
export async function readTables(pool: pg.Pool, session: Session, publication: string, schema: string, table: string): Promise<Table[]> {
  const [result] = await batchAs(pool, session, { readOnly: true }, [{ text: TABLES, values: [publication, schema, table] }])
  return (result?.rows ?? []).map(tableOf)
}

export type TableCache = {
  /** Null if not in the publication. */
  find(session: Session, id: number, schema: string, name: string): Promise<Table | null>
  /** Call after DDL, or when PostgreSQL refuses a statement built from the cached table. */
  forget(id: number): void
}

/** Milliseconds until new grants take effect; revoked ones take effect immediately, because the query fails. */
const FRESH = 30_000

export function createTableCache(pool: pg.Pool, publication: string): TableCache {
  const known = new Map<number, Map<string, { at: number; table: Promise<Table | null> }>>()
  return {
    find(session, id, schema, name) {
      const roles = known.get(id) ?? new Map<string, { at: number; table: Promise<Table | null> }>()
      known.set(id, roles)
      const cached = roles.get(session.role)
      if (cached && Date.now() - cached.at < FRESH) return cached.table
      const table = readTables(pool, session, publication, schema, name).then((tables) => tables.find((one) => one.id === id) ?? null)
      roles.set(session.role, { at: Date.now(), table })
      table.catch(() => roles.delete(session.role))
      return table
    },
    forget: (id) => void known.delete(id),
  }
}

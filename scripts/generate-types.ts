/**
 * `npm run types [URL] [FILE]`: writes supabase/database.types.ts from the catalogue of a migrated database, in the format of the
 * official `supabase gen types typescript`, so that the official clients use the types of the real schema. Without a URL it first
 * migrates a temporary database, and also writes supabase/schema.sql. A test fails while one of the files is older than the
 * migrations.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { dumpSchema } from './schema/dump.ts'

const SCHEMA = path.join(import.meta.dirname, '../supabase/schema.sql')

/** `check`: the constraint that lists the values of a text column, or null. */
type Column = { name: string; type: string; check: string | null; nullable: boolean; optional: boolean; generated: boolean }
type Relationship = { name: string; columns: string[]; unique: boolean; target: string; targetColumns: string[] }
type Relation = { name: string; kind: 'table' | 'view'; columns: Column[]; relationships: Relationship[] }
/** `columns`: for a function that returns a table. */
type Routine = {
  name: string
  args: { name: string; type: string; optional: boolean }[]
  returns: string
  columns: { name: string; type: string }[]
  set: boolean
}

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'])
const TEXTS = new Set([
  'text',
  'varchar',
  'bpchar',
  'uuid',
  'date',
  'time',
  'timetz',
  'timestamp',
  'timestamptz',
  'interval',
  'bytea',
  'citext',
  'name',
  'inet',
])

/** numeric is `number`: in the API an amount is a JSON number with two decimals, which domain/money/money.ts converts to paise. */
function typeOf(pgType: string): string {
  const element = pgType.startsWith('_') ? pgType.slice(1) : pgType
  const single = NUMBERS.has(element)
    ? 'number'
    : TEXTS.has(element)
      ? 'string'
      : element === 'bool'
        ? 'boolean'
        : /^jsonb?$/.test(element)
          ? 'Json'
          : element === 'void'
            ? 'undefined'
            : 'unknown'
  return element === pgType ? single : `${single}[]`
}

/** The values that a check allows for a text column, as a union; null if the check has another form. */
export function unionOf(check: string): string | null {
  const listed = /^CHECK \(\((\w+) = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/.exec(check)?.[2]
  return listed === undefined ? null : [...listed.matchAll(/'([^']*)'/g)].map(([, value]) => `"${value}"`).join(' | ')
}

const RELATIONS = `
  select c.relname as name, case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', coalesce(b.typname, t.typname),
        'check', (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like 'CHECK ((% = ANY (ARRAY[''%' order by k.conname limit 1), 'nullable', not a.attnotnull,
        'optional', not a.attnotnull or a.atthasdef or a.attidentity <> '', 'generated', a.attgenerated <> '' or a.attidentity = 'a') order by a.attname)
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = nullif(t.typbasetype, 0) where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select jsonb_agg(jsonb_build_object('name', k.conname, 'target', f.relname,
        'columns', (select jsonb_agg(a.attname order by o.i) from unnest(k.conkey) with ordinality o (n, i) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.n),
        'targetColumns', (select jsonb_agg(a.attname order by o.i) from unnest(k.confkey) with ordinality o (n, i) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = o.n),
        'unique', exists (select from pg_index x where x.indrelid = k.conrelid and x.indisunique and x.indpred is null
          and x.indnkeyatts = cardinality(k.conkey) and x.indkey::int2[] @> k.conkey)) order by k.conname)
      from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and f.relnamespace = c.relnamespace), '[]') as relationships
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by c.relname`

const ROUTINES = `
  select p.proname as name, r.typname as returns, p.proretset as "set",
    coalesce((select jsonb_agg(jsonb_build_object('name', p.proargnames[i], 'type', t.typname, 'optional', i > p.pronargs - p.pronargdefaults) order by p.proargnames[i])
      from generate_series(1, p.pronargs) i join pg_type t on t.oid = p.proargtypes[i - 1]), '[]') as args,
    coalesce((select jsonb_agg(jsonb_build_object('name', p.proargnames[i], 'type', t.typname) order by i)
      from generate_subscripts(p.proargmodes, 1) i join pg_type t on t.oid = p.proallargtypes[i] where p.proargmodes[i] in ('t', 'o')), '[]') as columns
  from pg_proc p join pg_type r on r.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and r.typname not in ('trigger', 'event_trigger')
    -- a function without names of its parameters cannot be called through the API
    and (p.pronargs = 0 or p.proargnames is not null) order by p.proname`

function fields(columns: Column[], kind: 'Row' | 'Insert' | 'Update'): string {
  const lines = columns.map((column) => {
    if (kind !== 'Row' && column.generated) return `          ${column.name}?: never`
    const optional = kind === 'Update' || (kind === 'Insert' && column.optional)
    return `          ${column.name}${optional ? '?' : ''}: ${(column.check === null ? null : unionOf(column.check)) ?? typeOf(column.type)}${column.nullable ? ' | null' : ''}`
  })
  return `        ${kind}: {\n${lines.join('\n')}\n        }`
}

const quoted = (names: string[]): string => `[${names.map((name) => `"${name}"`).join(', ')}]`

function relationBlock(relation: Relation): string {
  const kinds = relation.kind === 'table' ? (['Row', 'Insert', 'Update'] as const) : (['Row'] as const)
  const relationships = relation.relationships.map(
    (r) => `          {
            foreignKeyName: "${r.name}"
            columns: ${quoted(r.columns)}
            isOneToOne: ${r.unique}
            referencedRelation: "${r.target}"
            referencedColumns: ${quoted(r.targetColumns)}
          },`,
  )
  const list = relationships.length > 0 ? `[\n${relationships.join('\n')}\n        ]` : '[]'
  return `      ${relation.name}: {\n${kinds.map((kind) => fields(relation.columns, kind)).join('\n')}\n        Relationships: ${list}\n      }`
}

function routineBlock(routine: Routine, relations: Relation[]): string {
  // An argument with a default may also be null: the functions treat both as "not given".
  const args = routine.args.map(
    (arg) => `${arg.name}${arg.optional ? '?' : ''}: ${typeOf(arg.type).replace(/^(.*\[\])$/, 'readonly $1')}${arg.optional ? ' | null' : ''}`,
  )
  const row = relations.find((relation) => relation.name === routine.returns)
  const table = `{ ${routine.columns.map((column) => `${column.name}: ${typeOf(column.type)}`).join('; ')} }`
  const returns = row
    ? `Database["public"]["${row.kind === 'table' ? 'Tables' : 'Views'}"]["${row.name}"]["Row"]`
    : routine.columns.length > 0
      ? table
      : typeOf(routine.returns)
  return `      ${routine.name}: {\n        Args: ${args.length > 0 ? `{ ${args.join('; ')} }` : 'Record<PropertyKey, never>'}\n        Returns: ${returns}${routine.set ? '[]' : ''}\n      }`
}

const block = (lines: string[]): string => (lines.length > 0 ? `{\n${lines.join('\n')}\n    }` : '{\n      [_ in never]: never\n    }')

/** The text of database.types.ts for the schema `public` of a migrated database. */
export async function generateTypes(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const relations = (await client.query<Relation>(RELATIONS)).rows
    const routines = (await client.query<Routine>(ROUTINES)).rows
    const tables = relations.filter((relation) => relation.kind === 'table').map(relationBlock)
    const views = relations.filter((relation) => relation.kind === 'view').map(relationBlock)
    return `// written by \`npm run types\` from the migrations; do not edit

export type Json = string | number | boolean | null | { readonly [key: string]: Json | undefined } | readonly Json[]

export type Database = {
  public: {
    Tables: ${block(tables)}
    Views: ${block(views)}
    Functions: ${block(routines.map((routine) => routineBlock(routine, relations)))}
    Enums: ${block([])}
    CompositeTypes: ${block([])}
  }
}

type Public = Database["public"]
export type Tables<Name extends keyof (Public["Tables"] & Public["Views"])> = (Public["Tables"] & Public["Views"])[Name] extends { Row: infer Row } ? Row : never
export type TablesInsert<Name extends keyof Public["Tables"]> = Public["Tables"][Name]["Insert"]
export type TablesUpdate<Name extends keyof Public["Tables"]> = Public["Tables"][Name]["Update"]
`
  } finally {
    await client.end()
  }
}

async function fromThrowAwayDatabase(): Promise<string> {
  const { startPostgres } = await import('#server/database/postgres.ts')
  const { migrateGateway, migrateShop } = await import('#server/database/migrations.ts')
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-types-'))
  const server = await startPostgres({ dataDir: path.join(folder, 'pg'), durable: false })
  try {
    await migrateGateway(server.urlFor('postgres'))
    await migrateShop(server.urlFor('postgres'))
    await writeFile(SCHEMA, await dumpSchema(server.urlFor('postgres')))
    return await generateTypes(server.urlFor('postgres'))
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [url, file = path.join(import.meta.dirname, '../supabase/database.types.ts')] = process.argv.slice(2)
  await writeFile(file, url ? await generateTypes(url) : await fromThrowAwayDatabase())
}

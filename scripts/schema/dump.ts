/**
 * The current schema of the shop as one text, read from the catalogue of a migrated database: the content of `supabase/schema.sql`,
 * and the basis for comparing two databases. Every table comes with its indexes, grants, policies and triggers.
 */
import { Client } from 'pg'
import * as queries from './queries.ts'

type Line = { owner: string; line: string }

async function rows(client: Client, sql: string): Promise<Line[]> {
  return (await client.query<Line>(sql)).rows
}

/** Groups lines by their owner, in their original order. */
function grouped(lines: Line[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { owner, line } of lines) groups.set(owner, [...(groups.get(owner) ?? []), line])
  return groups
}

const heading = (text: string): string => `-- ${'─'.repeat(3)} ${text} ${'─'.repeat(Math.max(3, 120 - text.length))}`

async function tableBlocks(client: Client): Promise<string[]> {
  const columns = grouped(await rows(client, queries.COLUMNS))
  const constraints = grouped(await rows(client, queries.CONSTRAINTS))
  const after = [queries.TABLE_SETTINGS, queries.INDEXES, queries.TABLE_GRANTS, queries.COLUMN_GRANTS, queries.POLICIES, queries.TRIGGERS]
  const parts = await after.reduce<Promise<Map<string, string[]>[]>>(
    async (done, sql) => [...(await done), grouped(await rows(client, sql))],
    Promise.resolve([]),
  )
  return [...columns].map(([table, lines]) => {
    const inside = [...lines, ...(constraints.get(table) ?? [])].map((line) => `  ${line}`).join(',\n')
    const outside = parts.flatMap((part) => part.get(table) ?? [])
    return [`create table ${table} (`, inside, ');', ...outside].join('\n')
  })
}

async function functionBlocks(client: Client): Promise<string[]> {
  const grants = grouped(await rows(client, queries.FUNCTION_GRANTS))
  return (await rows(client, queries.FUNCTIONS)).map(({ owner, line }) => [`${line.trimEnd()};`, ...(grants.get(owner) ?? [])].join('\n'))
}

async function dataLines(client: Client): Promise<string[]> {
  const lines: string[] = []
  for (const { owner: table, line: columns } of await rows(client, queries.WRITTEN_COLUMNS)) {
    const sql = `select ${client.escapeLiteral(table)} as owner, row_to_json(t)::text as line from (select ${columns} from ${table}) t order by row_to_json(t)::text collate "C"`
    lines.push(...(await rows(client, sql)).map(({ line }) => `-- ${table}: ${line}`))
  }
  return lines
}

/** The whole text; equal for two databases with the same schema, whatever order their migrations had. */
export async function dumpSchema(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("set search_path = ''")
    const list = async (sql: string): Promise<string[]> => (await rows(client, sql)).map(({ line }) => line)
    const sections: [string, string[]][] = [
      ['schemas and extensions', [...(await list(queries.SCHEMAS)), ...(await list(queries.EXTENSIONS))]],
      ['roles', await list(queries.ROLES)],
      ['default privileges', await list(queries.DEFAULT_PRIVILEGES)],
      ['domains, types, casts and sequences', [...(await list(queries.TYPES)), ...(await list(queries.CASTS)), ...(await list(queries.SEQUENCES))]],
      ['tables', await tableBlocks(client)],
      ['views', await list(queries.VIEWS)],
      ['triggers and policies on tables of the services', await list(queries.OUTSIDE)],
      ['publications', await list(queries.PUBLICATIONS)],
      ['functions', await functionBlocks(client)],
      ['rows that the migrations write, without times and random ids', await dataLines(client)],
    ]
    const text = sections.map(([title, blocks]) => {
      const gap = title === 'tables' || title === 'functions' || title === 'views' ? '\n\n' : '\n'
      return `${heading(title)}\n\n${blocks.join(gap)}\n`
    })
    return `-- written by \`npm run types\` from the migrations; do not edit. For reading and comparing, not for running.\n\n${text.join('\n')}`
  } finally {
    await client.end()
  }
}

/**
 * A PostgreSQL of its own that is shaped as a Supabase project's: roles, schemas and tables of the services, and an owner that is no
 * superuser. Roles belong to the whole server, so the one of the other tests cannot have this shape.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { GATEWAY_MIGRATIONS, migrateGateway } from '#server/database/migrations.ts'
import { startPostgres } from '#server/database/postgres.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PASSWORD = 'of the owner'
/** Migrations of the gateway: roles, accounts, files, live changes (two), second factors. */
const IN_A_PROJECT = ['0001', '0002', '0003', '0004', '0005', '0010']

export type SupabaseProject = {
  /** Connection string of `postgres`, as a project shows it. */
  url: string
  /** Connection string of `supabase_admin`, which only Supabase itself has. */
  superuserUrl: string
  /** Runs `supabase db push` of the official CLI. @returns what it printed @throws Error with what it printed */
  push(): Promise<string>
  /** Prepares the database for a process whose embedded services answer in the place of the project’s own. */
  addServices(): Promise<void>
  stop(): Promise<void>
}

export async function startSupabaseProject(): Promise<SupabaseProject> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-supabase-'))
  const server = await startPostgres({ dataDir: path.join(folder, 'pg'), durable: false })
  // initdb's superuser cannot lose its rights, but its name.
  await ask(server.urlFor('postgres'), "create role renamer superuser login password 'x'")
  await ask(server.urlFor('postgres', 'renamer', 'x'), 'alter role postgres rename to supabase_admin')
  const superuserUrl = server.urlFor('postgres', 'supabase_admin')
  await ask(superuserUrl, `drop role renamer; ${await readFile(path.join(import.meta.dirname, 'supabase/roles.sql'), 'utf8')}`)
  await ask(superuserUrl, `alter role postgres password '${PASSWORD}'; alter database postgres owner to postgres`)
  await ask(superuserUrl, await readFile(path.join(import.meta.dirname, 'supabase/database.sql'), 'utf8'))
  const url = server.urlFor('postgres', 'postgres', PASSWORD)
  return {
    url,
    superuserUrl,
    push: () => runCli(['db', 'push', '--db-url', `${url}?sslmode=disable`, '--yes'], folder),
    async addServices() {
      await ask(superuserUrl, await readFile(path.join(import.meta.dirname, 'supabase/services.sql'), 'utf8'))
      // What the gateway's own migrations would create is there, in the shape of the project's services.
      const values = IN_A_PROJECT.map((version) => `('${version}')`).join()
      await ask(superuserUrl, `create schema gateway; create table ${GATEWAY_MIGRATIONS} (version text primary key, statements text[], name text)`)
      await ask(superuserUrl, `insert into ${GATEWAY_MIGRATIONS} (version) values ${values}`)
      await migrateGateway(superuserUrl)
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The CLI of package-lock.json, which finds neither settings nor a session of the person who runs the tests. */
async function runCli(args: string[], home: string): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: home, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1', NO_COLOR: '1' }
  const child = spawn(process.execPath, [path.join(ROOT, 'node_modules/supabase/dist/supabase.js'), ...args, '--workdir', ROOT], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void printed.push(String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const output = printed.join('')
  if (code !== 0) throw new Error(`supabase ${args[0]} ${args[1]} ended with ${code}: ${output}`)
  return output
}

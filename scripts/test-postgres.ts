/**
 * vitest's globalSetup for the tests that need a database: one temporary PostgreSQL per project run, with a template of the
 * gateway's schema and one of the whole shop's. A test copies a template (about 50 ms).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateGateway, migrateShop } from '#server/database/migrations.ts'
import { startPostgres } from '#server/database/postgres.ts'
import { ensureLogins, LOGIN_ROLES, rolePassword } from '#server/database/roles.ts'
import { TEST_SECRET } from '#server/testing/secret.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface ProvidedContext {
    /** The owner's URL of the maintenance database; templates are `template_gateway` and `template_shop`. */
    postgresUrl: string
    /** Passwords of the login roles, so that the gateway's tests need not know how the server derives them. */
    loginPasswords: Record<string, string>
  }
}

async function createDatabase(ownerUrl: string, name: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-test-'))
  // Without autovacuum, so that plans do not depend on when it runs: to it, rows that a test has not committed are none. A test once took
  // 30 s instead of half a second.
  const server = await startPostgres({ dataDir: path.join(folder, 'pg'), durable: false, settings: { autovacuum: 'off' } })
  await createDatabase(server.urlFor('postgres'), 'template_gateway', 'template0')
  await migrateGateway(server.urlFor('template_gateway'))
  if (project.name !== 'gateway') {
    await createDatabase(server.urlFor('postgres'), 'template_shop', 'template_gateway')
    await migrateShop(server.urlFor('template_shop'))
  }
  await ensureLogins(server.urlFor('postgres'), [TEST_SECRET], { takesOver: true })
  project.provide('postgresUrl', server.urlFor('postgres'))
  project.provide('loginPasswords', Object.fromEntries(LOGIN_ROLES.map((role) => [role, rolePassword(TEST_SECRET, role)])))
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates a separate database for one test file from a template. */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { TEST_SECRET } from './secret.ts'
import { rolePassword, type LoginRole } from '#server/database/roles.ts'

export type TestDatabase = {
  /** Connection string of the owner. */
  url: string
  urlFor(role: LoginRole): string
  drop(): Promise<void>
}

async function asOwner(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export async function createDatabase(template: 'shop' | 'gateway' | 'empty'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(`create database ${name} template ${template === 'empty' ? 'template0' : `template_${template}`}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return {
    url: url.toString(),
    urlFor(role) {
      const as = new URL(url)
      as.username = role
      as.password = rolePassword(TEST_SECRET, role)
      return as.toString()
    },
    async drop() {
      // pool.end() resolves before its connections are closed; terminating them then would raise an uncaught error. The plain
      // statement waits up to 5 s for them to close.
      await asOwner(`drop database if exists ${name}`).catch(() => asOwner(`drop database if exists ${name} with (force)`))
    },
  }
}

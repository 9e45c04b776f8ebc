import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

export type TestLogin = 'authenticator' | 'supabase_auth_admin' | 'supabase_storage_admin' | 'supabase_realtime_admin' | 'supabase_replication_admin'

export type TestDatabase = {
  /** The owner's connection string, only to arrange and inspect. */
  ownerUrl: string
  urlFor(login: TestLogin): string
  /** Runs statements as the owner. */
  prepare(sql: string): Promise<void>
  drop(): Promise<void>
}

async function runAsOwner(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Creates a separate database for one test file, with the gateway's migrations only. */
export async function createGatewayDatabase(): Promise<TestDatabase> {
  const maintenance = inject('postgresUrl')
  const name = `gateway_${randomBytes(6).toString('hex')}`
  await runAsOwner(maintenance, `create database ${name} template template_gateway`)
  const owner = new URL(maintenance)
  owner.pathname = `/${name}`
  return {
    ownerUrl: owner.toString(),
    urlFor(login) {
      const url = new URL(owner)
      url.username = login
      url.password = inject('loginPasswords')[login] ?? ''
      return url.toString()
    },
    prepare: (sql) => runAsOwner(owner.toString(), sql),
    async drop() {
      // A temporary slot briefly outlives its connection, and `force` does not end it.
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await runAsOwner(maintenance, `drop database if exists ${name} with (force)`)
        } catch (error) {
          if (attempt === 50 || (error as { code?: string }).code !== '55006') throw error
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
    },
  }
}

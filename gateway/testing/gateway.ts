/** A gateway on a test database and official clients that call it in process. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { signJwt } from '../core/jwt.ts'
import { createGateway, type AuthMail, type Gateway, type GatewayOptions } from '../gateway.ts'
import type { TestDatabase } from './database.ts'

export const ORIGIN = 'http://shop.test'

const jwtSecret = randomBytes(32).toString('hex')
export const KEYS = {
  jwtSecret,
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  anonKey: signJwt({ role: 'anon', iss: 'test' }, jwtSecret),
  serviceRoleKey: signJwt({ role: 'service_role', iss: 'test' }, jwtSecret),
}

export type TestGateway = {
  gateway: Gateway
  mails: AuthMail[]
  logged: { level: string; message: string; data?: unknown }[]
  /** Advances the gateway's clock; the database's clock is unaffected. */
  advance(seconds: number): void
  now(): Date
  storageDir: string
  /** A client with its own session storage. */
  client(options?: { key?: string; remoteAddress?: string; flowType?: 'implicit' | 'pkce'; headers?: Record<string, string> }): SupabaseClient
  fetch(path: string, init?: RequestInit, remoteAddress?: string): Promise<Response>
  /**
   * Opens a mailed link and presses the button, as a person does. `typed` fills in the page's other fields; by default it is
   * the password of the tests' sign-ups.
   */
  press(link: string, typed?: Record<string, string>): Promise<Response>
  /** Resolves to the newest mail to an address once it has been sent. */
  mailTo(address: string): Promise<AuthMail>
  close(): Promise<void>
}

export async function openTestGateway(database: Pick<TestDatabase, 'urlFor'>, overrides: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const storageDir = await mkdtemp(path.join(tmpdir(), 'gateway-storage-'))
  const mails: AuthMail[] = []
  const logged: TestGateway['logged'] = []
  let ahead = 0
  const now = (): Date => new Date(Date.now() + ahead)
  const gateway = await createGateway({
    url: ORIGIN,
    siteUrl: `${ORIGIN}/`,
    redirectAllowList: ['https://app.test/**'],
    databaseUrls: {
      authenticator: database.urlFor('authenticator'),
      auth: database.urlFor('supabase_auth_admin'),
      storage: database.urlFor('supabase_storage_admin'),
      realtime: database.urlFor('supabase_realtime_admin'),
      replication: database.urlFor('supabase_replication_admin'),
    },
    schemas: ['public'],
    keys: KEYS,
    // The lowest cost that bcrypt allows: the tests count calls and need no strength.
    auth: { autoconfirm: false, bcryptCost: 4, limits: true },
    mails: { send: async (mail) => void mails.push(mail) },
    storageDir,
    functions: {},
    log: (entry) => void logged.push(entry),
    now,
    ...overrides,
  })
  return {
    gateway,
    mails,
    logged,
    advance: (seconds) => (ahead += seconds * 1000),
    now,
    storageDir,
    client({ key = KEYS.publishableKey, remoteAddress, flowType = 'implicit', headers } = {}) {
      const kept = new Map<string, string>()
      return createClient(ORIGIN, key, {
        auth: {
          autoRefreshToken: false,
          persistSession: true,
          detectSessionInUrl: false,
          experimental: { recoveryCodes: true },
          flowType,
          storageKey: `test-${randomBytes(4).toString('hex')}`,
          storage: {
            getItem: (name) => kept.get(name) ?? null,
            setItem: (name, value) => void kept.set(name, value),
            removeItem: (name) => void kept.delete(name),
          },
        },
        global: { headers, fetch: (input, init) => gateway.fetch(new Request(input, init), { remoteAddress }) },
      })
    },
    fetch: (where, init, remoteAddress) => gateway.fetch(new Request(new URL(where, ORIGIN), init), { remoteAddress }),
    async press(link, typed = { password: 'correct horse' }) {
      const page = await gateway.fetch(new Request(link))
      if (page.status !== 200) return page
      const fields = new URLSearchParams(typed)
      for (const [, name = '', value = ''] of (await page.text()).matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)) {
        fields.set(
          name,
          value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
        )
      }
      return gateway.fetch(new Request(`${ORIGIN}/auth/v1/verify`, { method: 'POST', body: fields }))
    },
    async mailTo(address) {
      for (let wait = 0; wait < 200; wait += 1) {
        const mail = mails.findLast(({ to }) => to === address)
        if (mail) return mail
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`no mail to ${address}`)
    },
    async close() {
      await gateway.close()
      await rm(storageDir, { recursive: true, force: true })
    },
  }
}

/** What an empty data folder gets: the first admin, and the demo shop unless DEMO=0. Answers the lines to print. */
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/bcrypt'
import pg from 'pg'
import type { Gateway } from '#gateway/gateway.ts'
import type { Config } from './config.ts'
import type { ShopDatabase } from './database.ts'
import type { Keys } from './keys.ts'
import type { Progress } from './progress.ts'
import { gatewayStorage } from './storage-client.ts'

export type FirstStart = { config: Config; database: ShopDatabase; gateway: Gateway; keys: Keys; progress: Progress }

const ADMIN_EMAIL = 'admin@shringar.example'

async function createAdmin({ gateway, keys, config }: FirstStart, client: pg.Client): Promise<string> {
  const password = randomBytes(12).toString('base64url')
  const answer = await gateway.fetch(
    new Request(`${config.siteUrl}/auth/v1/admin/users`, {
      method: 'POST',
      headers: { apikey: keys.secret_key, 'content-type': 'application/json' },
      body: JSON.stringify({ email: ADMIN_EMAIL, password, email_confirm: true }),
    }),
  )
  const user = (await answer.json()) as { id?: string }
  if (!answer.ok || !user.id) throw new Error(`the first admin could not be made: ${answer.status}`)
  await client.query("insert into public.user_roles (user_id, role) values ($1, 'owner')", [user.id])
  return password
}

async function isTrue(client: pg.Client, question: string): Promise<boolean> {
  const { rows } = await client.query<{ answer: boolean }>(`select (${question}) as answer`)
  return rows[0]?.answer === true
}

export async function firstStart(start: FirstStart): Promise<string[]> {
  const { config, database, gateway, keys, progress } = start
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    const lines = ['', `Shringar is open: ${config.siteUrl}`]
    if (await isTrue(client, 'not exists (select from public.user_roles)')) {
      const password = await createAdmin(start, client)
      lines.push(`Admin:            ${config.siteUrl}/admin/login   ${ADMIN_EMAIL}   ${password}   (shown once)`)
    } else {
      lines.push(`Admin:            ${config.siteUrl}/admin/login   (a new password: npm run admin -- ${ADMIN_EMAIL})`)
    }
    if (config.demo && (await isTrue(client, 'not exists (select from public.products) and not exists (select from public.orders)'))) {
      // Imported only here: a later start has no use for the catalogue.
      const { loadDemo } = await import('#supabase/seed/load.ts')
      await progress('Filling the demo shop', () =>
        loadDemo({
          query: async (text, values) => (await client.query(text, values)).rows,
          putObject: gatewayStorage(() => gateway, keys.secret_key, config.siteUrl).put,
          hashPassword: (password) => hash(password, 10),
        }),
      )
    }
    if (config.demo && (await isTrue(client, 'exists (select from public.settings where demo_mode)'))) {
      const { CUSTOMERS } = await import('#supabase/seed/customers.ts')
      const customer = CUSTOMERS[0]
      if (customer) lines.push(`Demo customer:    ${config.siteUrl}/login   ${customer.email}   ${customer.password}`)
    }
    if (gateway.realtimeProblem) lines.push(`Live updates:     off: ${gateway.realtimeProblem}`)
    lines.push(config.smtpUrl ? 'Mails:            sent by SMTP' : `Mails:            ${config.dataDir}/outbox`, 'Ctrl-C closes the shop.', '')
    return lines
  } finally {
    await client.end()
  }
}

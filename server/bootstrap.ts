/** Fills an empty data folder: the first owner, and the demo shop unless DEMO=0. Returns the lines to print at each start. */
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/bcrypt'
import type pg from 'pg'
import type { Gateway } from '#gateway/gateway.ts'
import { databaseClient } from '#postgres/client.ts'
import { ConfigError, type Config } from './config.ts'
import type { ShopDatabase } from './database/database.ts'
import type { Keys } from './keys.ts'
import type { Progress } from './progress.ts'
import { gatewayStorage } from './functions/storage-client.ts'

export type Bootstrap = { config: Config; database: ShopDatabase; gateway: Gateway; keys: Keys; progress: Progress }

const IS_EMPTY = 'not exists (select from public.products) and not exists (select from public.orders)'
/** A demo that was removed does not come back with the next start. */
const HAD_NO_DEMO = 'not exists (select from private.demo_rows)'
/** Loaded before its rows were noted. */
const IS_UNMARKED_DEMO = `${HAD_NO_DEMO} and exists (select from auth.users where email = 'priya@shringar.example')`
const DEMO_EMAIL = 'admin@shringar.example'

async function askAuth({ gateway, keys, config }: Bootstrap, path: string, body: Record<string, unknown>): Promise<{ id: string; action_link?: string }> {
  const answer = await gateway.fetch(
    new Request(`${config.siteUrl}/auth/v1/admin/${path}`, {
      method: 'POST',
      headers: { apikey: keys.secret_key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  const made = (await answer.json()) as { id?: string; action_link?: string }
  if (!answer.ok || !made.id) throw new Error(`Failed to create the first owner: ${answer.status}`)
  return { ...made, id: made.id }
}

const makeOwner = (client: pg.Client, id: string) =>
  client.query("insert into public.user_roles (user_id, role) values ($1, 'owner') on conflict (user_id) do update set role = 'owner'", [id])

/**
 * Creates the first owner and returns the line with their sign-in. The demo prints a password. A real shop prints a link that works
 * once, so that a log with this line is useless to a later reader; the owner then chooses name and password.
 */
async function createOwner(start: Bootstrap, client: pg.Client): Promise<string> {
  const { config } = start
  if (config.demo) {
    const password = randomBytes(12).toString('base64url')
    const { id } = await askAuth(start, 'users', { email: config.adminEmail ?? DEMO_EMAIL, password, email_confirm: true })
    await makeOwner(client, id)
    return `Admin:            ${config.siteUrl}/admin/login   ${config.adminEmail ?? DEMO_EMAIL}   ${password}   (shown once)`
  }
  if (config.adminEmail === undefined) {
    throw new ConfigError('This shop has no owner yet: set ADMIN_EMAIL to your email address for this start, and it prints a link for you.')
  }
  const { id, action_link: link } = await askAuth(start, 'generate_link', {
    type: 'invite',
    email: config.adminEmail,
    redirect_to: `${config.siteUrl}/admin/join`,
  })
  if (link === undefined) throw new Error('The auth service returned no link')
  await makeOwner(client, id)
  return `Owner:            ${config.adminEmail}: choose your name and password here (opens once, within seven days):\n                  ${link}`
}

async function isTrue(client: pg.Client, condition: string): Promise<boolean> {
  const { rows } = await client.query<{ answer: boolean }>(`select (${condition}) as answer`)
  return rows[0]?.answer === true
}

export async function bootstrap(start: Bootstrap): Promise<string[]> {
  const { config, database, gateway, keys, progress } = start
  const client = databaseClient(database.ownerUrl)
  await client.connect()
  try {
    const lines = ['', `Shringar is open: ${config.siteUrl}`]
    if (await isTrue(client, 'not exists (select from public.user_roles)')) {
      lines.push(await createOwner(start, client))
      // A new shop is not ready for the public. In the demo, loadDemo fills it below.
      if (!config.demo) await client.query(`update public.settings set is_open = false where ${IS_EMPTY}`)
    } else {
      lines.push(`Admin:            ${config.siteUrl}/admin/login   (a new password: npm run admin -- you@shop.example)`)
    }
    const size = config.demo
    if (size && (await isTrue(client, `${IS_EMPTY} and ${HAD_NO_DEMO}`))) {
      // Imported only here: later starts do not need the catalogue.
      const { loadDemo } = await import('#supabase/seed/load.ts')
      await progress('Filling the demo shop', () =>
        loadDemo({
          size,
          query: async (text, values) => (await client.query(text, values)).rows,
          putObject: gatewayStorage(() => gateway, keys.secret_key, config.siteUrl).put,
          hashPassword: (password) => hash(password, 10),
        }),
      )
      // A year of sales leaves thirty dead versions of each product, which every page would read until PostgreSQL vacuums by itself.
      await client.query('vacuum public.products')
    }
    if (await isTrue(client, IS_UNMARKED_DEMO)) {
      const { markDemo } = await import('#supabase/seed/mark-demo.ts')
      await markDemo(async (text, values) => (await client.query(text, values)).rows)
    }
    if (config.demo && (await isTrue(client, 'exists (select from public.settings where demo_mode)'))) {
      const { CUSTOMERS } = await import('#supabase/seed/customers.ts')
      const customer = CUSTOMERS[0]
      if (customer) lines.push(`Demo customer:    ${config.siteUrl}/login   ${customer.email}   ${customer.password}`)
    }
    if (await isTrue(client, 'exists (select from public.settings where not is_open)')) {
      lines.push(`The public:       sees “Opening soon” until an owner opens the shop: ${config.siteUrl}/admin/settings/opening`)
    }
    if (gateway.realtimeError) lines.push(`Live updates:     off: ${gateway.realtimeError}`)
    lines.push(config.smtpUrl ? 'Mails:            sent by SMTP' : `Mails:            ${config.dataDir}/outbox`, 'Ctrl-C closes the shop.', '')
    return lines
  } finally {
    await client.end()
  }
}

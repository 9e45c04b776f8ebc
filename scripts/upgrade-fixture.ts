/**
 * `npm run upgrade-fixture -- 1.2.0 [folder]`: starts the demo shop of that folder, by default this one, buys and sells in it, and writes
 * its rows and its commit to supabase/tests/releases, from which the next versions are upgraded in tests (CONTRIBUTING.md#make-a-release).
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { CUSTOMERS } from '#supabase/seed/customers.ts'
import type { Database } from '#supabase/database.ts'
import { withOwner } from '#server/database/migrations.ts'
import { noteReleaseCommit } from '#server/testing/release-code.ts'
import { writeReleaseShop } from '#server/testing/release-shop.ts'
import { startShop, type RunningShop } from './running-shop.ts'

const [release = '', folder] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+(?:-[a-z]+)?$/.test(release)) {
  console.error('usage: npm run upgrade-fixture -- 1.2.0 [folder of that release]')
  process.exit(2)
}

/** Three orders of a customer, through the API: one waits, one is accepted with its invoice, one is cancelled after that. */
async function trade({ url, keys }: RunningShop): Promise<void> {
  const memory = { auth: { persistSession: false, autoRefreshToken: false } }
  const staff = createClient<Database>(url, keys.secret_key, memory)
  const buyer = createClient<Database>(url, keys.publishable_key, memory)
  const [account] = CUSTOMERS
  if (!account) throw new Error('the demo has no customer')
  const { data: session } = await buyer.auth.signInWithPassword({ email: account.email, password: account.password })
  if (!session.user) throw new Error('the demo’s customer cannot sign in')
  const { data: goods } = await staff.from('products').select('id').gt('stock', 40).order('id').limit(3).throwOnError()
  const orders: string[] = []
  for (const { id } of goods) {
    await buyer.from('cart_items').insert({ user_id: session.user.id, product_id: id, quantity: 10 }).throwOnError()
    const shipping = { full_name: account.name, email: account.email, phone: account.phone, ...account.address }
    const { data, error } = await buyer.functions.invoke<{ order: { id: string } }>('place-order', {
      body: { idempotency_key: randomUUID(), shipping, payment_method: 'cod' },
    })
    if (error || !data) throw new Error(`place-order: ${error?.context instanceof Response ? await error.context.text() : String(error)}`)
    orders.push(data.order.id)
  }
  const [, accepted, cancelled] = orders
  for (const id of [accepted, cancelled])
    await staff
      .from('orders')
      .update({ status: 'processing' })
      .eq('id', id ?? '')
      .throwOnError()
  await staff
    .from('orders')
    .update({ status: 'cancelled', cancel_reason: 'Ordered twice' })
    .eq('id', cancelled ?? '')
    .throwOnError()
}

/** The mails of the orders carry their documents, which are stored with them. */
async function untilMailed(ownerUrl: string): Promise<void> {
  await withOwner(ownerUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ left: number }>("select count(*)::int as left from private.mails where status <> 'sent'")
      if (rows[0]?.left === 0) return
      await sleep(200)
    }
  })
}

const root = path.resolve(import.meta.dirname, '..')
const code = folder ? path.resolve(process.env['INIT_CWD'] ?? '', folder) : root
const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-release-'))
try {
  const shop = await startShop(dataDir, undefined, { DEMO: 'small' }, code)
  try {
    await trade(shop)
    await untilMailed(shop.keys.db_url)
    const { file, bytes } = await writeReleaseShop(shop.keys.db_url, release)
    await noteReleaseCommit(release, code)
    console.log(`Wrote ${path.relative(process.cwd(), file)}, ${Math.round(bytes / 1000)} kB`)
  } finally {
    await shop.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

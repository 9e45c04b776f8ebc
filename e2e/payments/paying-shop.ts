/** A separate shop that collects through Razorpay, and a fake Razorpay in its own process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ShopClient } from '../support/customers.ts'
import type { Page } from '@playwright/test'
import { newCustomer, serviceClient, shipping, type Customer } from '../support/customers.ts'
import { openShop, type RunningShop } from '../support/shop-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const KEYS = { key_id: 'rzp_test_fake', key_secret: 'fake-key-secret', webhook_secret: 'fake-webhook-secret' }

export type FakeRazorpay = {
  url: string
  /** Sends POST /control/{name} and returns the answer. */
  call: (name: string, body?: Record<string, unknown>) => Promise<Record<string, unknown>>
  state: () => Promise<FakeState>
  stop: () => void
}
export type FakeState = { orders: { id: string }[]; payments: { id: string; order_id: string }[]; events: { id: string; event: string }[] }

async function openFakeRazorpay(): Promise<FakeRazorpay> {
  const child: ChildProcess = spawn(process.execPath, ['functions/testing/fake-razorpay.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(String(line).trim()))
    child.once('exit', (code) => reject(new Error(`the fake Razorpay ended with ${code}`)))
  })
  return {
    url,
    call: async (name, body = {}) => {
      const answer = await fetch(`${url}/control/${name}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`/control/${name} answered ${answer.status}`)
      return (await answer.json()) as Record<string, unknown>
    },
    state: async () => (await (await fetch(`${url}/control/state`)).json()) as FakeState,
    stop: () => void child.kill('SIGTERM'),
  }
}

export type PayingShop = {
  shop: RunningShop
  fakeRazorpay: FakeRazorpay
  service: ShopClient
  admin: Customer
  productId: string
  close: () => Promise<void>
}

export async function openPayingShop(): Promise<PayingShop> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-paying-'))
  const fakeRazorpay = await openFakeRazorpay()
  const shop = await openShop({ dataDir, env: { DEMO: '0', RAZORPAY_URL: fakeRazorpay.url, RAZORPAY_CHECKOUT_URL: `${fakeRazorpay.url}/v1/checkout.js` } })
  const service = serviceClient(shop.keys)
  const admin = await newCustomer(shop.keys)
  const done = async (work: PromiseLike<{ error: unknown }>): Promise<void> => {
    const { error } = await work
    if (error) throw error
  }
  await done(service.from('user_roles').insert({ user_id: admin.id, role: 'owner' }))
  // Only an owner sets payment keys, and confirms it with the password.
  await done(admin.client.functions.invoke('set-payment-keys', { body: { ...KEYS, password: admin.password } }))
  await done(admin.client.from('settings').update({ razorpay_enabled: true }).not('store_name', 'is', null))
  const row = { sku: 'PAY-1', name: 'Kesar balm', price: 118, stock: 500, gst_percent: 18, hsn: '3304', status: 'active' as const }
  const { data, error } = await service.from('products').insert(row).select('id').single()
  if (error) throw error
  await fakeRazorpay.call('webhooks', { url: `${shop.url}/functions/v1/razorpay-webhook`, automatic: false })
  return {
    shop,
    fakeRazorpay,
    service,
    admin,
    productId: data.id,
    async close() {
      await shop.stop()
      fakeRazorpay.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Signs a person in to this shop in the browser. */
export async function signIn(page: Page, { shop }: PayingShop, person: Customer): Promise<void> {
  const { data } = await person.client.auth.getSession()
  const name = `sb-${new URL(shop.url).hostname.split('.')[0]}-auth-token`
  await page.addInitScript(
    ([key, value]) => {
      if (!localStorage.getItem(key)) localStorage.setItem(key, value)
    },
    [name, JSON.stringify(data.session)] as const,
  )
}

/** A customer with two units of the product in the cart. */
export async function buyer({ shop, productId }: PayingShop): Promise<Customer> {
  const customer = await newCustomer(shop.keys)
  const { error } = await customer.client.from('cart_items').insert({ user_id: customer.id, product_id: productId, quantity: 2 })
  if (error) throw error
  return customer
}

/** An order to be paid online, placed through the API: ₹336.00. */
export async function onlineOrder(customer: Customer): Promise<string> {
  const { data, error } = await customer.client.functions.invoke<{ order: { id: string } }>('place-order', {
    body: { idempotency_key: randomUUID(), shipping, payment_method: 'razorpay' },
  })
  if (error || !data) throw error ?? new Error('place-order answered nothing')
  return data.order.id
}

/** A payment that Razorpay takes and that belongs to no order of the shop. @param amount paise */
export async function unmatchedPayment({ fakeRazorpay }: PayingShop, amount: number): Promise<string> {
  const answer = await fetch(`${fakeRazorpay.url}/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${KEYS.key_id}:${KEYS.key_secret}`)}` },
    body: JSON.stringify({ amount, currency: 'INR', receipt: randomUUID() }),
  })
  const { id } = (await answer.json()) as { id: string }
  return String((await fakeRazorpay.call('pay', { order_id: id }))['razorpay_payment_id'])
}

/** Sends the shop every event that it has not received yet. */
export async function sendEvents({ fakeRazorpay }: PayingShop, sent: Set<string>): Promise<void> {
  for (const { id } of (await fakeRazorpay.state()).events) {
    if (sent.has(id)) continue
    sent.add(id)
    await fakeRazorpay.call('send', { event_id: id })
  }
}

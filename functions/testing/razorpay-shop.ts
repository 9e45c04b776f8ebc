/** A shop with Razorpay payments and a fake Razorpay; one function per event of an order. */
import { createHmac } from 'node:crypto'
import { checkPayment } from '../check-payment/check-payment.ts'
import { confirmPayment } from '../confirm-payment/confirm-payment.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { runPaymentJobs } from '../razorpay/payment-jobs.ts'
import { razorpayWebhook } from '../razorpay-webhook/razorpay-webhook.ts'
import { startPayment } from '../start-payment/start-payment.ts'
import { FAKE_RAZORPAY_KEYS, startRazorpay } from './razorpay-process.ts'
import type { FakeRazorpay, FakeState, Voucher } from './razorpay-process.ts'
import { openShop } from './shop.ts'
import type { Database, Person, TestShop } from './shop.ts'

export type Answer = { status: number; body: Record<string, unknown> }
export type Placed = { id: string; buyer: Person; product: string; providerOrder: string }
/** The state of an order and of its payment. */
export type Standing = { status: string; payment_state: string; state: string; provider_reference: string | null; failure: string | null }

export type PayingShop = TestShop & {
  razorpay: FakeRazorpay
  admin: Person
  /** Places an order for a new product; `pieces` is its stock before. */
  placed(options?: { pieces?: number; quantity?: number; product?: string; buyer?: Person; key?: string }): Promise<Placed>
  order(buyer: Person, key?: string, context?: FunctionContext): Promise<Answer>
  start(order: { id: string }, person: Person | null, context?: FunctionContext): Promise<Answer>
  confirm(order: { id: string }, voucher: Partial<Voucher>, person: Person | null, context?: FunctionContext): Promise<Answer>
  check(order: { id: string }, person: Person | null, context?: FunctionContext): Promise<Answer>
  /** Delivers an event with Razorpay's signature; headers and body can be overridden. */
  deliver(event: { id: string; body: string }, changes?: { signature?: string; id?: string; body?: string }): Promise<number>
  /** The events of a Razorpay order so far, oldest first. */
  events(providerOrder: string, kind?: string): Promise<FakeState['events']>
  standing(order: { id: string }): Promise<Standing | undefined>
  stock(product: string): Promise<number>
  /** Runs all scheduled payment jobs as if they were due. */
  runJobs(order?: { id: string }): Promise<void>
  cancelByClock(): Promise<void>
  /** Moves an order's timestamps into the past. */
  age(order: { id: string }, time: string): Promise<void>
  cancelByCustomer(order: Placed): Promise<number>
  asAdmin<R extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  asOwner<R extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  /** Sets key id, key secret and webhook secret like the owner function; null is unchanged. */
  setKeys(...keys: [string | null, string | null, string | null]): Promise<void>
}

const SHIPPING = { full_name: 'Meera Nair', address: '48, 12th Main', city: 'Pune', state: 'Maharashtra', pincode: '411001', phone: '9845011234' }

export async function openPayingShop(database: Database): Promise<PayingShop> {
  const razorpay = await startRazorpay()
  const shop = openShop(database, { razorpayUrl: razorpay.url })
  const admin = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [admin.id])
  const asAdmin: PayingShop['asAdmin'] = (text, values) => shop.context(admin).asUser((query) => query(text, values))
  const owner = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'owner')", [owner.id])
  const asOwner: PayingShop['asOwner'] = (text, values) => shop.context(owner).asUser((query) => query(text, values))
  const setKeys: PayingShop['setKeys'] = (...keys) =>
    shop.context(owner).asOrderService(async (query) => {
      await query('select private.begin_owner_act($1, $2)', [owner.id, 'payment_keys'])
      await query('select private.set_razorpay_keys($1, $2, $3)', keys)
    })
  await setKeys(FAKE_RAZORPAY_KEYS.keyId, FAKE_RAZORPAY_KEYS.keySecret, FAKE_RAZORPAY_KEYS.webhookSecret)
  await asAdmin('update public.settings set razorpay_enabled = true')

  let keys = 0
  async function ask(run: ShopFunction, person: Person | null, body: unknown, context = shop.context(person)): Promise<Answer> {
    const answer = await run(new Request('http://shop.example/', { method: 'POST', body: JSON.stringify(body) }), context)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const order: PayingShop['order'] = (buyer, key = `key-pay-${(keys += 1)}`, context) =>
    ask(placeOrder, buyer, { idempotency_key: key, payment_method: 'razorpay', shipping: { ...SHIPPING, email: buyer.email } }, context)

  return {
    ...shop,
    razorpay,
    admin,
    asAdmin,
    asOwner,
    setKeys,
    order,
    async placed({ pieces = 10, quantity = 2, product, buyer, key } = {}) {
      const goods = product ?? (await shop.product({ stock: pieces }))
      const person = buyer ?? (await shop.person())
      await shop.fillCart(person, { [goods]: quantity })
      const { status, body } = await order(person, key)
      if (status !== 200) throw new Error(`The order was answered ${status} ${JSON.stringify(body)}`)
      const { id } = body['order'] as { id: string }
      return { id, buyer: person, product: goods, providerOrder: String((body['payment'] as { razorpay_order_id?: string }).razorpay_order_id) }
    },
    start: ({ id }, person, context) => ask(startPayment, person, { order_id: id }, context),
    confirm: ({ id }, voucher, person, context) => ask(confirmPayment, person, { order_id: id, ...voucher }, context),
    check: ({ id }, person, context) => ask(checkPayment, person, { order_id: id }, context),
    async deliver(event, { id = event.id, body = event.body, signature } = {}) {
      const signed = signature ?? createHmac('sha256', FAKE_RAZORPAY_KEYS.webhookSecret).update(body).digest('hex')
      const headers = { 'x-razorpay-signature': signed, 'x-razorpay-event-id': id }
      return (await razorpayWebhook(new Request('http://shop.example/', { method: 'POST', headers, body }), shop.context(null))).status
    },
    async events(providerOrder, kind) {
      const { events } = await razorpay.about(providerOrder)
      return events.filter(({ event }) => kind === undefined || event === kind)
    },
    async standing({ id }) {
      const [row] = await shop.sql<Standing>(
        'select o.status, o.payment_state, p.state, p.provider_reference, p.failure from public.orders o join public.payments p on p.order_id = o.id where o.id = $1',
        [id],
      )
      return row
    },
    stock: async (product) => Number((await shop.sql<{ stock: number }>('select stock from public.products where id = $1', [product]))[0]?.stock),
    async runJobs(order) {
      const whose = [order?.id ?? null]
      await shop.sql('update private.razorpay_orders set next_check_at = now() where next_check_at is not null and order_id = coalesce($1, order_id)', whose)
      await shop.sql(
        "update private.razorpay_payments set refund_next_at = now() where refund in ('due', 'asked') and ($1::uuid is null or order_id = $1)",
        whose,
      )
      await shop.sql(
        'update private.razorpay_refunds set next_at = now() where next_at is not null and ($1::uuid is null or refund_id in (select id from public.refunds where order_id = $1))',
        whose,
      )
      await runPaymentJobs(shop.context(null))
    },
    cancelByClock: async () => void (await shop.sql('select private.cancel_unpaid_orders()')),
    async age({ id }, time) {
      await shop.sql('update public.orders set created_at = created_at - $2::interval where id = $1', [id, time])
      await shop.sql('update private.razorpay_orders set created_at = created_at - $2::interval, asked_at = asked_at - $2::interval where order_id = $1', [
        id,
        time,
      ])
    },
    cancelByCustomer: async ({ id, buyer }) =>
      (
        await shop
          .context(buyer)
          .asUser((query) =>
            query("update public.orders set status = 'cancelled', cancelled_by = $2 where id = $1 and status = 'pending' returning id", [id, buyer.id]),
          )
      ).length,
    async close() {
      await razorpay.close()
      await shop.close()
    },
  }
}

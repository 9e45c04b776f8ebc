/** Many concurrent customers and a staff member, using the roles of the running shop, with a log of all responses. */
import { isDeepStrictEqual } from 'node:util'
import type { FunctionContext, ShopFunction } from '../context.ts'
import type { Goods } from './recomputed-order.ts'
import type { Person, TestShop } from './shop.ts'

/** A response of place-order. The order of its fields is irrelevant and differs in stored responses. */
export type Answer = { status: number; body: { order?: Record<string, unknown> & { id: string }; code?: string; lines?: { product_id: string }[] } }

/** `steps` are in the order in which the database applied them, according to the order's `versions`. */
export type Placed = {
  id: string
  buyer: Person
  cart: { goods: Goods; quantity: number }[]
  state: string
  body: string
  answer: Answer
  terms: number
  steps: string[]
  versions: number[]
}

/** A pseudo-random number below `below`; deterministic per seed. */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const ADDRESSES = [
  { state: 'Maharashtra', city: 'Pune', pincode: '411001' },
  { state: 'Karnataka', city: 'Bengaluru', pincode: '560038' },
  { state: 'Delhi', city: 'New Delhi', pincode: '110001' },
  { state: 'Chandigarh', city: 'Chandigarh', pincode: '160017' },
]

/** The next step that staff take from a status. */
const ONWARD: Record<string, string> = { pending: 'processing', processing: 'shipped', shipped: 'delivered' }

export type LoadFixture = {
  placed: Placed[]
  /** Units that staff added, by product. */
  restocked: Map<string, number>
  counts: Record<'placed' | 'refused' | 'replayed' | 'stepped' | 'missed' | 'forbidden', number>
  /** One random event. */
  act(worker: number, terms: number): Promise<unknown>
  send(buyer: Person, body: string): Promise<Answer>
}

export function loadFixture(
  shop: TestShop,
  placeOrder: ShopFunction,
  { goods, buyers, admin, workers, seed }: { goods: Goods[]; buyers: Person[]; admin: Person; workers: number; seed: number },
): LoadFixture {
  const placed: Placed[] = []
  const restocked = new Map<string, number>()
  const counts = { placed: 0, refused: 0, replayed: 0, stepped: 0, missed: 0, forbidden: 0 }
  const rolls = Array.from({ length: workers }, (_, worker) => dice(seed * 1000 + worker))
  let keys = 0

  const contextOf = (person: Person): FunctionContext => shop.context(person)

  async function send(buyer: Person, body: string): Promise<Answer> {
    const answer = await placeOrder(new Request('http://shop.example/functions/v1/place-order', { method: 'POST', body }), contextOf(buyer))
    // Like the browser, retry a BUSY response with the same key.
    return answer.status === 503 ? send(buyer, body) : { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }

  async function buy(worker: number, roll: (below: number) => number, terms: number): Promise<void> {
    const own = buyers.filter((_, index) => index % workers === worker) // each buyer belongs to one worker, so that no buyer orders twice at the same time
    const buyer = own[roll(own.length)] as Person
    const chosen = goods.filter(() => roll(4) === 0)
    const cart = (chosen.length > 0 ? chosen : [goods[roll(goods.length)] as Goods]).map((one) => ({ goods: one, quantity: 1 + roll(roll(3) === 0 ? 30 : 5) }))
    await contextOf(buyer).asUser((query) => query('delete from public.cart_items where user_id = $1', [buyer.id]))
    await shop.fillCart(buyer, Object.fromEntries(cart.map((line) => [line.goods.id, line.quantity])))
    const address = ADDRESSES[roll(ADDRESSES.length)] as (typeof ADDRESSES)[number]
    const shipping = { full_name: 'Meera Nair', address: '48, 12th Main', email: buyer.email, phone: '9845011234', ...address }
    const body = JSON.stringify({ idempotency_key: `key-many-${(keys += 1)}`, payment_method: 'cod', shipping })
    // A click, sometimes a double click.
    const [once, twice] = await Promise.all([send(buyer, body), roll(5) === 0 ? send(buyer, body) : undefined])
    if (once.status === 200 && twice?.status === 200) {
      counts.replayed += 1
      if (!isDeepStrictEqual(once, twice)) throw new Error(`A double click was answered ${JSON.stringify([once, twice])}`)
    }
    // Refusals are not stored: stock may be restored in between, so the second click may succeed.
    const first = twice?.status === 200 ? twice : once
    const { order, code, lines = [] } = first.body
    if (first.status === 200 && order) {
      counts.placed += 1
      placed.push({
        id: order.id,
        buyer,
        cart: cart.toSorted((a, b) => (a.goods.id < b.goods.id ? -1 : 1)),
        state: address.state,
        body,
        answer: first,
        terms,
        steps: ['pending'],
        versions: [1],
      })
      return
    }
    if (first.status !== 409 || code !== 'OUT_OF_STOCK') throw new Error(`An order was answered ${JSON.stringify(first)}`)
    counts.refused += 1
    for (const line of lines) await restock(line.product_id, 40 + roll(80))
  }

  async function restock(product: string, pieces: number): Promise<void> {
    await contextOf(admin).asUser((query) => query('update public.products set stock = stock + $2 where id = $1', [product, pieces]))
    restocked.set(product, (restocked.get(product) ?? 0) + pieces)
  }

  /** False if the order had already moved on. */
  async function step(person: Person, order: Placed, to: string, set: string, values: unknown[], from?: string): Promise<boolean> {
    const [row] = await contextOf(person).asUser((query) =>
      query<{ version: number }>(`update public.orders set status = $2${set} where id = $1 and status = $3 returning version`, [order.id, to, from, ...values]),
    )
    counts[row ? 'stepped' : 'missed'] += 1
    if (!row) return false
    const place = order.versions.filter((version) => version < row.version).length
    order.versions.splice(place, 0, row.version)
    order.steps.splice(place, 0, to)
    return true
  }

  async function cancelOwn(order: Placed): Promise<unknown> {
    // The database has already written the history row of the step.
    return (
      (await step(order.buyer, order, 'cancelled', ', cancelled_by = $4', [order.buyer.id], 'pending')) &&
      contextOf(order.buyer).asUser((query) =>
        query("insert into public.order_status_history (order_id, status, notes, created_by) values ($1, 'cancelled', 'Order cancelled by customer', $2)", [
          order.id,
          order.buyer.id,
        ]),
      )
    )
  }

  /** A forbidden step: an error, or no visible row. */
  async function forbidden(person: Person, order: Placed, to: string): Promise<void> {
    const outcome = await contextOf(person)
      .asUser((query) => query<{ id: string }>('update public.orders set status = $2 where id = $1 returning id', [order.id, to]))
      .then(
        (rows) => (rows.length === 0 ? 'no row' : 'done'),
        (error: Error & { code?: string }) => error.code ?? error.message,
      )
    if (!['42501', 'PT409', 'no row'].includes(outcome)) throw new Error(`The step from ${order.steps.join(', ')} to ${to} was answered: ${outcome}`)
    counts.forbidden += 1
  }

  async function act(worker: number, terms: number): Promise<unknown> {
    const roll = rolls[worker] as (below: number) => number
    const order = placed[roll(placed.length)]
    const what = roll(20)
    if (!order || what < 8) return buy(worker, roll, terms)
    const onward = ONWARD[order.steps.at(-1) ?? '']
    if (what < 14) return onward ? step(admin, order, onward, '', [], order.steps.at(-1)) : undefined
    if (what < 16) return cancelOwn(order)
    if (what < 17) return step(admin, order, 'cancelled', ', cancel_reason = $4', ['Refused at the door'], ['pending', 'processing', 'shipped'][roll(3)])
    if (what < 18) {
      counts.replayed += 1
      const again = await send(order.buyer, order.body)
      if (!isDeepStrictEqual(again, order.answer)) throw new Error(`A repeated order was answered ${JSON.stringify(again)}`)
      return undefined
    }
    if (what < 19) return order.steps.length > 1 ? forbidden(admin, order, 'pending') : undefined
    return forbidden(order.buyer, order, 'delivered')
  }

  return { placed, restocked, counts, act, send }
}

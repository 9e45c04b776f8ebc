import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLockConflict } from '#postgres/sql-state.ts'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { dice } from '../testing/load-fixture.ts'
import { recomputeOrder } from '../testing/recomputed-order.ts'
import type { Goods, RecomputedOrder } from '../testing/recomputed-order.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { changeMyOrder, changeOrder, quoteMyOrderChange, quoteOrderChange } from './change-order.ts'

/**
 * Random sequences of orders, changes by staff and customers, payment methods, prices that move, acceptances and cancellations by several people at once, against a book of its own:
 * per order its lines with the price at which they were bought, and per product what was sold.
 */
const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const ROUNDS = LONG ? 120 : 8
const WORKERS = 6
const ACTS = 4
const SEED = LONG ? Date.now() % 1_000_000 : 20_261_123

type Line = { goods: Goods; quantity: number; /** paise, as bought */ unit: bigint }
/** `invoiced`: the totals of its invoices in order; all but the last are taken back, and the last too once it is cancelled */
type Booked = {
  id: string
  lines: Line[]
  state: string
  status: string
  method: string
  buyer: Person
  /** paise, and of it what is due back */ received: bigint
  due: bigint
  changes: number
  invoiced: bigint[]
}
const PLACES = [
  { state: 'Maharashtra', city: 'Pune', pincode: '411001' },
  { state: 'Karnataka', city: 'Bengaluru', pincode: '560038' },
]

let shop: TestShop
let staff: Person[]
let owner: Person
let buyers: Person[]
const goods: Goods[] = []
const first = new Map<string, number>()
const book: Booked[] = []
const counts = {
  placed: 0,
  changed: 0,
  short: 0,
  lost: 0,
  cancelled: 0,
  accepted: 0,
  replaced: 0,
  own: 0,
  methods: 0,
  paid: 0,
  differences: 0,
  refunds: 0,
  fixed: 0,
}
/** Steps that PostgreSQL ended because two waited for each other. */
const retried: string[] = []
const rolls = Array.from({ length: WORKERS }, (_, worker) => dice(SEED * 100 + worker))

type Answer = { status: number; body: Record<string, unknown> & { code?: string; order?: { id: string } } }
async function post(work: typeof changeOrder, person: Person, body: object): Promise<Answer> {
  const request = new Request('http://shop.example/functions/v1/x', { method: 'POST', body: JSON.stringify(body) })
  const answer = await work(request, { ...shop.context(person), log: (_level, text) => void retried.push(text) })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
const settled = (line: Line): Goods => ({ ...line.goods, base: line.unit, tiers: [] })
const recompute = (lines: Line[], state: string): RecomputedOrder =>
  recomputeOrder(
    lines.map((line) => ({ goods: settled(line), quantity: line.quantity })),
    { includesGst: true, forcedRate: null, interState: state !== 'Maharashtra' },
  )
const sorted = (lines: Line[]) => lines.toSorted((a, b) => (a.goods.id < b.goods.id ? -1 : 1))
/** The price of a line that is bought now. */
const today = (one: Goods, quantity: number): Line => {
  const [line] = recomputeOrder([{ goods: one, quantity }], { includesGst: true, forcedRate: null, interState: false }).lines
  return { goods: one, quantity, unit: line?.unit_price ?? 0n }
}

/** Its rows are locked in no order, as by the customer's own request: while a change locks the cart, that is answered 503, and sent again. */
async function emptyCart(buyer: Person): Promise<void> {
  return shop.sql('delete from public.cart_items where user_id = $1', [buyer.id]).then(
    () => undefined,
    (error: unknown) => {
      if (!isLockConflict(error)) throw error
      return emptyCart(buyer)
    },
  )
}

async function buy(worker: number, roll: (below: number) => number): Promise<void> {
  const buyer = buyers[worker] as Person
  const cart = goods.filter(() => roll(3) === 0).map((one) => today(one, 1 + roll(14)))
  if (cart.length === 0) return
  await emptyCart(buyer)
  await shop.fillCart(buyer, Object.fromEntries(cart.map((line) => [line.goods.id, line.quantity])))
  const place = PLACES[roll(2)] as (typeof PLACES)[number]
  const shipping = { full_name: 'Meera Nair', address: '48, 12th Main', email: buyer.email, phone: '9845011234', ...place }
  const method = roll(2) === 0 ? 'cod' : 'upi'
  const answer = await post(placeOrder, buyer, { idempotency_key: randomUUID(), payment_method: method, shipping })
  if (answer.status === 409) return void (counts.short += 1)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  counts.placed += 1
  book.push({
    id: answer.body.order?.id ?? '',
    lines: cart,
    state: place.state,
    status: 'pending',
    method,
    buyer,
    received: 0n,
    due: 0n,
    changes: 0,
    invoiced: [],
  })
}

function isRefused({ status, body: { code } }: Answer, sent: object): boolean {
  if (status === 200) return false
  if (code === 'ORDER_CHANGED') counts.lost += 1
  else if (code === 'OUT_OF_STOCK') counts.short += 1
  else if (['TOTAL_FIXED', 'PAYMENT_FIXED', 'PAYMENT_METHOD_UNAVAILABLE'].includes(code ?? '')) counts.fixed += 1
  else if (code !== 'EMPTY_CART' && code !== 'NOTHING_CHANGED') throw new Error(JSON.stringify({ code, sent }))
  return true
}

async function change(worker: number, roll: (below: number) => number, order: Booked): Promise<void> {
  const [stored] = await shop.sql<{ version: number; status: string }>('select version, status from public.orders where id = $1', [order.id])
  const items = await shop.sql<{ id: string; product_id: string }>('select id, product_id from public.order_items where order_id = $1', [order.id])
  const itemOf = new Map(items.map(({ id, product_id }) => [product_id, id]))
  const before = order.lines
  const wanted = new Map(before.filter(() => roll(2) === 0).map((line) => [line.goods.id, roll(3) === 0 ? 0 : 1 + roll(20)]))
  // customers change what is pending, and add nothing
  const own = order.status === 'pending' && roll(3) === 0
  const method = (order.received > 0n ? ['upi', 'bank'][roll(2)] : ['cod', 'upi', 'bank', order.method][roll(4)]) ?? 'cod'
  const paid = own && method === 'bank' ? order.method : method
  const added = goods.filter((one) => !own && roll(6) === 0 && !before.some((line) => line.goods.id === one.id)).map((one) => today(one, 1 + roll(14)))
  const place = PLACES[roll(2)] as (typeof PLACES)[number]
  const stays = before.flatMap((line) => {
    const quantity = wanted.get(line.goods.id) ?? line.quantity
    return quantity === 0 ? [] : [quantity === line.quantity ? line : today(line.goods, quantity)]
  })
  const lines = [...stays, ...added]
  const body = {
    order_id: order.id,
    version: stored?.version,
    reason: 'Asked for',
    lines: [...wanted].map(([id, quantity]) => ({ item_id: itemOf.get(id), quantity })),
    added: added.map((line) => ({ product_id: line.goods.id, quantity: line.quantity })),
    buyer: { full_name: 'Meera Nair', address: '48, 12th Main', phone: '9845011234', ...place },
    payment_method: paid,
  }
  const [quote, save] = own ? [quoteMyOrderChange, changeMyOrder] : [quoteOrderChange, changeOrder]
  const person = (own ? order.buyer : staff[worker % staff.length]) as Person
  const preview = await post(quote, person, body)
  if (isRefused(preview, body)) return
  // two people save the same change at once: one of them is refused
  const saved = { ...body, expected_total: preview.body['total_amount'] }
  const people = roll(4) === 0 ? 2 : 1
  const second = () => post(changeOrder, staff[(worker + 1) % staff.length] as Person, saved)
  const answers = await Promise.all([post(save, person, saved), ...(people === 2 ? [second()] : [])])
  const done = answers.filter((answer) => !isRefused(answer, body))
  if (done.length > 1) throw new Error('A change was saved twice')
  if (done.length === 0) return
  counts.changed += 1
  if (own) counts.own += 1
  if (paid !== order.method && order.received === 0n) counts.methods += 1
  // a method alone replaces no invoice
  const reissued =
    order.lines.some((line, at) => line.quantity !== lines[at]?.quantity || line.goods.id !== lines[at].goods.id) ||
    lines.length !== order.lines.length ||
    order.state !== place.state
  const [were, after] = [openOf(order), recompute(sorted(lines), place.state).total_amount - (order.received - order.due)]
  if (order.received === 0n || were > 0n || after > 0n) order.method = paid
  if (order.received > 0n && after > were) counts.differences += 1
  if (after < 0n) {
    order.due -= after
    counts.refunds += 1
  }
  order.lines = lines
  order.state = place.state
  order.changes += 1
  if (order.status === 'processing' && reissued) {
    order.invoiced.push(recompute(sorted(lines), place.state).total_amount)
    counts.replaced += 1
  }
}

/** What is still to come of an order, in paise. */
const openOf = (order: Booked): bigint => recompute(sorted(order.lines), order.state).total_amount - (order.received - order.due)

/** Money arrives for all that is open. */
async function pay(order: Booked): Promise<void> {
  const open = openOf(order)
  if (open <= 0n || order.method === 'cod') return
  const values = [order.id, randomUUID().slice(0, 18)]
  await shop.context(owner).asUser((query) => query("select public.record_payment($1, null, 'bank', $2)", values))
  order.received += open
  counts.paid += 1
}

async function act(worker: number): Promise<void> {
  const roll = rolls[worker] as (below: number) => number
  // each order belongs to one worker, so that its book is written by one
  const own = book.filter((order, index) => index % WORKERS === worker && order.status !== 'cancelled')
  const order = own[roll(Math.max(own.length, 1))]
  const kind = roll(12)
  if (!order || kind < 3) return buy(worker, roll)
  if (kind < 8) return change(worker, roll, order)
  if (kind >= 10) return pay(order)
  const status = kind === 8 ? 'cancelled' : 'processing'
  if (status === order.status) return
  const set = status === 'cancelled' ? ", cancel_reason = 'x'" : ''
  await shop.context(staff[0] as Person).asUser((query) => query(`update public.orders set status = $2${set} where id = $1`, [order.id, status]))
  order.status = status
  if (status === 'processing') order.invoiced.push(recompute(sorted(order.lines), order.state).total_amount)
  counts[status === 'cancelled' ? 'cancelled' : 'accepted'] += 1
}

beforeAll(
  async () => {
    shop = openShop(await createDatabase('shop'))
    await shop.sql('update private.limits set value = 1000000')
    await shop.sql("update public.settings set upi_vpa = 'shop@upi'")
    await shop.sql(
      "update public.settings set prices_include_gst = true, forced_gst_percent = null, state_code = '27', gstin = '27ABCDE1234F1Z0', cod_enabled = true, free_delivery_from = 1500, delivery_charge = 100",
    )
    staff = await shop.people(3)
    owner = await shop.person()
    await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'owner')", [owner.id])
    buyers = await shop.people(WORKERS)
    for (const { id } of staff) await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'orders')", [id])
    const roll = dice(SEED)
    for (let index = 0; index < 8; index += 1) {
      const rate = [0, 500, 1200, 1800][index % 4] as number
      const base = 101 + roll(30_000)
      const tiers = index % 2 ? [{ from: 5, off: 1250n }] : []
      const stock = 60 + roll(200)
      const id = await shop.product({
        name: `Goods ${index}`,
        sku: `C-${index}`,
        stock,
        gst_percent: rate / 100,
        price: (base / 100).toFixed(2),
        pricing_tiers: JSON.stringify(tiers.map(({ from, off }) => ({ min_quantity: from, discount_percent: Number(off) / 100 }))),
      })
      first.set(id, stock)
      goods.push({ id, base: BigInt(base), rate: BigInt(rate), tiers })
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(
        rolls.map(async (_, worker) => {
          for (let turn = 0; turn < ACTS; turn += 1) await act(worker)
        }),
      )
      // prices move while nobody orders
      for (const [place, one] of goods.entries()) {
        if (roll(3) > 0) continue
        const base = 101 + roll(30_000)
        goods[place] = { ...one, base: BigInt(base) }
        await shop.sql('update public.products set price = $2 where id = $1', [one.id, (base / 100).toFixed(2)])
        const refreshed = goods[place]
        for (const order of book) order.lines = order.lines.map((line) => (line.goods.id === one.id ? { ...line, goods: refreshed } : line))
      }
    }
  },
  LONG ? 900_000 : 90_000,
)
afterAll(() => shop.close())

const paise = (amount: unknown): bigint => BigInt(Math.round(Number(amount) * 100))

describe(`changed orders (seed ${SEED})`, () => {
  test('every kind of event occurred', () => {
    // few orders are paid and changed again: a short run leaves that to chance, and difference.db.test.ts does each of it
    const { differences, refunds, fixed, ...many } = counts
    for (const [kind, count] of Object.entries(LONG ? { ...many, differences, refunds, fixed } : many)) expect(count, kind).toBeGreaterThan(0)
    expect(book.some(({ changes }) => changes > 1)).toBe(true)
  })

  test('no two steps waited for each other', () => {
    expect(retried).toEqual([])
  })

  test('every order, line, payment and invoice is what the book says, to the paisa', async () => {
    for (const { id, lines, state, status, method, received, due, invoiced } of book) {
      const { lines: wanted, ...totals } = recompute(sorted(lines), state)
      const [order] = await shop.sql<Record<string, unknown>>('select * from public.orders where id = $1', [id])
      expect(order?.['status'], id).toBe(status)
      expect(Object.fromEntries(Object.keys(totals).map((name) => [name, paise(order?.[name])])), id).toEqual(totals)
      const items = await shop.sql<Record<string, unknown>>('select * from public.order_items where order_id = $1 order by product_id', [id])
      const amounts = ['unit_price', 'taxable', 'cgst', 'sgst', 'igst', 'total']
      expect(
        items.map((item) => ({ productId: item['product_id'], ...Object.fromEntries(amounts.map((name) => [name, paise(item[name])])) })),
        id,
      ).toEqual(wanted)
      const open = totals.total_amount - (received - due)
      const awaits = method === 'cod' ? 'cod_pending' : 'awaiting_payment'
      const expected = received === 0n ? awaits : status === 'cancelled' ? 'refund_due' : open > 0n ? awaits : 'paid'
      expect([order?.['payment_method'], order?.['payment_state']], id).toEqual([method, expected])
      const [sums] = await shop.sql<{ received: string; to_collect: string; refund_due: string }>('select * from private.money_of($1)', [id])
      expect([sums?.received, sums?.to_collect, sums?.refund_due].map(paise), id).toEqual(
        status === 'cancelled' ? [received, 0n, received] : [received, open, due],
      )
      const documents = await shop.sql<{ kind: string; total: string }>(
        "select kind, content #>> '{order,total_amount}' as total from public.documents where order_id = $1 order by issued_at, serial",
        [id],
      )
      const totalsOf = (kind: string) => documents.filter((document) => document.kind === kind).map(({ total }) => paise(total))
      expect(totalsOf('invoice'), id).toEqual(invoiced)
      expect(totalsOf('credit_note'), id).toEqual(status === 'cancelled' ? invoiced : invoiced.slice(0, -1))
    }
  })

  test('stock is the first stock less what the book has sold, never below zero, and equals its movements', async () => {
    const sold = new Map<string, number>()
    for (const { lines, status } of book)
      if (status !== 'cancelled') for (const { goods: one, quantity } of lines) sold.set(one.id, (sold.get(one.id) ?? 0) + quantity)
    const rows = await shop.sql<{ id: string; stock: number; units_sold: number }>('select id, stock, units_sold from public.products')
    for (const { id, stock, units_sold } of rows) {
      expect({ stock, units_sold }, id).toEqual({ stock: (first.get(id) ?? 0) - (sold.get(id) ?? 0), units_sold: sold.get(id) ?? 0 })
      expect(stock).toBeGreaterThanOrEqual(0)
    }
    expect(await shop.sql('select * from private.check_stock_sums()')).toEqual([])
    expect(await shop.sql('select * from private.check_documents()')).toEqual([])
  })

  test('the numbers of each series have no gap', async () => {
    const serials = await shop.sql<{ serial: string }>('select serial from public.documents order by serial')
    for (const [prefix, found] of Map.groupBy(serials, ({ serial }) => serial.slice(0, -6)))
      expect(
        found.map(({ serial }) => Number(serial.slice(-6))),
        prefix,
      ).toEqual(found.map((_, index) => index + 1))
  })

  test('each change has one line in the history, one notification and one mail', async () => {
    for (const { id, changes } of book) {
      const [found] = await shop.sql(
        `select (select count(*)::integer from public.order_status_history where order_id = $1 and notes like 'Order changed%') as history,
           (select count(*)::integer from public.notifications where order_id = $1 and title = 'Order changed') as bells,
           (select count(*)::integer from private.mails where kind = 'order_changed' and data ->> 'order_id' = $1::text) as mails`,
        [id],
      )
      expect(found, id).toEqual({ history: changes, bells: changes, mails: changes })
    }
  })
})

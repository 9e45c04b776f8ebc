import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { loadFixture, dice } from '../testing/load-fixture.ts'
import type { LoadFixture, Placed } from '../testing/load-fixture.ts'
import { recomputeOrder } from '../testing/recomputed-order.ts'
import type { Goods, RecomputedOrder } from '../testing/recomputed-order.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'
import { placeOrder } from './place-order.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const ORDERS = LONG ? 3000 : 200
const WORKERS = 8
const SEED = LONG ? Date.now() % 1_000_000 : 20_261_120

const SETTINGS = [
  { includesGst: true, forcedRate: 1800n },
  { includesGst: true, forcedRate: null },
  { includesGst: false, forcedRate: 1800n },
  { includesGst: false, forcedRate: null },
]

let shop: TestShop
let busy: LoadFixture
const initial = new Map<string, number>()

/** Products with odd paise, tiers in both formats, five GST rates and little stock. */
async function createStock(roll: (below: number) => number): Promise<Goods[]> {
  const goods: Goods[] = []
  for (let index = 0; index < 14; index += 1) {
    const base = [1, 99, 101][index] ?? 100 + roll(60_000)
    const rate = [0, 500, 1200, 1800, 2800][index % 5] as number
    const tiers =
      index % 3 === 0
        ? []
        : [
            { from: 3, off: 250 + roll(500) },
            { from: 6, off: 1200 },
            { from: 12, off: 3333 },
          ]
    const stock = 20 + roll(60)
    const list = tiers.map(({ from, off }) => ({ min_quantity: from, discount_percent: off / 100 }))
    const shape = index % 2 ? list : Object.fromEntries(list.map((entry, place) => [place, entry]))
    const id = await shop.product({
      name: `Goods ${index}`,
      sku: `G-${index}`,
      stock,
      gst_percent: rate / 100,
      pricing_tiers: JSON.stringify(shape),
      ...(index % 4 === 0 ? { price: '999.99', retail_price: (base / 100).toFixed(2) } : { price: (base / 100).toFixed(2) }),
    })
    initial.set(id, stock)
    goods.push({ id, base: BigInt(base), rate: BigInt(rate), tiers: tiers.map(({ from, off }) => ({ from, off: BigInt(off) })) })
  }
  return goods
}

/** What has not happened yet. Which events meet depends on the time that each takes, so the load goes on until all have. */
function missingEvents({ counts, placed }: LoadFixture): string[] {
  const few = (['refused', 'replayed', 'stepped', 'forbidden'] as const).filter((kind) => counts[kind] <= 10)
  const last = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'].filter((status) => !placed.some(({ steps }) => steps.at(-1) === status))
  const afterInvoice = placed.some(({ steps }) => steps.length > 2 && steps.at(-1) === 'cancelled')
  return [...few, ...last, ...(afterInvoice ? [] : ['cancelled after its invoice'])]
}

beforeAll(
  async () => {
    shop = openShop(await createDatabase('shop'))
    await shop.sql('update private.limits set value = 1000000') // the 40 buyers place more orders than the limits allow
    const roll = dice(SEED)
    const goods = await createStock(roll)
    const buyers = await shop.people(40)
    const admin = await shop.person()
    await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [admin.id])
    busy = loadFixture(shop, placeOrder, { goods, buyers, admin, workers: WORKERS, seed: SEED })
    for (const [terms, { includesGst, forcedRate }] of SETTINGS.entries()) {
      await shop.sql(
        "update public.settings set prices_include_gst = $1, forced_gst_percent = $2, state_code = '27', gstin = '27ABCDE1234F1Z0', cod_enabled = true, free_delivery_from = 1500, delivery_charge = 100",
        [includesGst, forcedRate === null ? null : 18],
      )
      const goal = (ORDERS / SETTINGS.length) * (terms + 1)
      const isLast = terms === SETTINGS.length - 1
      const goesOn = (): boolean => busy.counts.placed < goal || (isLast && missingEvents(busy).length > 0)
      await Promise.all(
        Array.from({ length: WORKERS }, async (_, worker) => {
          while (goesOn()) await busy.act(worker, terms)
        }),
      )
    }
  },
  LONG ? 600_000 : 60_000,
)
afterAll(() => shop.close())

const paise = (amount: unknown): bigint => BigInt(Math.round(Number(amount) * 100))
const inPaise = (row: Record<string, unknown>, names: string[]): Record<string, bigint> => Object.fromEntries(names.map((name) => [name, paise(row[name])]))
const byOrder = <R extends { order_id: string }>(rows: R[]): Map<string, R[]> => Map.groupBy(rows, (row) => row.order_id)
/** The goods of an order that was cancelled after it had left are with the courier until their parcel is back. */
const gaveBack = (steps: readonly string[]): boolean => steps.at(-1) === 'cancelled' && !steps.includes('shipped')
const recomputed = ({ cart, state, terms }: Placed): RecomputedOrder => {
  const { includesGst, forcedRate } = SETTINGS[terms] as (typeof SETTINGS)[number]
  return recomputeOrder(cart, { includesGst, forcedRate, interState: state !== 'Maharashtra' })
}

describe(`${ORDERS} orders, ${WORKERS} at a time, with admins and cancellations between them (seed ${SEED})`, () => {
  test('every kind of event occurred', () => {
    expect(busy.counts.placed).toBeGreaterThanOrEqual(ORDERS)
    expect(missingEvents(busy)).toEqual([])
  })

  test('every order and line costs what the rules of prices, tiers and delivery give, to the paisa, as in the response', async () => {
    const totals = Object.keys(recomputed(busy.placed[0] as Placed)).filter((name) => name !== 'lines')
    const orders = new Map((await shop.sql<Record<string, unknown> & { id: string }>('select * from public.orders')).map((row) => [row.id, row]))
    const items = byOrder(
      await shop.sql<Record<string, unknown> & { order_id: string; product_id: string }>('select * from public.order_items order by product_id'),
    )
    expect(orders.size).toBe(busy.placed.length)
    for (const one of busy.placed) {
      const { lines, ...expected } = recomputed(one)
      expect(inPaise(orders.get(one.id) ?? {}, totals), one.id).toEqual(expected)
      const amounts = ['unit_price', 'taxable', 'cgst', 'sgst', 'igst', 'total']
      expect(
        (items.get(one.id) ?? []).map((row) => ({ productId: row.product_id, ...inPaise(row, amounts) })),
        one.id,
      ).toEqual(lines)
      const { subtotal_base, total_gst, shipping_cost, total_amount } = expected
      expect(inPaise(one.answer.body.order ?? {}, ['subtotal_base', 'total_gst', 'shipping_cost', 'total_amount'])).toEqual({
        subtotal_base,
        total_gst,
        shipping_cost,
        total_amount,
      })
    }
  })

  test('stock is the first stock plus additions less what was sold or is on its way back, and equals the sum of its movements', async () => {
    const sold = new Map<string, number>()
    const out = new Map<string, number>()
    const add = (to: Map<string, number>, cart: Placed['cart']) => {
      for (const { goods, quantity } of cart) to.set(goods.id, (to.get(goods.id) ?? 0) + quantity)
    }
    for (const { cart, steps } of busy.placed) {
      if (steps.at(-1) !== 'cancelled') add(sold, cart)
      if (!gaveBack(steps)) add(out, cart)
    }
    const rows = await shop.sql<{ id: string; stock: number; units_sold: number; moved: number }>(
      'select id, stock, units_sold, (select sum(m.quantity)::integer from public.stock_movements m where m.product_id = p.id) as moved from public.products p',
    )
    expect(rows).toHaveLength(initial.size)
    for (const { id, stock, units_sold, moved } of rows) {
      expect({ stock, units_sold, moved }, id).toEqual({
        stock: (initial.get(id) ?? 0) + (busy.restocked.get(id) ?? 0) - (out.get(id) ?? 0),
        units_sold: sold.get(id) ?? 0,
        moved: stock,
      })
      expect(stock).toBeGreaterThanOrEqual(0)
    }
    expect(await shop.sql('select * from private.check_stock_sums()')).toEqual([])
    const pieces = byOrder(
      await shop.sql<{ order_id: string; out: number; back: number }>(
        "select order_id, -coalesce(sum(quantity) filter (where reason = 'order'), 0)::integer as out, coalesce(sum(quantity) filter (where reason = 'cancellation'), 0)::integer as back from public.stock_movements where order_id is not null group by 1",
      ),
    )
    for (const { id, cart, steps } of busy.placed) {
      const out = cart.reduce((total, { quantity }) => total + quantity, 0)
      expect(pieces.get(id)).toEqual([{ order_id: id, out, back: gaveBack(steps) ? out : 0 }])
    }
  })

  test('invoices and credit notes are numbered without a gap, one for each order that needs one', async () => {
    const documents = await shop.sql<{ kind: string; serial: string; order_id: string; reversed: string | null }>(
      'select d.kind, d.serial, d.order_id, r.order_id as reversed from public.documents d left join public.documents r on r.id = d.reverses order by d.serial',
    )
    const accepted = busy.placed.filter(({ steps }) => steps.includes('processing'))
    const nilRated = ({ cart, terms }: Placed) => SETTINGS[terms]?.forcedRate === null && cart.every(({ goods }) => goods.rate === 0n)
    for (const [prefix, kind, needed] of [
      ['INV', 'invoice', accepted.filter((order) => !nilRated(order))],
      ['BOS', 'invoice', accepted.filter(nilRated)],
      ['CN', 'credit_note', accepted.filter(({ steps }) => steps.at(-1) === 'cancelled')],
    ] as const) {
      const own = documents.filter(({ serial }) => serial.startsWith(prefix))
      expect(own.map(({ serial }) => serial.replace(/\/\d\d-\d\d\//, '/'))).toEqual(needed.map((_, index) => `${prefix}/${String(index + 1).padStart(6, '0')}`))
      expect(own.map(({ order_id }) => order_id).sort()).toEqual(needed.map(({ id }) => id).sort())
      expect(own.every((document) => document.kind === kind)).toBe(true)
      for (const { order_id, reversed } of own) expect(reversed).toBe(kind === 'invoice' ? null : order_id)
    }
  })

  test('each step has one history row, one notification and one mail, with its own text', async () => {
    const history = byOrder(await shop.sql<{ order_id: string; status: string }>('select order_id, status from public.order_status_history'))
    const bells = byOrder(await shop.sql<{ order_id: string; user_id: string; title: string }>('select order_id, user_id, title from public.notifications'))
    const mails = byOrder(
      await shop.sql<{ order_id: string; kind: string; status: string; recipient: string }>(
        "select data ->> 'order_id' as order_id, kind, data ->> 'status' as status, recipient from private.mails",
      ),
    )
    const titles: Record<string, string> = {
      pending: 'Order placed',
      processing: 'Order accepted',
      shipped: 'Order shipped',
      delivered: 'Order delivered',
      cancelled: 'Order cancelled',
    }
    expect(history.size).toBe(busy.placed.length)
    for (const { id, steps, buyer } of busy.placed) {
      expect((history.get(id) ?? []).map(({ status }) => status).sort(), id).toEqual(steps.toSorted())
      expect((bells.get(id) ?? []).map(({ title }) => title).sort(), id).toEqual(steps.map((step) => titles[step] ?? '').sort())
      expect((bells.get(id) ?? []).every(({ user_id }) => user_id === buyer.id)).toBe(true)
      const sent = mails.get(id) ?? []
      expect(sent.map(({ status }) => status).sort(), id).toEqual(steps.toSorted())
      expect(sent.filter(({ kind }) => kind === 'order_placed').map(({ status }) => status)).toEqual(['pending'])
      expect(sent.every(({ recipient }) => recipient === buyer.email)).toBe(true)
    }
  })

  test('status and payment match the last step, and every payment has the order’s amount', async () => {
    const rows = new Map(
      (
        await shop.sql<{ id: string; status: string; payment_state: string; payments: unknown }>(
          "select o.id, o.status, o.payment_state, (select jsonb_agg(jsonb_build_object('state', p.state, 'right', p.amount = o.total_amount)) from public.payments p where p.order_id = o.id) as payments from public.orders o",
        )
      ).map((row) => [row.id, row]),
    )
    // delivered cash is paid when it is booked
    const state = 'cod_pending'
    for (const { id, steps } of busy.placed) {
      expect(rows.get(id), id).toEqual({ id, status: steps.at(-1), payment_state: state, payments: [{ state, right: true }] })
    }
  })

  test('repeated requests get the original responses, and nothing new is written', async () => {
    const written = async () =>
      shop.sql(
        'select (select count(*) from public.orders) as orders, (select sum(stock) from public.products) as stock, (select count(*) from private.mails) as mails, (select count(*) from private.order_requests) as requests',
      )
    const before = await written()
    for (let start = 0; start < busy.placed.length; start += WORKERS) {
      await Promise.all(busy.placed.slice(start, start + WORKERS).map(async ({ buyer, body, answer }) => expect(await busy.send(buyer, body)).toEqual(answer)))
    }
    expect(await written()).toEqual(before)
    expect(before).toMatchObject([{ requests: String(busy.placed.length) }])
  })
})

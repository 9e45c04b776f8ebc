import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const ROUNDS = LONG ? 400 : 24
const STEPS = 14
const SEED = LONG ? Date.now() % 1_000_000 : 20_261_124

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

/** The same sequence for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** What one order with two lines should be: kept in this file's own words, without a look at the database. */
type Parcel = { state: string; pieces: number[] }
type Model = { status: string; parcels: Map<string, Parcel>; stock: number[]; ordered: number[] }
const ORDERED = [6, 4]
const FIRST_STOCK = [94, 46] // 100 creams and 50 soaps less what was ordered
const sumOver = (parcels: Iterable<Parcel>, line: number, states: readonly string[]): number =>
  [...parcels].reduce((sum, { state, pieces }) => sum + (states.includes(state) ? (pieces[line] ?? 0) : 0), 0)
const ALL = ['packed', 'shipped', 'delivered', 'returning', 'returned', 'lost']
const GONE = ALL.slice(1)

/** The customer's order with a second line: six creams and four soaps. */
async function layOut(db: Scratch, perParcel: boolean): Promise<string[]> {
  await db.run("select set_config('shop.stock_reason', 'order', true)")
  await db.run('update public.products set stock = case id when $1 then 94 else 46 end where id in ($1, $2)', [PRODUCT.cream, PRODUCT.soap])
  await db.run("select set_config('shop.stock_reason', '', true)")
  await db.run('update public.order_items set quantity = 6, unit_price = 59, taxable = 300, cgst = 27, sgst = 27, total = 354 where order_id = $1', [ORDER])
  await db.run(
    `insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
     values ($1, $2, 'Soap', 4, 59, 200, 18, 18, 18, 0, 236)`,
    [ORDER, PRODUCT.soap],
  )
  await db.run(`update public.orders set goods_total = 590, subtotal_base = 500, total_gst = 90, cgst = 45, sgst = 45, total_amount = 690 where id = $1`, [
    ORDER,
  ])
  await db.run('update public.payments set amount = 690 where order_id = $1', [ORDER])
  await db.run('update public.orders set invoice_per_parcel = $2 where id = $1', [ORDER, perParcel])
  const rows = await db.rows('select id from public.order_items where order_id = $1 order by product_id', [ORDER])
  await db.as('admin')
  await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
  return rows.map((row) => String(row['id']))
}

/** Takes one random step in the database and in the model; what the model forbids the database must refuse. */
async function step(db: Scratch, model: Model, items: readonly string[], roll: (below: number) => number, reached: Set<string>): Promise<void> {
  const parcels = [...model.parcels]
  const [id, parcel] = parcels[roll(Math.max(parcels.length, 1))] ?? ['00000000-0000-4000-8000-000000000000', null]
  const call = async (sql: string, values: unknown[], allowed: boolean): Promise<Record<string, unknown> | null> => {
    await db.run('savepoint step')
    try {
      const [row = {}] = await db.rows(sql, values)
      expect(allowed, `${sql} ${JSON.stringify(values)}`).toBe(true)
      return row
    } catch (error) {
      if (allowed || !(error as { code?: string }).code) throw error
      await db.run('rollback to savepoint step')
      return null
    }
  }
  const of = (name: string, more = '') => `select public.${name}($1, (select s.version from public.shipments s where s.id = $1)${more})`
  switch (roll(9)) {
    case 0:
    case 1:
    case 2: {
      const chosen = ORDERED.map((_, line) => roll(4) * (line === 0 || roll(2) === 0 ? 1 : 0))
      const left = model.ordered.map((ordered, line) => ordered - sumOver(model.parcels.values(), line, ALL))
      const packed = roll(3) === 0
      const allowed = model.status === 'processing' && chosen.some((n) => n > 0) && chosen.every((n, line) => n <= (left[line] ?? 0))
      const lines = items.flatMap((item, line) => ((chosen[line] ?? 0) > 0 ? [{ item, quantity: chosen[line] }] : []))
      const made = await call(
        "select public.create_shipment($1, (select version from public.orders where id = $1), $2, 'DTDC', 'D1', false, $3) as id",
        [ORDER, JSON.stringify(lines), packed],
        allowed,
      )
      if (made) model.parcels.set(String(made['id']), { state: packed ? 'packed' : 'shipped', pieces: chosen })
      break
    }
    case 3:
      if ((await call(of('dispatch_shipment', ", 'DTDC', 'D2'"), [id], parcel?.state === 'packed')) && parcel) parcel.state = 'shipped'
      break
    case 4:
      if ((await call(of('deliver_shipment'), [id], parcel?.state === 'shipped')) && parcel) parcel.state = 'delivered'
      break
    case 5:
      if (await call(of('unpack_shipment'), [id], parcel?.state === 'packed')) model.parcels.delete(id)
      break
    case 6: {
      const nothingInIt = roll(3) === 0
      const split = parcel?.pieces.map((pieces) => {
        if (nothingInIt) return { restocked: 0, damaged: 0, lost: pieces }
        const restocked = roll(pieces + 1)
        const damaged = roll(pieces - restocked + 1)
        return { restocked, damaged, lost: pieces - restocked - damaged }
      })
      const lines = items.flatMap((item, line) => ((parcel?.pieces[line] ?? 0) > 0 ? [{ item, ...split?.[line] }] : []))
      if ((await call(of('receive_shipment', ', $2'), [id, JSON.stringify(lines)], parcel?.state === 'returning')) && parcel && split) {
        split.forEach(({ restocked }, line) => void (model.stock[line] = (model.stock[line] ?? 0) + restocked))
        parcel.state = split.every(({ lost }, line) => lost === parcel.pieces[line]) ? 'lost' : 'returned'
      }
      break
    }
    case 7: {
      if (roll(2) === 0) break
      const all = [...model.parcels.values()]
      const rest = model.ordered.map((ordered, line) => ordered - sumOver(all, line, ALL))
      const allowed = model.status === 'processing' && all.some(({ state }) => state !== 'packed') && rest.some((n) => n > 0)
      if (!(await call("select public.cancel_rest($1, (select version from public.orders where id = $1), 'Sold out')", [ORDER], allowed))) break
      rest.forEach((pieces, line) => {
        model.stock[line] = (model.stock[line] ?? 0) + pieces
        model.ordered[line] = (model.ordered[line] ?? 0) - pieces
      })
      reached.add('given up')
      break
    }
    default: {
      const to = roll(4) === 0 ? 'cancelled' : roll(3) === 0 ? 'shipped' : roll(3) === 0 ? 'delivered' : null
      if (to !== null) await stepOfOrder(db, model, to, call)
    }
  }
  // the order follows its parcels
  const all = [...model.parcels.values()]
  const gone = model.ordered.every((ordered, line) => sumOver(all, line, GONE) === ordered)
  if (model.status === 'processing' && gone) model.status = 'shipped'
  if (model.status === 'shipped' && all.every(({ state }) => state === 'delivered')) model.status = 'delivered'
}

type Call = (sql: string, values: unknown[], allowed: boolean) => Promise<Record<string, unknown> | null>
async function stepOfOrder(db: Scratch, model: Model, to: string, call: Call): Promise<void> {
  const all = [...model.parcels.values()]
  const from = model.status
  if (from === to) return
  const allowed =
    to === 'cancelled'
      ? (from === 'processing' || from === 'shipped') && !all.some(({ state }) => state === 'delivered')
      : from === (to === 'shipped' ? 'processing' : 'shipped')
  const reason = to === 'cancelled' ? ", cancel_reason = 'Refused at the door'" : ''
  if (!(await call(`update public.orders set status = '${to}'${reason} where id = $1 returning id`, [ORDER], allowed))) return
  model.status = to
  if (to === 'shipped') {
    const rest = model.ordered.map((ordered, line) => ordered - sumOver(all, line, ALL))
    for (const parcel of all) if (parcel.state === 'packed') parcel.state = 'shipped'
    if (rest.some((n) => n > 0)) {
      const known = [...model.parcels.keys()]
      const [row] = await db.rows('select id from public.shipments where order_id = $1 and not (id = any ($2))', [ORDER, known])
      model.parcels.set(String(row?.['id']), { state: 'shipped', pieces: rest })
    }
  }
  if (to === 'delivered') for (const parcel of all) parcel.state = 'delivered'
  if (to === 'cancelled') {
    model.ordered.forEach((ordered, line) => void (model.stock[line] = (model.stock[line] ?? 0) + ordered - sumOver(all, line, GONE)))
    for (const [id, parcel] of model.parcels) {
      if (parcel.state === 'packed') model.parcels.delete(id)
      else parcel.state = 'returning'
    }
  }
}

const sequences = `after ${ROUNDS} random sequences of ${STEPS} steps, parcels, pieces and stock are what an independent model says (seed ${SEED})`
test.for([false, true])(`${sequences}, an invoice for each parcel: %s`, { timeout: LONG ? 900_000 : 120_000 }, async (perParcel) => {
  const roll = dice(SEED)
  const reached = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    await shop.scratch(async (db) => {
      const items = await layOut(db, perParcel)
      const model: Model = { status: 'processing', parcels: new Map(), stock: [...FIRST_STOCK], ordered: [...ORDERED] }
      for (let at = 0; at < STEPS; at += 1) {
        await step(db, model, items, roll, reached)
        await db.as('owner')
        const rows = await db.rows(
          `select s.id, s.state, array(select coalesce((select l.quantity from public.shipment_lines l where l.shipment_id = s.id and l.order_item_id = i.id), 0)
             from public.order_items i where i.order_id = s.order_id order by i.product_id) as pieces from public.shipments s where s.order_id = $1`,
          [ORDER],
        )
        expect(new Map(rows.map(({ id, state, pieces }) => [id, { state, pieces }])), `round ${round}, step ${at}`).toEqual(model.parcels)
        expect(await db.rows('select status from public.orders where id = $1', [ORDER])).toEqual([{ status: model.status }])
        const stock = await db.rows('select stock from public.products where id in ($1, $2) order by id', [PRODUCT.cream, PRODUCT.soap])
        expect(stock.map((row) => row['stock'])).toEqual(model.stock)
        for (const { state } of model.parcels.values()) reached.add(state)
        reached.add(model.status)
        await db.as('admin')
      }
      await db.as('owner')
      expect(await db.rows('select * from private.check_stock_sums()')).toEqual([])
      // every line costs 59.00 a piece with its tax, and delivery 100.00: what is paid or to be paid, and what was credited, is the order
      const [money] = await db.rows(
        `select (select sum(p.amount) from public.payments p where p.order_id = $1)::float as paid,
           (select coalesce(sum((d.content #>> '{order,total_amount}')::numeric), 0) from public.documents d where d.order_id = $1 and d.kind = 'credit_note')::float as credited,
           (select sum(r.amount) from public.refunds r where r.order_id = $1 and r.state <> 'withdrawn')::float as back`,
        [ORDER],
      )
      const pieces = model.ordered.reduce((sum, ordered) => sum + ordered, 0)
      // what each parcel has on its own invoice is the subject of parcel-invoices.test.ts
      if (!perParcel) expect(money?.['credited'], `round ${round}`).toBe(model.status === 'cancelled' ? 690 : (10 - pieces) * 59)
      expect(Number(money?.['paid']) - Number(money?.['back'] ?? 0)).toBe(100 + pieces * 59)
    })
  }
  for (const state of [...ALL, 'processing', 'cancelled', 'given up']) expect(reached, state).toContain(state)
})

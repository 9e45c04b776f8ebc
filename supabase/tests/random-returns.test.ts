/**
 * Random sequences of returns, held to a book of pieces, stock, credit notes and refunds that knows nothing of the database: its own
 * arithmetic in paise, and no import of the shop's rules.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const SEQUENCES = process.env['SHRINGAR_TEST_SIZE'] === 'long' ? 1000 : 12
const STEPS = 30

function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const upTo = (most: number) => Math.floor(next() * (most + 1))
  return { upTo, one: <T>(all: readonly T[]): T => all[upTo(all.length - 1)] as T }
}
type Random = ReturnType<typeof randomOf>

type Line = { id: string; product: string; quantity: number; taxable: number; half: number; asked: number; credited: number; stock: number }
type Kept = { id: string; state: string; version: number; number: number; lines: Map<string, { quantity: number; restocked: number; damaged: number }> }
type Book = { order: string; lines: Line[]; returns: Kept[]; chargesLeft: number; noted: number; refunded: number; kept: number; notes: number }

const rupees = (paise: number) => (paise / 100).toFixed(2)
/** What the first `units` of `quantity` are worth, to the nearest paisa. */
const share = (paise: number, units: number, quantity: number) => Math.floor((2 * paise * units + quantity) / (2 * quantity))
const worth = ({ taxable, half, quantity }: Line, units: number) => share(taxable, units, quantity) + 2 * share(half, units, quantity)

/** A delivered and paid order with three lines of odd amounts and a delivery charge. */
async function delivered(db: Scratch, random: Random): Promise<Book> {
  const goods = [PRODUCT.cream, PRODUCT.soap, PRODUCT.draft].map((product) => {
    const half = random.upTo(5000)
    return { product, quantity: 1 + random.upTo(6), taxable: 100 + random.upTo(99_999), half }
  })
  const sum = (of: (line: (typeof goods)[number]) => number) => goods.reduce((total, line) => total + of(line), 0)
  await db.as('owner')
  const total = sum(({ taxable, half }) => taxable + 2 * half)
  const [made] = await db.rows(
    `insert into public.orders (user_id, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
       goods_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, payment_method, payment_state)
     values ($1, 'Asha', '1 Road', 'Pune', 'Maharashtra', '411001', 'asha@example.in', '9876543210', '27', '27', true, $2, $3, $4, $5, $5, 0,
       '[{"kind": "delivery", "label": "Delivery", "cost": 100, "amount": 100, "taxable": 84.75, "gst": 15.25, "rate": 18}]', $6, 'cod', 'cod_pending') returning id`,
    [
      PEOPLE.customer,
      rupees(total),
      rupees(sum(({ taxable }) => taxable)),
      rupees(sum(({ half }) => 2 * half)),
      rupees(sum(({ half }) => half)),
      rupees(total + 10_000),
    ],
  )
  const order = String(made?.['id'])
  const lines: Line[] = []
  for (const { product, quantity, taxable, half } of goods) {
    const [line] = await db.rows(
      `insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
       values ($1, $2, 'Goods', $3, 10, $4, 18, $5, $5, 0, $6) returning id, (select stock from public.products where id = $2) as stock`,
      [order, product, quantity, rupees(taxable), rupees(half), rupees(taxable + 2 * half)],
    )
    lines.push({ id: String(line?.['id']), product, quantity, taxable, half, asked: 0, credited: 0, stock: Number(line?.['stock']) })
  }
  await db.run("insert into public.payments (order_id, method, state, amount) values ($1, 'cod', 'cod_pending', $2)", [order, rupees(total + 10_000)])
  for (const status of ['processing', 'shipped', 'delivered']) await db.run('update public.orders set status = $2 where id = $1', [order, status])
  await db.run("update public.payments set state = 'paid' where order_id = $1", [order])
  return { order, lines, returns: [], chargesLeft: 10_000, noted: 0, refunded: 0, kept: 0, notes: 0 }
}

const lineOf = (book: Book, id: string) => book.lines.find((line) => line.id === id) as Line

async function ask(db: Scratch, book: Book, random: Random): Promise<void> {
  const chosen = book.lines.map((line) => ({ item: line.id, quantity: random.upTo(line.quantity) })).filter(({ quantity }) => quantity > 0)
  if (chosen.length === 0) return
  const staff = random.upTo(1) === 1
  await db.as(staff ? 'admin' : 'customer')
  const sql = `select public.${staff ? 'book_return' : 'ask_return'}($1, $2, 'other', 'x') as id`
  const values = [book.order, JSON.stringify(chosen)]
  if (chosen.some(({ item, quantity }) => lineOf(book, item).asked + quantity > lineOf(book, item).quantity)) {
    expect((await db.refused(sql, values)).detail).toContain('NOT_LEFT')
    return
  }
  const [made] = await db.rows(sql, values)
  for (const { item, quantity } of chosen) lineOf(book, item).asked += quantity
  book.returns.push({
    id: String(made?.['id']),
    state: staff ? 'approved' : 'requested',
    version: 1,
    number: book.returns.length + 1,
    lines: new Map(chosen.map(({ item, quantity }) => [item, { quantity, restocked: 0, damaged: 0 }])),
  })
}

/** Takes a step of a return that the database may refuse, and enters it in the book if the book says that it is allowed. */
async function act(db: Scratch, book: Book, random: Random): Promise<void> {
  if (book.returns.length === 0) return
  const one = random.one(book.returns)
  const step = random.one(['withdraw', 'approve', 'decline', 'receive', 'close'] as const)
  const from = { withdraw: ['requested'], approve: ['requested'], decline: ['requested', 'approved'], receive: ['approved'], close: ['received'] }[step]
  await db.as(step === 'withdraw' ? 'customer' : 'admin')
  const split = [...one.lines].map(([item, { quantity }]) => {
    const restocked = random.upTo(quantity)
    const damaged = random.upTo(quantity - restocked)
    return { item, restocked, damaged, lost: quantity - restocked - damaged }
  })
  const credit = [...one.lines].map(([item, { quantity }]) => ({ item, credited: random.upTo(quantity) }))
  const charges = random.upTo(3) === 0
  const due =
    credit.reduce(
      (sum, { item, credited }) =>
        sum + worth(lineOf(book, item), lineOf(book, item).credited + credited) - worth(lineOf(book, item), lineOf(book, item).credited),
      0,
    ) + (charges ? book.chargesLeft : 0)
  const kept = random.upTo(2) === 0 ? random.upTo(due) : 0
  const calls: Record<typeof step, [string, unknown[]]> = {
    withdraw: ['select public.withdraw_return($1, $2)', []],
    approve: ['select public.approve_return($1, $2)', []],
    decline: ["select public.decline_return($1, $2, 'No')", []],
    receive: ['select public.receive_return($1, $2, $3)', [JSON.stringify(split)]],
    close: ["select public.close_return($1, $2, $3, $4, $5, 'Box')", [JSON.stringify(credit), charges, rupees(kept)]],
  }
  const [sql, more] = calls[step]
  const values = [one.id, one.version, ...more]
  if (!from.includes(one.state)) {
    expect((await db.refused(sql, values)).detail).toContain('STALE')
    return
  }
  await db.run(sql, values)
  one.version += 1
  one.state = { withdraw: 'withdrawn', approve: 'approved', decline: 'declined', receive: 'received', close: 'closed' }[step]
  if (step === 'withdraw' || step === 'decline') for (const [item, { quantity }] of one.lines) lineOf(book, item).asked -= quantity
  if (step === 'receive') for (const { item, restocked } of split) lineOf(book, item).stock += restocked
  if (step === 'close') {
    for (const { item, credited } of credit) lineOf(book, item).credited += credited
    if (charges) book.chargesLeft = 0
    book.noted += due
    book.kept += kept
    book.refunded += due - kept
    if (due > 0) book.notes += 1
  }
}

async function compare(db: Scratch, book: Book): Promise<void> {
  await db.as('owner')
  const [books] = await db.rows(
    `select (select round(coalesce(sum(r.amount), 0), 2)::text from public.refunds r where r.order_id = $1) as refunded,
       (select round(coalesce(sum((d.content #>> '{order,total_amount}')::numeric), 0), 2)::text from public.documents d where d.order_id = $1 and d.kind = 'credit_note') as noted,
       (select count(*)::integer from public.documents d where d.order_id = $1 and d.kind = 'credit_note') as notes,
       (select round(coalesce(sum(r.deduction), 0), 2)::text from public.returns r where r.order_id = $1) as kept,
       (select coalesce(jsonb_object_agg(r.number, r.state), '{}') from public.returns r where r.order_id = $1) as states,
       (select jsonb_object_agg(p.id, p.stock) from public.products p where p.id = any ($2)) as stock,
       (select count(*)::integer from private.check_stock_sums()) as wrong_stock,
       (select count(*)::integer from private.check_documents()) as wrong_documents`,
    [book.order, book.lines.map(({ product }) => product)],
  )
  expect(books).toMatchObject({
    refunded: rupees(book.refunded),
    noted: rupees(book.noted),
    kept: rupees(book.kept),
    notes: book.notes,
    states: Object.fromEntries(book.returns.map(({ number, state }) => [number, state])),
    stock: Object.fromEntries(book.lines.map(({ product, stock }) => [product, stock])),
    wrong_stock: 0,
    wrong_documents: 0,
  })
}

test(`pieces, stock, credit notes and refunds agree with the book after each of ${SEQUENCES} random sequences`, async () => {
  for (let seed = 1; seed <= SEQUENCES; seed += 1) {
    await shop.scratch(async (db) => {
      const random = randomOf(seed)
      const book = await delivered(db, random)
      await db.run("update private.limits set value = 1000 where name like 'returns_per%'")
      for (let step = 0; step < STEPS; step += 1) await (random.upTo(2) === 0 ? ask : act)(db, book, random)
      await compare(db, book)
      expect(book.refunded + book.kept).toBe(book.noted)
    })
  }
}, 600_000)

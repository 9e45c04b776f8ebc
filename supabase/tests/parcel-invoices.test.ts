/**
 * Orders with an invoice for each parcel, and orders with one invoice, held to a book that knows nothing of the database: its own arithmetic
 * in paise. What the documents of an order add up to, and what is paid or to be paid, is what has left or is to leave.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAmounts, termsOf } from '#domain/documents/invoice-amounts.ts'
import type { DocumentFacts } from '#domain/documents/invoice-rows.ts'
import { returnDocument } from '#domain/gstr1/return-document.ts'
import { chargeTax, splitCharge } from '#domain/tax/delivery-gst.ts'
import { PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const SEQUENCES = LONG ? 500 : 14
const STEPS = 16
const CHARGES = 10_000

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

/** `units`: what each unit costs, in paise; `places`: which parcel has it, null: none, '-': it is not sent any more. */
type Line = { id: string; quantity: number; rate: number; units: number[]; places: (string | null)[] }
type Book = { order: string; perParcel: boolean; lines: Line[]; states: Map<string, string>; numbers: Map<string, number>; cancelled: boolean; givenUp: number }

const rupees = (paise: number) => (paise / 100).toFixed(2)
const share = (paise: number, units: number, quantity: number) => Math.floor((2 * paise * units + quantity) / (2 * quantity))
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
const inPlace = (line: Line, place: string | null) => line.places.flatMap((at, unit) => (at === place ? [unit] : []))

/** An accepted order, within the State, of three lines of odd amounts; delivery is taxed like them. */
async function accepted(db: Scratch, random: Random, perParcel: boolean): Promise<Book> {
  const rates = random.one([
    [18, 18, 18],
    [18, 5, 18],
    [18, 0, 5],
  ])
  const goods = [PRODUCT.cream, PRODUCT.soap, PRODUCT.draft].map((product, place) => {
    const rate = rates[place] ?? 0
    const [taxable, half] = [100 + random.upTo(99_999), rate === 0 ? 0 : 1 + random.upTo(4999)]
    return { product, rate, quantity: 1 + random.upTo(6), taxable, half, total: taxable + 2 * half }
  })
  const [taxable, half] = [sum(goods.map((line) => line.taxable)), sum(goods.map((line) => line.half))]
  const total = taxable + 2 * half
  const gst = chargeTax(splitCharge(CHARGES, goods, false))
  await db.as('owner')
  await db.run('update public.settings set invoice_per_parcel = $1', [perParcel])
  const [made] = await db.rows(
    `insert into public.orders (user_id, full_name, gstin, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
       goods_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, payment_method, payment_state)
     values ($1, 'Asha', $7, '1 Road', 'Pune', 'Maharashtra', '411001', 'asha@example.in', '9876543210', '27', '27', true, $2, $3, $4, $5, $5, 0,
       $10, $6, $8, $9) returning id`,
    [
      PEOPLE.customer,
      rupees(total),
      rupees(taxable),
      rupees(2 * half),
      rupees(half),
      rupees(total + CHARGES),
      random.one([null, '27ABCDE1234F1Z0']),
      ...random.one([
        ['cod', 'cod_pending'],
        ['bank', 'paid'],
      ]),
      JSON.stringify([{ kind: 'delivery', label: 'Delivery', cost: 100, amount: 100, taxable: (CHARGES - gst) / 100, gst: gst / 100, rate: null }]),
    ],
  )
  const order = String(made?.['id'])
  const lines: Line[] = []
  for (const line of goods) {
    const [row] = await db.rows(
      `insert into public.order_items (order_id, product_id, product_name, hsn, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
       values ($1, $2, 'Goods', '3304', $3, 10, $4, $5, $6, $6, 0, $7) returning id`,
      [order, line.product, line.quantity, rupees(line.taxable), line.rate, rupees(line.half), rupees(line.total)],
    )
    const worth = (units: number) => share(line.taxable, units, line.quantity) + 2 * share(line.half, units, line.quantity)
    const units = Array.from({ length: line.quantity }, (_, unit) => worth(unit + 1) - worth(unit))
    lines.push({ id: String(row?.['id']), quantity: line.quantity, rate: line.rate, units, places: units.map(() => null) })
  }
  await db.run(
    'insert into public.payments (order_id, method, state, amount) select id, payment_method, payment_state, total_amount from public.orders where id = $1',
    [order],
  )
  // switching the setting changes no order that is placed already
  await db.run('update public.settings set invoice_per_parcel = not invoice_per_parcel')
  await db.as('admin')
  await db.run("update public.orders set status = 'processing' where id = $1", [order])
  return { order, perParcel, lines, states: new Map(), numbers: new Map(), cancelled: false, givenUp: 0 }
}

const chosenLines = (book: Book, random: Random) =>
  book.lines.map((line) => ({ line, quantity: random.upTo(inPlace(line, null).length) })).filter(({ quantity }) => quantity > 0)

/** The lowest units that are free. */
function take(line: Line, count: number, place: string): number {
  const taken = inPlace(line, null).slice(0, count)
  for (const unit of taken) line.places[unit] = place
  return sum(taken.map((unit) => line.units[unit] ?? 0))
}

async function step(db: Scratch, book: Book, random: Random, reached: Set<string>): Promise<void> {
  const of = (state: string) => [...book.states].flatMap(([id, at]) => (at === state ? [id] : []))
  const onParcel = (name: string, id: string, more = '') =>
    db.run(`select public.${name}($1, (select s.version from public.shipments s where s.id = $1)${more})`, [id])
  const version = '(select o.version from public.orders o where o.id = $1)'
  const left = book.lines.some((line) => inPlace(line, null).length > 0)
  const [packed, shipped] = [of('packed'), of('shipped')]
  const gone = [...book.states.values()].some((state) => state !== 'packed')
  const [{ status } = { status: '' }] = await db.rows('select status from public.orders where id = $1', [book.order])
  const act = random.one(['pack', 'pack', 'pack', 'unpack', 'unpack', 'send', 'deliver', 'rest', 'all', 'cancel'])
  if (act === 'pack' && status === 'processing') {
    const chosen = chosenLines(book, random)
    if (chosen.length === 0) return
    const [row] = await db.rows(`select public.create_shipment($1, ${version}, $2, 'DTDC', 'D1', false, true) as id`, [
      book.order,
      JSON.stringify(chosen.map(({ line, quantity }) => ({ item: line.id, quantity }))),
    ])
    const id = String(row?.['id'])
    book.states.set(id, 'packed')
    for (const { line, quantity } of chosen) take(line, quantity, id)
  } else if (act === 'unpack' && packed.length > 0) {
    const id = random.one(packed)
    await onParcel('unpack_shipment', id)
    book.states.delete(id)
    for (const line of book.lines) line.places = line.places.map((at) => (at === id ? null : at))
    reached.add(book.states.size > 0 ? 'unpacked beside others' : 'unpacked')
  } else if (act === 'send' && packed.length > 0 && status === 'processing') {
    const id = random.one(packed)
    await onParcel('dispatch_shipment', id, ", 'DTDC', 'D2'")
    book.states.set(id, 'shipped')
  } else if (act === 'deliver' && shipped.length > 0) {
    const id = random.one(shipped)
    await onParcel('deliver_shipment', id)
    book.states.set(id, 'delivered')
  } else if (act === 'rest' && status === 'processing' && gone && left && random.upTo(2) === 0) {
    const worth = sum(book.lines.map((line) => take(line, inPlace(line, null).length, '-')))
    const [row] = await db.rows(`select public.cancel_rest($1, ${version}, 'Sold out') as amount`, [book.order])
    if (book.perParcel) expect(Number(row?.['amount'])).toBe(worth / 100)
    book.givenUp += Math.round(Number(row?.['amount']) * 100)
    reached.add('given up')
  } else if (act === 'all' && status === 'processing' && random.upTo(5) === 0) {
    await db.run("update public.orders set status = 'shipped' where id = $1", [book.order])
    for (const id of packed) book.states.set(id, 'shipped')
    const known = [...book.states.keys()]
    const [row] = await db.rows('select id from public.shipments where order_id = $1 and not (id = any ($2))', [book.order, known])
    if (row) {
      const id = String(row['id'])
      book.states.set(id, 'shipped')
      for (const line of book.lines) take(line, inPlace(line, null).length, id)
    }
  } else if (act === 'cancel' && (status === 'processing' || status === 'shipped') && of('delivered').length === 0 && random.upTo(9) === 0) {
    await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Refused at the door' where id = $1", [book.order])
    book.cancelled = true
    reached.add('cancelled')
  }
}

type Row = { kind: string; form: string; serial: string; file_id: string; content: DocumentFacts }

/** Documents, parcels and money against the book. */
async function compare(db: Scratch, book: Book): Promise<void> {
  await db.as('owner')
  const documents = (await db.rows('select kind, form, serial, file_id, content from public.documents where order_id = $1', [book.order])) as Row[]
  const billed = book.lines.map((line) => {
    if (book.cancelled) return { pieces: 0, worth: 0 }
    const units = line.places.flatMap((at, unit) => ((book.perParcel ? at === null || at === '-' : at === '-') ? [] : [unit]))
    return { pieces: units.length, worth: sum(units.map((unit) => line.units[unit] ?? 0)) }
  })
  const signed = documents.map(({ kind, form, content }) => {
    const amounts = documentAmounts(content.order, content.items, termsOf(content)) // throws unless it adds up
    expect(returnDocument(content).mixedCharge).toBe(false)
    if (form === 'bill_of_supply') expect(amounts.gst).toBe(0)
    return { sign: kind === 'invoice' ? 1 : -1, total: amounts.total, content }
  })
  const items = signed.flatMap(({ sign, content: { scope, items: rows } }) =>
    rows.filter(({ rate }) => scope === 'all' || (Number(rate) === 0) === (scope === 'nil')).map((row) => ({ ...row, sign })),
  )
  const lines = book.lines.map(({ id }) => {
    const of = items.filter(({ line }) => line === id)
    return { pieces: sum(of.map(({ sign, quantity }) => sign * quantity)), worth: sum(of.map(({ sign, total }) => sign * Math.round(Number(total) * 100))) }
  })
  if (book.perParcel) expect(lines).toEqual(billed)
  else expect(lines.map(({ pieces }) => pieces)).toEqual(billed.map(({ pieces }) => pieces))
  // charges are on exactly one invoice as soon as there is a parcel
  const charged = book.cancelled || (book.perParcel && book.states.size === 0) ? 0 : CHARGES
  expect(sum(signed.map(({ sign, total }) => sign * total))).toBe(sum(lines.map(({ worth }) => worth)) + charged)
  if (book.perParcel) {
    const parcels = await db.rows('select id, invoice_file from public.shipments where order_id = $1', [book.order])
    for (const { id, invoice_file } of parcels) {
      const pieces = sum(book.lines.map((line) => inPlace(line, String(id)).length))
      const own = documents.filter(({ file_id, kind }) => file_id === invoice_file && kind === 'invoice')
      const [first] = own
      expect(sum(first?.content.items.map(({ quantity }) => quantity) ?? [])).toBe(pieces)
    }
  }
  const [money] = await db.rows(
    `select (o.total_amount * 100)::integer as total, (select sum(p.amount) * 100 from public.payments p where p.order_id = $1)::integer as due,
       (select coalesce(sum(r.amount), 0) * 100 from public.refunds r where r.order_id = $1 and r.state <> 'withdrawn')::integer as back, o.payment_method, o.payment_state
     from public.orders o where o.id = $1`,
    [book.order],
  )
  const [due, back, total] = [Number(money?.['due']), Number(money?.['back']), Number(money?.['total'])]
  if (!book.cancelled) expect(due - back).toBe(total - book.givenUp)
  else if (money?.['payment_state'] === 'refund_due') expect(due - back).toBe(0)
  // when nothing is left to pack, the documents are what was paid or is to be paid
  const open = book.lines.some((line) => inPlace(line, null).length > 0)
  if (!open && !book.cancelled && book.states.size > 0) expect(sum(signed.map((one) => one.sign * one.total))).toBe(total - book.givenUp)
  const numbers = await db.rows(
    "select split_part(serial, '/', 1) as series, array_agg(right(serial, 4)::integer order by serial) as given from public.documents group by 1",
  )
  for (const { given } of numbers) expect(given).toEqual(Array.from({ length: (given as number[]).length }, (_, place) => place + 1))
  expect(await db.rows('select * from private.check_stock_sums()')).toEqual([])
  await db.as('admin')
}

/** Everything is delivered and comes back in two returns, the second with the charges: then nothing is left on the documents, and all money goes back. */
async function returnAll(db: Scratch, book: Book, random: Random): Promise<void> {
  await db.run("update public.orders set status = 'shipped' where id = $1 and status = 'processing'", [book.order])
  await db.run("update public.orders set status = 'delivered' where id = $1 and status = 'shipped'", [book.order])
  // cash on delivery is booked before anything is credited
  await db.as('owner')
  await db.run("update public.payments set state = 'paid' where order_id = $1 and state = 'cod_pending'", [book.order])
  await db.as('admin')
  const pieces = book.lines.map((line) => ({ item: line.id, quantity: line.places.filter((at) => at !== '-').length }))
  const first = pieces.map(({ item, quantity }) => ({ item, quantity: random.upTo(quantity) }))
  const second = pieces.map(({ item, quantity }, line) => ({ item, quantity: quantity - (first[line]?.quantity ?? 0) }))
  const returns = [first, second].map((lines) => lines.filter(({ quantity }) => quantity > 0)).filter((lines) => lines.length > 0)
  for (const [place, lines] of returns.entries()) {
    const [row] = await db.rows("select public.book_return($1, $2, 'other', 'x') as id", [book.order, JSON.stringify(lines)])
    const split = lines.map(({ item, quantity }) => ({ item, restocked: quantity, damaged: 0, lost: 0 }))
    await db.run('select public.receive_return($1, 1, $2)', [row?.['id'], JSON.stringify(split)])
    await db.run('select public.close_return($1, 2, null, $2)', [row?.['id'], place === returns.length - 1])
  }
  await db.as('owner')
  const [left] = await db.rows(
    `select (select sum(case d.kind when 'invoice' then 1 else -1 end * (i ->> 'total')::numeric) from public.documents d cross join jsonb_array_elements(d.content -> 'items') i
         where d.order_id = $1 and (d.content ->> 'scope' = 'all' or ((i ->> 'rate')::numeric = 0) = (d.content ->> 'scope' = 'nil')))::float as goods,
       exists (select from public.documents d where d.order_id = $1 and d.kind = 'invoice' and not private.is_credited(d.id)) as open,
       (select sum(p.amount) from public.payments p where p.order_id = $1)::float - (select sum(r.amount) from public.refunds r where r.order_id = $1)::float as kept`,
    [book.order],
  )
  expect(left).toEqual({ goods: 0, open: false, kept: 0 })
  expect(await db.rows('select * from private.check_stock_sums()')).toEqual([])
}

for (const perParcel of [true, false]) {
  test(
    `the documents of ${SEQUENCES} random orders with ${perParcel ? 'an invoice for each parcel' : 'one invoice'} are what an independent book says`,
    async () => {
      const reached = new Set<string>()
      for (let seed = 1; seed <= SEQUENCES; seed += 1) {
        await shop.scratch(async (db) => {
          const random = randomOf(seed * 7919 + (LONG ? Date.now() % 100_000 : 0))
          const book = await accepted(db, random, perParcel)
          await compare(db, book)
          for (let at = 0; at < STEPS && !book.cancelled; at += 1) {
            await step(db, book, random, reached)
            await compare(db, book)
          }
          if (book.cancelled) return
          reached.add('returned')
          await returnAll(db, book, random)
        })
      }
      for (const name of ['unpacked', 'unpacked beside others', 'given up', 'cancelled', 'returned']) expect(reached, name).toContain(name)
    },
    LONG ? 900_000 : 120_000,
  )
}

import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER, OTHER_ORDER, PEOPLE, openShop } from './shop.ts'
import { hireStaff } from './scenario.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query("begin; set local session_replication_role = 'replica'")
  await shop.owner.query("update public.payments set method = 'upi', state = 'awaiting_payment'")
  await shop.owner.query("update public.orders set payment_method = 'upi', payment_state = 'awaiting_payment'")
  await shop.owner.query('commit')
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const UTR = '612345678901'
type Line = { day: string; amount: number; narration: string; nth: number; references: string[] }
const line = (changes: Partial<Line> = {}): Line => ({ day: '2026-11-21', amount: 336, narration: 'UPI/ASHA VERMA', nth: 0, references: [UTR], ...changes })
const factsOf = async (db: Scratch, lines: unknown) =>
  (await db.rows('select public.bank_statement_facts($1) as facts', [JSON.stringify(lines)]))[0]?.['facts'] as {
    open: Record<string, unknown>[]
    booked: Record<string, unknown>[]
  }
const BOOK = 'select public.book_receipts($1) as booked'
/** What is booked: the line for an order's payment as it is now. */
async function forOrder(db: Scratch, order: string, changes: Partial<Line> = {}): Promise<Record<string, unknown>> {
  const [row] = await db.rows('select p.id, o.version from public.payments p join public.orders o on o.id = p.order_id where o.id = $1', [order])
  return { ...line(changes), payment: row?.['id'], version: row?.['version'] }
}
const book = (db: Scratch, ...receipts: unknown[]) => db.rows(BOOK, [JSON.stringify(receipts)])
const refusal = async (db: Scratch, ...receipts: unknown[]) => {
  const { code, detail } = await db.refused(BOOK, [JSON.stringify(receipts)])
  return [code, (JSON.parse(detail || '{}') as { code?: string }).code]
}
const paymentOf = async (db: Scratch, order: string) =>
  (
    await db.rows(
      'select o.status, o.payment_state, p.state, p.amount::float8, p.provider_reference as reference from public.payments p join public.orders o on o.id = p.order_id where o.id = $1',
      [order],
    )
  )[0]
const as = (person: Person, work: (db: Scratch) => Promise<void>) =>
  shop.scratch(async (db) => {
    await db.as(person)
    await work(db)
  })

describe('a receipt that is booked', () => {
  test('makes its order paid, under the bank’s reference, and says which line it was without the narration', async () => {
    await as('accounts', async (db) => {
      expect(await book(db, await forOrder(db, ORDER))).toEqual([{ booked: 1 }])
      expect(await paymentOf(db, ORDER)).toEqual({ status: 'pending', payment_state: 'paid', state: 'paid', amount: 336, reference: UTR })
      expect(await db.rows('select order_id, received_on::text, amount::float8, reference from public.bank_receipts')).toEqual([
        { order_id: ORDER, received_on: '2026-11-21', amount: 336, reference: UTR },
      ])
      expect((await factsOf(db, [line(), line({ references: [], narration: 'CASH' })])).booked).toMatchObject([{ at: 0, order_id: ORDER }])
      await db.as('owner')
      expect(JSON.stringify(await db.rows('select * from public.bank_receipts'))).not.toContain('ASHA')
      expect(JSON.stringify(await db.rows("select * from public.audit_log where table_name = 'bank_receipts'"))).toMatch(/received_on/)
    })
  })

  test('keeps the reference that the buyer entered when the line has it, also as its second', async () => {
    await as('customer', async (db) => {
      await db.run('select public.claim_payment($1, $2)', [ORDER, UTR])
      await db.as('accounts')
      const { open } = await factsOf(db, [])
      expect(open).toHaveLength(2)
      expect(open.find(({ order_id }) => order_id === ORDER)).toMatchObject({ state: 'awaiting_verification', reference: UTR, amount: 336 })
      await book(db, await forOrder(db, ORDER, { references: ['700000000001', UTR] }))
      expect(await paymentOf(db, ORDER)).toMatchObject({ payment_state: 'paid', reference: UTR })
    })
  })

  test('and whose claim is not on the statement: that one stays waiting', async () => {
    await as('customer', async (db) => {
      await db.run('select public.claim_payment($1, $2)', [ORDER, '700000000009'])
      await db.as('other')
      await db.run('select public.claim_payment($1, $2)', [OTHER_ORDER, UTR])
      await db.as('accounts')
      await book(db, await forOrder(db, OTHER_ORDER, { amount: 159 }))
      expect(await paymentOf(db, ORDER)).toMatchObject({ payment_state: 'awaiting_verification', state: 'awaiting_verification' })
    })
  })

  test('of more than the order costs: the rest is due back', async () => {
    await as('admin', async (db) => {
      await book(db, await forOrder(db, ORDER, { amount: 350.5 }))
      expect(await paymentOf(db, ORDER)).toMatchObject({ payment_state: 'paid', amount: 350.5 })
      expect((await db.rows('select public.order_money($1) as money', [ORDER]))[0]).toEqual({
        money: { total: 336, received: 350.5, refunded: 0, refund_due: 14.5, to_collect: 0, refundable: 336 },
      })
    })
  })

  test('for an order that staff have cancelled is due back as a whole; one that was left unpaid opens again', async () => {
    await as('admin', async (db) => {
      await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Damaged' where id = $1", [ORDER])
      await db.as('owner')
      await db.run("update public.orders set status = 'cancelled' where id = $1", [OTHER_ORDER])
      await db.as('admin')
      await book(db, await forOrder(db, ORDER, { amount: 400 }), await forOrder(db, OTHER_ORDER, { amount: 159, references: ['700000000001'] }))
      expect(await paymentOf(db, ORDER)).toMatchObject({ status: 'cancelled', payment_state: 'refund_due' })
      expect(await db.rows('select amount::float8, state from public.refunds where order_id = $1', [ORDER])).toEqual([{ amount: 400, state: 'due' }])
      expect(await paymentOf(db, OTHER_ORDER)).toMatchObject({ status: 'pending', payment_state: 'paid' })
    })
  })
})

describe('nothing is booked', () => {
  test('twice: the same request again changes nothing, and the same line for another order is refused', async () => {
    await as('admin', async (db) => {
      const receipt = await forOrder(db, ORDER)
      await book(db, receipt)
      expect(await book(db, receipt)).toEqual([{ booked: 0 }])
      expect(await refusal(db, await forOrder(db, OTHER_ORDER))).toEqual(['PT409', 'LINE_BOOKED'])
      // the same money in a statement of another format: its reference is taken
      expect(await refusal(db, await forOrder(db, OTHER_ORDER, { narration: 'BY TRANSFER' }))).toEqual(['PT409', 'REFERENCE_USED'])
      expect((await factsOf(db, [line({ narration: 'BY TRANSFER' })])).booked).toMatchObject([{ order_id: ORDER }])
      expect(await db.rows('select 1 from public.bank_receipts')).toHaveLength(1)
    })
  })

  test('of equal lines the second is a receipt of its own', async () => {
    await as('admin', async (db) => {
      const cash = { references: [], narration: 'CASH', amount: 400 }
      await book(db, await forOrder(db, ORDER, cash), await forOrder(db, OTHER_ORDER, { ...cash, nth: 1 }))
      expect(
        (
          await factsOf(
            db,
            [0, 1, 2].map((nth) => line({ ...cash, nth })),
          )
        ).booked.map(({ at }) => at),
      ).toEqual([0, 1])
    })
  })

  test('if one of several is refused', async () => {
    await as('admin', async (db) => {
      const [good, little] = [await forOrder(db, ORDER), await forOrder(db, OTHER_ORDER, { amount: 158.99, references: [] })]
      expect(await refusal(db, good, little)).toEqual(['PT409', 'TOO_LITTLE'])
      expect(await paymentOf(db, ORDER)).toMatchObject({ payment_state: 'awaiting_payment' })
      expect(await refusal(db, { ...good, version: Number(good['version']) + 1 })).toEqual(['PT409', 'ORDER_CHANGED'])
      expect(await refusal(db, { ...good, payment: PEOPLE.admin })).toEqual(['PT404', 'PAYMENT_NOT_FOUND'])
      await db.run("update public.payments set state = 'paid' where order_id = $1", [ORDER])
      expect(await refusal(db, await forOrder(db, ORDER))).toEqual(['PT409', 'PAYMENT_NOT_AWAITED'])
    })
  })

  test('for a payment on delivery or by Razorpay', async () => {
    for (const [method, state] of [
      ['cod', 'cod_pending'],
      ['razorpay', 'awaiting_payment'],
    ]) {
      await shop.scratch(async (db) => {
        await db.run("set local session_replication_role = 'replica'")
        await db.run('update public.payments set method = $1, state = $2 where order_id = $3', [method, state, ORDER])
        await db.run("set local session_replication_role = 'origin'")
        await db.as('admin')
        expect((await factsOf(db, [])).open).toMatchObject([{ order_id: OTHER_ORDER }])
        expect(await refusal(db, await forOrder(db, ORDER))).toEqual(['PT409', 'PAYMENT_NOT_AWAITED'])
      })
    }
  })

  test.each([
    ['no list', {}],
    ['an empty list', []],
    ['a negative amount', [{ ...line(), amount: -336 }]],
    ['an amount as an object', [{ ...line(), amount: {} }]],
    ['a third of a paisa', [{ ...line(), amount: 336.001 }]],
    ['no day', [{ ...line(), day: 'yesterday' }]],
    ['a long narration', [line({ narration: 'x'.repeat(301) })]],
    ['a reference that is none', [line({ references: ["1' or '1'='1"] })]],
    ['seven references', [line({ references: Array<string>(7).fill(UTR) })]],
    ['501 lines', Array.from({ length: 501 }, (_, nth) => line({ nth }))],
    ['no payment', [line()]],
  ])('from %s', async (_, receipts) => {
    await as('admin', async (db) => {
      const { code } = await db.refused(BOOK, [JSON.stringify(receipts)])
      expect(code).toBe('22023')
    })
  })

  test('from the same line or for the same payment twice in one request', async () => {
    await as('admin', async (db) => {
      const [one, two] = [await forOrder(db, ORDER), await forOrder(db, OTHER_ORDER)]
      expect(await refusal(db, one, two)).toEqual(['22023', 'INVALID'])
      expect(await refusal(db, one, { ...one, nth: 1 })).toEqual(['22023', 'INVALID'])
    })
  })
})

test('a day that is none is refused by the database, and nothing is booked', async () => {
  await as('admin', async (db) => {
    expect(await db.refused(BOOK, [JSON.stringify([await forOrder(db, ORDER, { day: '2026-02-31' })])])).toMatchObject({ code: '22008' })
  })
})

test('only staff who manage payments compare and book', async () => {
  const may: Person[] = ['admin', 'superAdmin', 'accounts']
  for (const person of ['visitor', 'customer', 'catalogue', 'orders', 'orderService', 'mailer', ...may] as const) {
    await shop.scratch(async (db) => {
      const receipt = await forOrder(db, ORDER)
      await db.as(person)
      if (may.includes(person)) {
        expect((await factsOf(db, [line()])).open, person).toHaveLength(2)
        expect(await book(db, receipt), person).toEqual([{ booked: 1 }])
      } else {
        expect(await db.refused('select public.bank_statement_facts($1)', ['[]']), person).toMatchObject({ code: '42501' })
        expect(await db.refused(BOOK, [JSON.stringify([receipt])]), person).toMatchObject({ code: '42501' })
      }
    })
  }
})

test('two people book the same statement at once: each payment is booked once, and nobody waits for the other for good', async () => {
  const mine = (client: Client) =>
    client.query("select set_config('request.jwt.claims', $1, false), set_config('role', 'authenticated', false)", [
      JSON.stringify({ sub: PEOPLE.admin, role: 'authenticated' }),
    ])
  const { rows } = await shop.owner.query<{ id: string; version: number; order_id: string }>(
    'select p.id, o.version, o.id as order_id from public.payments p join public.orders o on o.id = p.order_id order by o.id',
  )
  const receipts = rows.map((row, at) => ({ ...line({ amount: 400, references: [`70000000000${at}`] }), payment: row.id, version: row.version }))
  const clients = [new Client({ connectionString: shop.url }), new Client({ connectionString: shop.url })]
  try {
    await Promise.all(clients.map(async (client) => client.connect().then(() => mine(client))))
    // the second has the lines in the other sequence
    const answers = await Promise.allSettled(
      clients.map((client, at) => client.query<{ booked: number }>(BOOK, [JSON.stringify(at === 0 ? receipts : receipts.toReversed())])),
    )
    const booked = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows[0]?.booked : String(answer.reason)))
    expect(booked).toEqual(expect.arrayContaining([0, 2]))
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  expect((await shop.owner.query('select 1 from public.bank_receipts')).rowCount).toBe(2)
})

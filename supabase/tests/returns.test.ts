/** The steps of a return: who may take them, what they refuse, and what they write (docs/rules.md#returns). */
import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hireStaff } from './scenario.ts'
import { ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop, scratchOn } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const one = async (db: Scratch, sql: string, values: unknown[] = []) => (await db.rows(sql, values))[0] ?? {}
const item = async (db: Scratch, order = ORDER): Promise<string> =>
  String((await one(db, `select id from public.order_items where order_id = '${order}'`))['id'])
const lines = async (db: Scratch, columns: Record<string, number>) => JSON.stringify([{ item: await item(db), ...columns }])
const code = (refusal: { detail: string }) => (JSON.parse(refusal.detail || '{}') as { code?: string }).code

async function deliver(db: Scratch, order = ORDER): Promise<void> {
  await db.as('admin')
  await db.run(`update public.orders set status = 'processing' where id = '${order}'`)
  await db.run(`update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D1' where id = '${order}'`)
  await db.run(`update public.orders set status = 'delivered' where id = '${order}'`)
  await db.run(`update public.payments set state = 'paid' where order_id = '${order}' and state = 'cod_pending'`)
}
const ASK = 'select public.ask_return($1, $2, $3, $4) as id'
const BOOK = 'select public.book_return($1, $2, $3, $4) as id'
async function ask(db: Scratch, quantity = 1): Promise<string> {
  await db.as('customer')
  return String((await one(db, ASK, [ORDER, await lines(db, { quantity }), 'damaged', 'The lid is broken']))['id'])
}
const NOW = '(select r.version from public.returns r where r.id = $1)'
async function received(db: Scratch, { restocked = 1, damaged = 0, lost = 0 } = {}): Promise<string> {
  const id = await ask(db, restocked + damaged + lost)
  await db.as('admin')
  await db.run(`select public.approve_return($1, ${NOW})`, [id])
  await db.run(`select public.receive_return($1, ${NOW}, $2)`, [id, await lines(db, { restocked, damaged, lost })])
  return id
}
const RETURN = 'select state, credited, deduction, deduction_reason from public.returns where id = $1'

test('a customer asks, staff approve, receive and settle: stock, credit note, refund, history and messages', async () => {
  await shop.scratch(async (db) => {
    await deliver(db)
    const { stock } = await one(db, `select stock from public.products where id = '${PRODUCT.cream}'`)
    const id = await received(db, { restocked: 1, damaged: 1 })
    expect(await db.rows(`select stock from public.products where id = '${PRODUCT.cream}'`)).toEqual([{ stock: Number(stock) + 1 }])
    await db.run(`select public.close_return($1, ${NOW})`, [id])
    expect(await db.rows(RETURN, [id])).toEqual([{ state: 'closed', credited: '236.00', deduction: '0.00', deduction_reason: null }])
    await db.as('owner')
    expect(await db.rows(`select quantity, reason from public.stock_movements where order_id = '${ORDER}' order by id`)).toEqual([
      { quantity: -2, reason: 'order' },
      { quantity: 2, reason: 'return' },
      { quantity: -1, reason: 'damaged' },
    ])
    expect(await db.rows('select * from private.check_stock_sums()')).toEqual([])
    expect(
      await db.rows(`select form, content #>> '{order,total_amount}' as total, content ->> 'reason' as reason, file_id = (select credit_file from public.returns) as named
        from public.documents where order_id = '${ORDER}' order by issued_at, serial desc`),
    ).toMatchObject([{ form: 'tax_invoice' }, { form: 'credit_note', total: '236.00', reason: 'Return 1', named: true }])
    expect(await db.rows(`select amount, state, source, reason from public.refunds where order_id = '${ORDER}'`)).toEqual([
      { amount: '236.00', state: 'due', source: 'return', reason: 'Return 1' },
    ])
    const states = ['requested', 'approved', 'received', 'closed']
    const steps = ['requested', 'approved', 'received', 'settled']
    const said = await db.rows(`select notes from public.order_status_history where order_id = '${ORDER}' and notes like 'Return%' order by created_at, ctid`)
    expect(said.map(({ notes }) => notes)).toEqual(steps.map((step) => `Return 1 ${step}`))
    const notices = await db.rows(`select title from public.notifications where user_id = '${PEOPLE.customer}' and title like 'Return%'`)
    expect(new Set(notices.map(({ title }) => title))).toEqual(new Set(steps.map((step) => `Return ${step}`)))
    const mails = await db.rows("select data ->> 'return_state' as state, data ? 'files' as files from private.mails where kind = 'order_return' order by id")
    expect(mails).toEqual(states.map((state) => ({ state, files: state === 'closed' })))
  })
})

test('what is kept back comes off the refund and not off the credit note; the delivery charge is credited when it is ticked', async () => {
  await shop.scratch(async (db) => {
    await deliver(db)
    const id = await received(db)
    const close = `select public.close_return($1, ${NOW}, null, $2, $3, $4)`
    expect(code(await db.refused(close, [id, false, 20, ' ']))).toBe('REASON_REQUIRED')
    expect(code(await db.refused(close, [id, false, 118.01, 'x']))).toBe('DEDUCTION_TOO_LARGE')
    expect(code(await db.refused(close, [id, false, -1, 'x']))).toBe('REASON_REQUIRED')
    await db.run(close, [id, true, 20.5, 'The box is missing'])
    expect(await db.rows(RETURN, [id])).toEqual([{ state: 'closed', credited: '218.00', deduction: '20.50', deduction_reason: 'The box is missing' }])
    expect(await db.rows('select amount from public.refunds')).toEqual([{ amount: '197.50' }])
  })
})

test('nothing that arrived is credited, or what never left the shop is: staff choose the pieces', async () => {
  await shop.scratch(async (db) => {
    await deliver(db)
    const first = await received(db, { restocked: 0, lost: 1 })
    await db.run(`select public.close_return($1, ${NOW})`, [first])
    expect(await db.rows(RETURN, [first])).toMatchObject([{ state: 'closed', credited: '0.00' }])
    expect(await db.rows('select amount from public.refunds')).toEqual([])
    const second = await received(db, { restocked: 0, lost: 1 })
    expect(code(await db.refused(`select public.close_return($1, ${NOW}, $2)`, [second, await lines(db, { credited: 2 })]))).toBe('INVALID')
    await db.run(`select public.close_return($1, ${NOW}, $2)`, [second, await lines(db, { credited: 1 })])
    expect(await db.rows('select amount from public.refunds')).toEqual([{ amount: '118.00' }])
    await db.as('customer')
    expect(code(await db.refused(ASK, [ORDER, await lines(db, { quantity: 1 }), 'other', 'x']))).toBe('NOT_LEFT')
  })
})

test('a registered buyer of nil-rated and taxed goods has two credit notes in one file, and the delivery charge counts once', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    const mine = await item(db)
    await db.run(
      `insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
       values ('${ORDER}', '${PRODUCT.soap}', 'Nil-rated goods', 2, 25, 50, 0, 0, 0, 0, 50)`,
    )
    await db.run(
      `update public.orders set gstin = '27AAPFU0939F1ZV', goods_total = goods_total + 50, subtotal_base = subtotal_base + 50, total_amount = total_amount + 50
       where id = '${ORDER}'`,
    )
    await db.run(`update public.payments set amount = amount + 50 where order_id = '${ORDER}'`)
    await deliver(db)
    const items = (await db.rows(`select id, quantity from public.order_items where order_id = '${ORDER}'`)) as { id: string; quantity: number }[]
    const [made] = await db.rows(BOOK, [ORDER, JSON.stringify(items.map(({ id }) => ({ item: id, quantity: 1 }))), 'other', null])
    const id = made?.['id']
    await db.run(`select public.receive_return($1, ${NOW}, $2)`, [
      id,
      JSON.stringify(items.map((line) => ({ item: line.id, restocked: 1, damaged: 0, lost: 0 }))),
    ])
    await db.run('savepoint before')
    const taxed = JSON.stringify(items.map((line) => ({ item: line.id, credited: line.id === mine ? 1 : 0 })))
    await db.run(`select public.close_return($1, ${NOW}, $2, true)`, [id, taxed])
    expect(await db.rows(RETURN, [id])).toMatchObject([{ state: 'closed', credited: '218.00' }])
    await db.run('rollback to savepoint before')
    await db.run(`select public.close_return($1, ${NOW}, null, true)`, [id])
    expect(await db.rows(RETURN, [id])).toMatchObject([{ state: 'closed', credited: '243.00' }])
    expect(await db.rows('select amount from public.refunds')).toEqual([{ amount: '243.00' }])
    expect(
      await db.rows("select count(*)::integer as notes, count(distinct file_id)::integer as files from public.documents where kind = 'credit_note'"),
    ).toEqual([{ notes: 2, files: 1 }])
  })
})

test('an order that is not paid collects less, and nothing once all of it is credited', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run(`delete from public.payments where order_id = '${ORDER}'`)
    await db.run(`insert into public.payments (order_id, method, state, amount) values ('${ORDER}', 'bank', 'awaiting_payment', 336)`)
    await db.run(`update public.orders set payment_method = 'bank', payment_state = 'awaiting_payment' where id = '${ORDER}'`)
    await deliver(db)
    const first = await received(db)
    await db.run(`select public.close_return($1, ${NOW})`, [first])
    expect(await db.rows(`select amount, state from public.payments where order_id = '${ORDER}'`)).toEqual([{ amount: '218.00', state: 'awaiting_payment' }])
    const rest = await received(db)
    await db.run(`select public.close_return($1, ${NOW}, null, true)`, [rest])
    expect(await db.rows(`select amount, state from public.payments where order_id = '${ORDER}'`)).toEqual([{ amount: '0.00', state: 'paid' }])
    expect(await db.rows('select amount from public.refunds')).toEqual([])
    expect(await db.rows(`select payment_state from public.orders where id = '${ORDER}'`)).toEqual([{ payment_state: 'paid' }])
  })
})

test('a payment that is on its way is settled before the return is', async () => {
  await shop.scratch(async (db) => {
    await deliver(db)
    const id = await received(db)
    await db.as('owner')
    await db.run(`delete from public.payments where order_id = '${ORDER}'`)
    for (const [method, state] of [
      ['upi', 'awaiting_verification'],
      ['razorpay', 'awaiting_payment'],
      ['cod', 'cod_pending'],
    ]) {
      await db.run('savepoint before')
      await db.run(`insert into public.payments (order_id, method, state, amount) values ('${ORDER}', $1, $2, 336)`, [method, state])
      await db.as('orders')
      expect(code(await db.refused(`select public.close_return($1, ${NOW})`, [id])), method).toBe('PAYMENT_OPEN')
      await db.run('rollback to savepoint before')
    }
  })
})

test('a return of the last financial year has its credit note in the new one', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run("set local shop.as_of = '2026-03-30T10:00:00Z'")
    await deliver(db)
    await db.run("set local shop.as_of = '2026-04-02T10:00:00Z'")
    const id = await received(db)
    await db.run(`select public.close_return($1, ${NOW})`, [id])
    const serials = await db.rows(`select serial from public.documents where order_id = '${ORDER}' order by issued_at`)
    expect(serials).toEqual([{ serial: expect.stringMatching(/\/25-26\//) }, { serial: expect.stringMatching(/\/26-27\//) }])
  })
})

test('customers ask within the days of the setting, for pieces that are left; staff also later', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect(code(await db.refused(ASK, [ORDER, await lines(db, { quantity: 1 }), 'damaged', 'x']))).toBe('NOT_DELIVERED')
    await deliver(db)
    await db.as('owner')
    await db.run(`update public.order_status_history set created_at = now() - interval '7 days 1 minute' where order_id = '${ORDER}' and status = 'delivered'`)
    await db.as('customer')
    expect(code(await db.refused(ASK, [ORDER, await lines(db, { quantity: 1 }), 'damaged', 'x']))).toBe('RETURN_TOO_LATE')
    expect((await one(db, `select public.returnable('${ORDER}') as left`))['left']).toMatchObject({ open: false })
    await db.as('owner')
    await db.run('update public.settings set return_days = 8')
    await ask(db)
    expect(code(await db.refused(ASK, [ORDER, await lines(db, { quantity: 2 }), 'damaged', 'x']))).toBe('NOT_LEFT')
    await db.as('owner')
    await db.run('update public.settings set return_days = 0')
    await db.as('customer')
    expect(code(await db.refused(ASK, [ORDER, await lines(db, { quantity: 1 }), 'damaged', 'x']))).toBe('RETURN_TOO_LATE')
    await db.as('orders')
    await db.run(BOOK, [ORDER, await lines(db, { quantity: 1 }), 'damaged', null])
    expect(await db.rows('select state, asked_by, number from public.returns order by number')).toEqual([
      { state: 'requested', asked_by: 'customer', number: 1 },
      { state: 'approved', asked_by: 'staff', number: 2 },
    ])
  })
})

test('what is declined or withdrawn can be asked for again, up to the limits', async () => {
  await shop.scratch(async (db) => {
    await deliver(db)
    for (let turn = 0; turn < 5; turn += 1) {
      const id = await ask(db, 2)
      await db.run(`select public.withdraw_return($1, ${NOW})`, [id])
    }
    for (let turn = 0; turn < 5; turn += 1) {
      const id = await ask(db, 2)
      await db.as('admin')
      expect(code(await db.refused(`select public.decline_return($1, ${NOW}, ' ')`, [id]))).toBe('REASON_REQUIRED')
      await db.run(`select public.decline_return($1, ${NOW}, 'Opened')`, [id])
    }
    await db.as('customer')
    const refusal = await db.refused(ASK, [ORDER, await lines(db, { quantity: 1 }), 'damaged', 'x'])
    expect([refusal.code, code(refusal)]).toEqual(['PT429', 'TOO_MANY'])
  })
})

test('of two people at one return the second one looks again', async () => {
  await shop.scratch(async (db) => {
    await deliver(db)
    const id = await ask(db)
    const stale = async (sql: string, values: unknown[]) => code(await db.refused(sql, values))
    await db.as('admin')
    await db.run('select public.approve_return($1, 1)', [id])
    expect(await stale('select public.approve_return($1, 1)', [id])).toBe('STALE')
    expect(await stale("select public.decline_return($1, 1, 'Opened')", [id])).toBe('STALE')
    await db.as('customer')
    expect(await stale('select public.withdraw_return($1, 1)', [id])).toBe('STALE')
    expect(await stale('select public.withdraw_return($1, 2)', [id])).toBe('STALE')
    await db.as('admin')
    expect(await stale('select public.close_return($1, 2)', [id])).toBe('STALE')
    await db.run('select public.receive_return($1, 2, $2)', [id, await lines(db, { restocked: 1, damaged: 0, lost: 0 })])
    expect(await stale('select public.receive_return($1, 3, $2)', [id, await lines(db, { restocked: 1, damaged: 0, lost: 0 })])).toBe('STALE')
    await db.run('select public.close_return($1, 3)', [id])
    expect(await stale('select public.close_return($1, 4)', [id])).toBe('STALE')
  })
})

test('each step is for its people alone', async () => {
  await shop.scratch(async (db) => {
    await deliver(db)
    const id = await ask(db)
    const one = await lines(db, { quantity: 1 })
    const staff: [string, unknown[]][] = [
      [BOOK, [ORDER, one, 'damaged', null]],
      ['select public.approve_return($1, 1)', [id]],
      ["select public.decline_return($1, 1, 'x')", [id]],
      ['select public.receive_return($1, 1, $2)', [id, await lines(db, { restocked: 1, damaged: 0, lost: 0 })]],
      ['select public.close_return($1, 1)', [id]],
    ]
    const refused: Person[] = ['visitor', 'customer', 'other', 'catalogue', 'accounts']
    for (const person of refused) {
      await db.as(person)
      for (const [sql, values] of staff) expect((await db.refused(sql, values)).code, `${person}: ${sql}`).toBe('42501')
    }
    for (const person of ['other', 'admin', 'superAdmin', 'orders'] as const) {
      await db.as(person)
      expect((await db.refused(ASK, [ORDER, one, 'damaged', 'x'])).code, person).toBe('PT404')
      expect((await db.refused('select public.withdraw_return($1, 1)', [id])).code, person).toBe('PT404')
    }
    for (const person of ['admin', 'superAdmin', 'orders'] as const) {
      await db.as(person)
      await db.run('savepoint before')
      await db.run('select public.approve_return($1, 1)', [id])
      await db.run('rollback to savepoint before')
    }
    for (const [person, seen] of [
      ['customer', 1],
      ['other', 0],
      ['catalogue', 0],
      ['accounts', 1],
      ['orders', 1],
      ['admin', 1],
    ] as const) {
      await db.as(person)
      expect(await db.rows('select id from public.returns'), person).toHaveLength(seen)
      expect(await db.rows('select quantity from public.return_lines'), person).toHaveLength(seen)
      expect((await db.refused('select created_by from public.returns')).code, person).toBe('42501')
      expect((await db.refused("update public.returns set state = 'closed'")).code, person).toBe('42501')
    }
    for (const person of ['customer', 'catalogue'] as const) {
      await db.as(person)
      expect((await db.refused('select public.return_counts()')).code).toBe('42501')
    }
    await db.as('accounts')
    expect((await db.rows('select public.return_counts() as counts'))[0]?.['counts']).toEqual({ requested: 1, approved: 0, received: 0 })
  })
})

test('hostile lines are refused and write nothing', async () => {
  await shop.scratch(async (db) => {
    await deliver(db)
    await deliver(db, OTHER_ORDER)
    await db.as('owner')
    const [mine, foreign] = [await item(db), await item(db, OTHER_ORDER)]
    await db.as('customer')
    const bad: unknown[] = [
      null,
      {},
      [],
      [{}],
      ['x'],
      [{ item: mine }],
      [{ item: mine, quantity: 0 }],
      [{ item: mine, quantity: -1 }],
      [{ item: mine, quantity: 1.5 }],
      [{ item: mine, quantity: '1e3' }],
      [{ item: mine, quantity: 99999999999 }],
      [{ item: "' or true", quantity: 1 }],
      [
        { item: mine, quantity: 1 },
        { item: mine, quantity: 1 },
      ],
      [{ item: mine, quantity: null }],
      Array.from({ length: 1001 }, () => ({ item: mine, quantity: 1 })),
    ]
    for (const input of bad)
      expect(code(await db.refused(ASK, [ORDER, JSON.stringify(input), 'damaged', 'x'])), JSON.stringify(input)?.slice(0, 80)).toBe('INVALID')
    expect(code(await db.refused(ASK, [ORDER, null, 'damaged', 'x']))).toBe('INVALID')
    expect(code(await db.refused(ASK, [ORDER, JSON.stringify([{ item: foreign, quantity: 1 }]), 'damaged', 'x']))).toBe('NOT_LEFT')
    expect(code(await db.refused(ASK, [OTHER_ORDER, JSON.stringify([{ item: foreign, quantity: 1 }]), 'damaged', 'x']))).toBe('ORDER_NOT_FOUND')
    expect(code(await db.refused(ASK, [ORDER, await lines(db, { quantity: 1 }), 'because', 'x']))).toBe('INVALID')
    expect(code(await db.refused(ASK, [ORDER, await lines(db, { quantity: 1 }), 'damaged', 'x'.repeat(2001)]))).toBe('INVALID')
    expect(await db.rows('select * from public.return_lines')).toEqual([])
  })
})

test('photos are for the customer of a request and staff, four at most; they go with the account, and half a year after the end', async () => {
  await shop.scratch(async (db) => {
    await deliver(db)
    const id = await ask(db)
    const add = async (person: string) =>
      (await one(db, 'select private.add_return_photo($1, $2, $3) as refusal', [person, id, Buffer.from('jpeg')]))['refusal']
    await db.as('orderService')
    expect(await add(PEOPLE.other)).toBe('GONE')
    for (let photo = 0; photo < 4; photo += 1) expect(await add(PEOPLE.customer)).toBeNull()
    expect(await add(PEOPLE.customer)).toBe('TOO_MANY')
    await db.as('customer')
    const [photo] = (await one(db, 'select public.return_photo_ids($1) as ids', [id]))['ids'] as string[]
    expect((await one(db, 'select public.return_photo($1) as photo', [photo]))['photo']).toBe(Buffer.from('jpeg').toString('base64'))
    for (const [person, seen] of [
      ['other', 0],
      ['catalogue', 0],
      ['accounts', 4],
      ['orders', 4],
    ] as const) {
      await db.as(person)
      expect((await one(db, 'select public.return_photo_ids($1) as ids', [id]))['ids'], person).toHaveLength(seen)
      expect((await one(db, 'select public.return_photo($1) is not null as seen', [photo]))['seen'], person).toBe(seen > 0)
    }
    await db.run('savepoint before')
    await db.as('customer')
    await db.run(`select public.withdraw_return($1, ${NOW})`, [id])
    await db.as('owner')
    expect(await db.rows('select id from private.return_photos')).toEqual([])
    await db.run('rollback to savepoint before')
    await db.as('owner')
    expect(await db.rows('select refusal from private.delete_account($1)', [PEOPLE.customer])).toEqual([{ refusal: 'OPEN_ORDERS' }])
    await db.run("update public.returns set state = 'declined', decline_reason = 'Opened by Asha', ended_at = now() - interval '179 days'")
    await db.run('savepoint before')
    await db.run('select private.erase_old_logs()')
    expect(await db.rows('select id from private.return_photos')).toHaveLength(4)
    await db.run("update public.returns set ended_at = now() - interval '181 days'")
    await db.run('select private.erase_old_logs()')
    expect(await db.rows('select id from private.return_photos')).toEqual([])
    expect(await db.rows("select count from private.erasures where what = 'return_photos'")).toEqual([{ count: 4 }])
    await db.run('rollback to savepoint before')
    await db.run("delete from public.orders where user_id = $1 and status not in ('delivered', 'cancelled')", [PEOPLE.customer])
    expect(await db.rows('select refusal from private.delete_account($1)', [PEOPLE.customer])).toEqual([{ refusal: null }])
    expect(await db.rows('select message, decline_reason from public.returns')).toEqual([{ message: null, decline_reason: null }])
    expect(await db.rows('select id from private.return_photos')).toEqual([])
  })
})

describe('two people at the same time', () => {
  /** Runs both statements at once, each in a transaction of its own, and returns what each answered. */
  async function both(first: [Person, string, unknown[]], second: [Person, string, unknown[]]): Promise<string[]> {
    return Promise.all(
      [first, second].map(async ([person, sql, values]) => {
        const client = new Client({ connectionString: shop.url })
        await client.connect()
        try {
          await client.query('begin')
          await scratchOn(client).as(person)
          await client.query(sql, values)
          await client.query('commit')
          return 'done'
        } catch (error) {
          if (!(error instanceof DatabaseError)) throw error
          return String(code({ detail: error.detail ?? '' }))
        } finally {
          await client.end()
        }
      }),
    )
  }

  test('get each piece once, each step once, one credit note and one refund', async () => {
    const db = scratchOn(shop.owner)
    const order = OTHER_ORDER
    await shop.owner.query('begin')
    await deliver(db, order)
    await shop.owner.query('commit')
    await shop.owner.query("reset role; select set_config('request.jwt.claims', '', false)")
    const chosen = JSON.stringify([{ item: await item(db, order), quantity: 1 }])
    const asked = await both(['other', ASK, [order, chosen, 'damaged', 'x']], ['orders', BOOK, [order, chosen, 'damaged', 'x']])
    expect(asked.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['NOT_LEFT', 'done'])
    const made = await one(db, 'select id, state from public.returns where order_id = $1', [order])
    const id = made['id']
    const once = async (sql: string, values: unknown[]) => {
      const answers = await both(['orders', sql, values], ['admin', sql, values])
      expect(
        answers.toSorted((a, b) => (a < b ? -1 : 1)),
        sql,
      ).toEqual(['STALE', 'done'])
    }
    const version = async () => (await one(db, 'select version from public.returns where id = $1', [id]))['version']
    if (made['state'] === 'requested') await once('select public.approve_return($1, $2)', [id, await version()])
    const came = JSON.stringify([{ item: await item(db, order), restocked: 1, damaged: 0, lost: 0 }])
    await once('select public.receive_return($1, $2, $3)', [id, await version(), came])
    await once('select public.close_return($1, $2)', [id, await version()])
    expect(
      await db.rows(
        `select (select count(*)::integer from public.documents where order_id = $1 and kind = 'credit_note') as notes,
           (select count(*)::integer from public.refunds where order_id = $1) as refunds,
           (select sum(quantity)::integer from public.stock_movements where order_id = $1) as pieces`,
        [order],
      ),
    ).toEqual([{ notes: 1, refunds: 1, pieces: 0 }])
  })
})

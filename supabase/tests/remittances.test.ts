import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from 'pg'
import { parcelAmount, parcelToCollect } from '#domain/orders/parcels.ts'
import { toRupees } from '#domain/money/money.ts'
import { hireStaff, placeOrder } from './scenario.ts'
import { ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop, scratchOn } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

type Given = { place?: number; tracking?: string | null; order?: string | null; collected: number | string; charges?: number }
const rowsOf = (rows: readonly Given[]) => JSON.stringify(rows.map((row, at) => ({ place: at + 2, tracking: null, order: null, charges: 0, ...row })))
const BOOK = 'select public.book_remittance($1, $2, $3, $4, $5, $6) as booked'
const code = (refusal: { detail: string }) => (JSON.parse(refusal.detail || '{}') as { code?: string }).code

async function book(db: Scratch, rows: readonly Given[], reference = 'UTR-1'): Promise<{ id: string; already: boolean; lines?: number }> {
  await db.as('accounts')
  const [row] = await db.rows(BOOK, ['Delhivery', reference, '2026-11-20', 0, 0, rowsOf(rows)])
  return (row as { booked: { id: string; already: boolean; lines?: number } }).booked
}
async function preview(db: Scratch, rows: readonly Given[]) {
  await db.as('accounts')
  const [row] = await db.rows('select public.preview_remittance($1, $2, $3) as found', ['Delhivery', 'UTR-1', rowsOf(rows)])
  return (row as { found: { booked: string | null; rows: Record<string, unknown>[] } }).found
}
const lines = async (db: Scratch) =>
  db.rows('select tracking_number, collected, charges, expected, booked, problem, order_id from public.remittance_lines order by place, collected')
const money = async (db: Scratch, order = ORDER) => {
  await db.as('owner')
  return (await db.rows('select received, to_collect from private.money_of($1)', [order]))[0]
}
const state = async (db: Scratch, order = ORDER) => (await db.rows('select payment_state from public.orders where id = $1', [order]))[0]?.['payment_state']

async function send(db: Scratch, order: string, tracking: string, status: 'shipped' | 'delivered' = 'delivered'): Promise<void> {
  await db.as('admin')
  await db.run("update public.orders set status = 'processing' where id = $1", [order])
  await db.run("update public.orders set status = 'shipped', courier = 'Delhivery', tracking_number = $2 where id = $1", [order, tracking])
  if (status === 'delivered') await db.run("update public.orders set status = 'delivered' where id = $1", [order])
}
/** Two parcels with one piece each: 118 and the delivery charge, and 118. */
async function sendInTwo(db: Scratch): Promise<void> {
  await db.as('admin')
  await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
  const [line] = await db.rows('select id from public.order_items where order_id = $1', [ORDER])
  for (const tracking of ['D1', 'D2'])
    await db.run('select public.create_shipment($1, (select version from public.orders where id = $1), $2, $3, $4)', [
      ORDER,
      JSON.stringify([{ item: line?.['id'], quantity: 1 }]),
      'Delhivery',
      tracking,
    ])
}

describe('a remittance', () => {
  test('in full pays its order, found by the number as the courier writes it', async () => {
    await shop.scratch(async (db) => {
      await send(db, ORDER, 'dl 100 1')
      expect(await preview(db, [{ tracking: 'DL1001', collected: 336, charges: 45.5 }])).toMatchObject({
        booked: null,
        rows: [{ order_id: ORDER, expected: 336, booked: 336, problem: null, name: 'Asha' }],
      })
      const { id, already, lines: count } = await book(db, [{ tracking: 'DL1001', collected: 336, charges: 45.5 }])
      expect({ already, count }).toEqual({ already: false, count: 1 })
      expect(await lines(db)).toEqual([
        { tracking_number: 'DL1001', collected: '336.00', charges: '45.50', expected: '336.00', booked: '336.00', problem: null, order_id: ORDER },
      ])
      const [{ found } = {}] = await db.rows('select public.remittance_of($1) as found', [id])
      expect(found).toMatchObject({ courier: 'Delhivery', created_by: 'accounts@example.in', lines: [{ open: false, order_id: ORDER }] })
      expect(await db.rows('select collected, charges, booked, lines, open from public.remittance_list()')).toEqual([
        { collected: '336.00', charges: '45.50', booked: '336.00', lines: 1, open: 0 },
      ])
      expect(await money(db)).toEqual({ received: '336.00', to_collect: '0' })
      expect(await state(db)).toBe('paid')
    })
  })

  test('less than due leaves the rest to collect, and a second transfer of the rest pays it', async () => {
    await shop.scratch(async (db) => {
      await send(db, ORDER, 'D1')
      await book(db, [{ tracking: 'D1', collected: 300 }])
      expect(await db.rows('select open from public.remittance_list()')).toEqual([{ open: 1 }])
      expect(await money(db)).toEqual({ received: '300.00', to_collect: '36.00' })
      expect(await state(db)).toBe('cod_pending')
      await book(db, [{ tracking: 'D1', collected: 36 }], 'UTR-2')
      expect(await db.rows('select open from public.remittance_list()')).toEqual([{ open: 0 }, { open: 0 }])
      expect(await money(db)).toEqual({ received: '336.00', to_collect: '0' })
      expect(await state(db)).toBe('paid')
    })
  })

  test('more than due pays the order, and the rest stays a difference until it is settled with a note', async () => {
    await shop.scratch(async (db) => {
      await send(db, ORDER, 'D1')
      const { id } = await book(db, [{ tracking: 'D1', collected: 350 }])
      expect(await lines(db)).toMatchObject([{ expected: '336.00', booked: '336.00', problem: null }])
      const [line] = await db.rows('select id from public.remittance_lines where remittance_id = $1', [id])
      const settle = 'select public.settle_remittance_line($1, $2, $3)'
      expect(code(await db.refused(settle, [line?.['id'], null, ' ']))).toBe('NOTE_REQUIRED')
      expect(code(await db.refused(settle, [line?.['id'], OTHER_ORDER, 'x']))).toBe('HAS_ORDER')
      await db.run(settle, [line?.['id'], null, 'Sent back to the courier'])
      expect(code(await db.refused(settle, [line?.['id'], null, 'x']))).toBe('SETTLED')
      expect(await db.rows('select open from public.remittance_list()')).toEqual([{ open: 0 }])
      expect(await money(db)).toEqual({ received: '336.00', to_collect: '0' })
    })
  })

  test('of two parcels of one order: each has what its label says, and the second one makes the order paid', async () => {
    await shop.scratch(async (db) => {
      await sendInTwo(db)
      expect((await preview(db, [{ tracking: 'D2', collected: 118 }, { tracking: 'D1', collected: 218 }])).rows).toMatchObject([
        { expected: 118, booked: 118 },
        { expected: 218, booked: 218 },
      ]) // prettier-ignore
      await book(db, [{ tracking: 'D2', collected: 118 }])
      expect(await money(db)).toEqual({ received: '118.00', to_collect: '218.00' })
      await book(db, [{ tracking: 'D1', collected: 218, charges: 60 }], 'UTR-2')
      expect(await money(db)).toEqual({ received: '336.00', to_collect: '0' })
      expect(await state(db)).toBe('paid')
      expect(await db.rows("select amount from public.payments where order_id = $1 and state = 'paid' order by amount", [ORDER])).toEqual([
        { amount: '118.00' },
        { amount: '218.00' },
      ])
    })
  })

  test('with an unknown number keeps the money as a difference, which finds its order later', async () => {
    await shop.scratch(async (db) => {
      await send(db, ORDER, 'D1')
      await book(db, [{ tracking: 'D-mistyped', collected: 336 }])
      expect(await lines(db)).toMatchObject([{ expected: null, booked: '0.00', problem: 'unknown', order_id: null }])
      expect(await money(db)).toEqual({ received: '0', to_collect: '336.00' })
      await db.as('accounts')
      await db.run('select public.settle_remittance_line((select id from public.remittance_lines), $1, $2)', [ORDER, 'The number was mistyped'])
      expect(await lines(db)).toMatchObject([{ booked: '336.00', order_id: ORDER }])
      expect(await money(db)).toEqual({ received: '336.00', to_collect: '0' })
    })
  })

  test('of a cancelled order, of one paid already or otherwise, and of a number that two parcels have, is not booked at an order', async () => {
    await shop.scratch(async (db) => {
      await send(db, ORDER, 'D1', 'shipped')
      await send(db, OTHER_ORDER, 'D2')
      await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Refused' where id = $1", [ORDER])
      await db.run('select public.record_payment($1, null, $2)', [OTHER_ORDER, 'cash'])
      await book(db, [
        { tracking: 'D1', collected: 336 },
        { tracking: 'D2', collected: 159 },
      ])
      expect(await lines(db)).toMatchObject([
        { problem: 'cancelled', booked: '0.00', expected: '336.00', order_id: ORDER },
        { problem: 'paid', booked: '0.00', order_id: OTHER_ORDER },
      ])
      expect(await db.rows('select open from public.remittance_list()')).toEqual([{ open: 2 }])
      expect(await money(db)).toEqual({ received: '0', to_collect: '0' })
      await db.run("set local session_replication_role = 'replica'")
      await db.run("update public.shipments set tracking_number = 'D1'")
      await db.run("update public.orders set payment_method = 'upi' where id = $1", [OTHER_ORDER])
      expect((await preview(db, [{ tracking: 'D1', collected: 1 }])).rows).toMatchObject([{ problem: 'ambiguous' }])
      await db.as('owner')
      await db.run('update public.shipments set tracking_number = $2 where order_id = $1', [OTHER_ORDER, 'D9'])
      expect((await preview(db, [{ tracking: 'D9', collected: 1 }])).rows).toMatchObject([{ problem: 'not_cod' }])
    })
  })

  test('a returned parcel has charges alone, and is no difference', async () => {
    await shop.scratch(async (db) => {
      await send(db, ORDER, 'D1', 'shipped')
      await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Refused' where id = $1", [ORDER])
      await book(db, [{ tracking: 'D1', collected: 0, charges: 90 }])
      expect(await lines(db)).toMatchObject([{ problem: null, booked: '0.00', charges: '90.00' }])
      expect(await db.rows('select charges, open from public.remittance_list()')).toEqual([{ charges: '90.00', open: 0 }])
    })
  })

  test('without a tracking number is found by the order’s number, if the order has one parcel', async () => {
    await shop.scratch(async (db) => {
      await send(db, ORDER, 'D1')
      await db.as('owner')
      const [{ number } = {}] = await db.rows('select private.order_number_text(order_number) as number from public.orders where id = $1', [ORDER])
      expect((await preview(db, [{ order: String(number), collected: 336 }])).rows).toMatchObject([{ order_id: ORDER, booked: 336 }])
    })
  })
})

describe('twice', () => {
  test('the same file, the same rows in another file, and a row that is twice in a file are booked once', async () => {
    await shop.scratch(async (db) => {
      await send(db, ORDER, 'D1')
      await send(db, OTHER_ORDER, 'D2')
      const file = [{ tracking: 'D1', collected: 100 }, { tracking: 'd 1', collected: 100 }, { tracking: 'D2', collected: 159 }] // prettier-ignore
      expect((await preview(db, file)).rows.map(({ problem }) => problem)).toEqual([null, 'repeated', null])
      const first = await book(db, file)
      expect(first).toMatchObject({ already: false, lines: 2 })
      expect(await book(db, file)).toEqual({ id: first.id, already: true })
      expect(await book(db, file, ' utr-1 ')).toEqual({ id: first.id, already: true })
      expect(code(await db.refused(BOOK, ['Other name', 'UTR-9', '2026-11-20', 0, 0, rowsOf(file)]))).toBe('NOTHING_NEW')
      expect(await db.rows('select id from public.remittances')).toHaveLength(1)
      expect(await preview(db, file)).toMatchObject({ booked: first.id, rows: [{ problem: 'repeated' }, { problem: 'repeated' }, { problem: 'repeated' }] })
      expect(await money(db)).toEqual({ received: '100.00', to_collect: '236.00' })
    })
  })

  test('two people who book one file at once book it once', async () => {
    const own = await openShop()
    try {
      await hireStaff(own.owner)
      await own.owner.query('begin')
      const db = scratchOn(own.owner)
      await send(db, ORDER, 'D1')
      await own.owner.query('commit')
      const file = rowsOf([{ tracking: 'D1', collected: 336 }])
      const people = await Promise.all(
        (['admin', 'accounts'] as const).map(async (person) => {
          const client = new Client({ connectionString: own.url })
          await client.connect()
          await client.query('begin')
          await scratchOn(client).as(person)
          const answer = await client.query<{ booked: { id: string; already: boolean } }>(BOOK, ['Delhivery', 'UTR-1', '2026-11-20', 336, 0, file])
          await client.query('commit')
          await client.end()
          return answer.rows[0]?.booked
        }),
      )
      expect(new Set(people.map((booked) => booked?.id)).size).toBe(1)
      expect(people.filter((booked) => booked?.already === true)).toHaveLength(1)
      expect((await own.owner.query('select received, to_collect from private.money_of($1)', [ORDER])).rows).toEqual([{ received: '336.00', to_collect: '0' }])
    } finally {
      await own.close()
    }
  })
})

describe('amounts', () => {
  /** Deterministic: the same seed gives the same numbers. */
  function randomOf(seed: number) {
    let state = seed
    return (most: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return Math.floor((state / 0x7fffffff) * most) % most
    }
  }

  test('whatever is in the rows, what is booked is what the orders received more, and nothing is collected twice', async () => {
    for (const seed of [3, 7, 19, 101])
      await shop.scratch(async (db) => {
        const roll = randomOf(seed)
        const orders = Array.from({ length: 5 }, (_, at) => `00000000-0000-4000-8000-00ffff00000${at + 1}`)
        await db.as('owner')
        for (const [at, id] of orders.entries()) {
          await placeOrder(shop.owner, { orderId: id, userId: PEOPLE.customer, productId: PRODUCT.soap, quantity: 1 + at })
        }
        for (const [at, id] of orders.entries()) await send(db, id, `S${at}`, roll(3) === 0 ? 'shipped' : 'delivered')
        const sum = async () => {
          await db.as('owner')
          const [row] = await db.rows(
            'select sum(m.received) as received, sum(m.to_collect) as open from unnest($1::uuid[]) o cross join private.money_of(o) m',
            [orders],
          )
          return { received: Number(row?.['received']), open: Number(row?.['open']) }
        }
        for (let file = 0; file < 4; file++) {
          const before = await sum()
          const rows = Array.from({ length: 1 + roll(6) }, (_, at): Given => ({
            place: at + 1,
            tracking: roll(5) === 0 ? `X${roll(3)}` : `S${roll(5)}`,
            collected: (roll(40_000) / 100).toFixed(2),
            charges: roll(100),
          }))
          await db.as('accounts')
          await db.run('savepoint file')
          const shown = await preview(db, rows)
          const [row] = await db
            .rows(BOOK, ['Delhivery', `F${file}`, '2026-11-20', 0, 0, rowsOf(rows)])
            .catch(async () => (await db.run('rollback to savepoint file'), [{ booked: null }]))
          const id = (row as { booked: { id: string } | null }).booked?.id ?? null
          await db.as('owner')
          const [booked] = await db.rows('select coalesce(sum(booked), 0) as sum from public.remittance_lines where remittance_id = $1', [id])
          const after = await sum()
          const more = Number(booked?.['sum'])
          const paise = (rupees: number) => Math.round(rupees * 100)
          expect(paise(after.received) - paise(before.received), `seed ${seed}`).toBe(paise(more))
          expect(paise(before.open) - paise(after.open)).toBe(paise(more))
          if (id) expect(shown.rows.reduce((all, one) => all + Math.round(Number(one['booked']) * 100), 0)).toBe(Math.round(more * 100))
        }
      })
  })

  test('what a parcel is worth and collects in SQL is what its label says, whatever came before', async () => {
    await shop.scratch(async (db) => {
      await sendInTwo(db)
      await db.as('owner')
      await db.run("set local session_replication_role = 'replica'")
      for (const total of [236, 235.99, 0.01, 117.33, 0]) {
        await db.run('update public.order_items set total = $2, taxable = $2, cgst = 0, sgst = 0 where order_id = $1', [ORDER, total])
        const [order] = await db.rows('select total_amount from public.orders where id = $1', [ORDER])
        const items = await db.rows('select id, quantity, total from public.order_items where order_id = $1', [ORDER])
        const parcels = await db.rows(
          `select s.id, s.number, s.state, (select jsonb_agg(jsonb_build_object('order_item_id', l.order_item_id, 'quantity', l.quantity)) from public.shipment_lines l where l.shipment_id = s.id) as shipment_lines
           from public.shipments s where s.order_id = $1 order by s.number`,
          [ORDER],
        )
        for (const parcel of parcels as unknown as Parameters<typeof parcelAmount>[2]) {
          const [row] = await db.rows('select private.parcel_amount($1) as amount', [parcel.id])
          const lines = items as unknown as Parameters<typeof parcelAmount>[1]
          const others = parcels as unknown as Parameters<typeof parcelAmount>[2]
          const { total_amount } = order as { total_amount: string }
          expect(Number(row?.['amount']), `${total} ${parcel.number}`).toBe(toRupees(parcelAmount({ total_amount }, lines, others, parcel)))
          for (const open of [total_amount, '100', '50.05', '0']) {
            const paid = (Number(total_amount) - Number(open)).toFixed(2)
            await db.run("update public.payments set amount = $2 where order_id = $1 and state = 'cod_pending'", [ORDER, open])
            await db.run("delete from public.payments where order_id = $1 and state = 'paid'", [ORDER])
            await db.run("insert into public.payments (order_id, method, state, amount) select $1, 'credit', 'paid', $2::numeric where $2::numeric > 0", [
              ORDER,
              paid,
            ])
            const [asked] = await db.rows('select private.parcel_to_collect($1) as amount', [parcel.id])
            expect(Number(asked?.['amount']), `${total} ${parcel.number}, ${open} open`).toBe(
              toRupees(parcelToCollect({ total_amount, paid, owed: total_amount }, lines, others, parcel)),
            )
          }
        }
      }
    })
  })
})

describe('what is refused', () => {
  test('rows that are not bounded, and transfers without courier, reference, day or amount', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const good = { tracking: 'D1', collected: 1 }
      const tooMany = Array.from({ length: 5001 }, (_, at) => ({ ...good, place: at + 1 }))
      for (const rows of [
        [],
        tooMany,
        [{ ...good, place: 0 }],
        [{ ...good, collected: -1 }],
        [{ ...good, collected: 0.001 }],
        [{ ...good, charges: -1 }],
        [{ ...good, collected: 1e9 }],
        [{ collected: 1 }],
        [{ ...good, tracking: 'x'.repeat(81) }],
        [good, { ...good, place: 2 }],
      ] as Given[][])
        // prettier-ignore
        expect(code(await db.refused(BOOK, ['A', 'R', '2026-11-20', 0, 0, rowsOf(rows)]))).toBe('INVALID')
      for (const text of ['{}', 'null', '["x"]', '[null]']) expect(code(await db.refused(BOOK, ['A', 'R', '2026-11-20', 0, 0, text]))).toBe('INVALID')
      for (const [courier, reference, day, received, other] of [
        [' ', 'R', '2026-11-20', 0, 0],
        ['A', '', '2026-11-20', 0, 0],
        ['A', 'R', '2999-01-01', 0, 0],
        ['A', 'R', null, 0, 0],
        ['A', 'R', '2026-11-20', -1, 0],
        ['A', 'R', '2026-11-20', 0.001, 0],
        ['A', 'R', '2026-11-20', 0, null],
      ])
        expect(code(await db.refused(BOOK, [courier, reference, day, received, other, rowsOf([good])]))).toBe('INVALID')
    })
  })

  test('everyone who does not manage payments', async () => {
    const may: Partial<Record<Person, boolean>> = { admin: true, superAdmin: true, accounts: true }
    for (const person of ['visitor', 'customer', 'admin', 'superAdmin', 'catalogue', 'orders', 'accounts', 'orderService', 'mailer'] as const)
      await shop.scratch(async (db) => {
        await send(db, ORDER, 'D1')
        const { id } = await book(db, [{ tracking: 'X', collected: 336 }])
        await db.as(person)
        const calls: [string, unknown[]][] = [
          ['select public.preview_remittance($1, $2, $3)', ['A', 'R', rowsOf([{ tracking: 'D1', collected: 1 }])]],
          [BOOK, ['A', 'R', '2026-11-20', 0, 0, rowsOf([{ tracking: 'D1', collected: 1 }])]],
          ['select public.remittance_of($1)', [id]],
          ['select public.remittance_list()', []],
          ["select public.settle_remittance_line('00000000-0000-4000-8000-000000000000', null, 'x')", []],
        ]
        for (const [sql, values] of calls) {
          if (may[person] && !sql.includes('settle')) await db.run(sql, values)
          else expect((await db.refused(sql, values)).code, `${person} ${sql}`).toBe(may[person] ? 'PT404' : '42501')
        }
      })
  })
})

import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hireStaff } from './scenario.ts'
import { ORDER, PRODUCT, openShop, scratchOn } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const version = async (db: Scratch): Promise<number> => Number((await db.rows(`select version from public.orders where id = '${ORDER}'`))[0]?.['version'])
const item = async (db: Scratch): Promise<string> => String((await db.rows(`select id from public.order_items where order_id = '${ORDER}'`))[0]?.['id'])
const ORDER_NOW = `select status, courier, tracking_number from public.orders where id = '${ORDER}'`
const PARCELS = `select s.number, s.state, s.tracking_number, (select sum(l.quantity)::integer from public.shipment_lines l where l.shipment_id = s.id) as pieces
  from public.shipments s where s.order_id = '${ORDER}' order by s.number`
const STOCK = `select stock, units_sold from public.products where id = '${PRODUCT.cream}'`

async function accept(db: Scratch): Promise<void> {
  await db.as('admin')
  await db.run(`update public.orders set status = 'processing' where id = '${ORDER}'`)
}

type Parcel = { pieces?: number | null; courier?: string | null; tracking?: string | null; own?: boolean; packed?: boolean; version?: number }
/** One piece by default; null: everything that is left. */
async function parcel(
  db: Scratch,
  { pieces = 1, courier = 'DTDC', tracking = 'D1', own = false, packed = false, version: shown }: Parcel = {},
): Promise<string> {
  const lines = pieces === null ? null : JSON.stringify([{ item: await item(db), quantity: pieces }])
  const [row] = await db.rows('select public.create_shipment($1, $2, $3, $4, $5, $6, $7) as id', [
    ORDER,
    shown ?? (await version(db)),
    lines,
    own ? null : courier,
    own ? null : tracking,
    own,
    packed,
  ])
  return String(row?.['id'])
}
const act = (db: Scratch, name: string, id: string, more = ''): Promise<unknown> =>
  db.run(`select public.${name}($1, (select s.version from public.shipments s where s.id = $1)${more})`, [id])

test('a parcel keeps its number when one with a lower number leaves at the same moment', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    const first = await parcel(db, { packed: true, courier: null, tracking: null })
    await parcel(db, { tracking: 'D2' })
    await act(db, 'unpack_shipment', first)
    await parcel(db, { tracking: 'D3' })
    expect(await db.rows(PARCELS)).toEqual([
      { number: 1, state: 'shipped', tracking_number: 'D3', pieces: 1 },
      { number: 2, state: 'shipped', tracking_number: 'D2', pieces: 1 },
    ])
    expect(await db.rows(ORDER_NOW)).toEqual([{ status: 'shipped', courier: 'DTDC', tracking_number: 'D2' }])
  })
})

test('the rest of an order that leaves in one step with packed parcels is its latest: a correction in the order is one of it', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    const first = await parcel(db, { packed: true, courier: null, tracking: null })
    const second = await parcel(db, { packed: true, tracking: 'D2' })
    await db.as('owner')
    await db.run("update public.shipments set created_at = created_at - interval '1 hour' where id = $1", [second])
    await db.as('admin')
    await act(db, 'unpack_shipment', first)
    await db.run(`update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D1' where id = '${ORDER}'`)
    await db.run(`update public.orders set tracking_number = 'D9' where id = '${ORDER}'`)
    expect(await db.rows(PARCELS)).toMatchObject([
      { number: 1, tracking_number: 'D9' },
      { number: 2, tracking_number: 'D2' },
    ])
  })
})

test('what is not there yet waits: the order stays processing, and the list finds it as one of which the rest waits', async () => {
  await shop.scratch(async (db) => {
    const waiting = async () => {
      const rows = await db.rows('select id, units, units_gone from public.admin_orders(\'{"waiting": true}\')')
      return rows.map(({ id, units, units_gone }) => [id, units, units_gone])
    }
    await accept(db)
    await parcel(db, { packed: true })
    expect(await waiting()).toEqual([])
    const [{ id } = { id: '' }] = await db.rows(`select id from public.shipments where order_id = '${ORDER}'`)
    await act(db, 'dispatch_shipment', String(id), ", 'DTDC', 'D1'")
    expect(await waiting()).toEqual([[ORDER, 2, 1]])
    await parcel(db, { tracking: 'D2' })
    expect(await waiting()).toEqual([])
  })
})

test('a parcel has the e-way bill that staff enter, and only a number of twelve digits', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    const id = await parcel(db, { packed: true })
    const seen = () => db.rows(`select eway_bill, eway_bill_until::text as until from public.shipments where id = '${id}'`)
    await act(db, 'set_eway_bill', id, ", '331000123456', '2026-11-26'")
    expect(await seen()).toEqual([{ eway_bill: '331000123456', until: '2026-11-26' }])
    for (const wrong of [", '33100012345'", ", '33100012345a'", ", '331000123456', '1999-01-01'"])
      expect(await refusal(db, () => act(db, 'set_eway_bill', id, wrong))).toContain('INVALID')
    expect(await refusal(db, () => db.run(`select public.set_eway_bill('${id}', 1, '331000123456')`))).toContain('STALE')
    await act(db, 'set_eway_bill', id, ", ''")
    expect(await seen()).toEqual([{ eway_bill: null, until: null }])
    await db.as('customer')
    expect(await db.refused(`select public.set_eway_bill('${id}', 3, '331000123456')`)).toMatchObject({ code: '42501' })
  })
})

test('an order is shipped with its last piece and delivered with its last parcel', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    const first = await parcel(db, { tracking: 'D1' })
    expect(await db.rows(ORDER_NOW)).toEqual([{ status: 'processing', courier: 'DTDC', tracking_number: 'D1' }])
    const second = await parcel(db, { tracking: 'D2' })
    expect(await db.rows(ORDER_NOW)).toEqual([{ status: 'shipped', courier: 'DTDC', tracking_number: 'D2' }])
    await act(db, 'deliver_shipment', first)
    expect(await db.rows(ORDER_NOW)).toMatchObject([{ status: 'shipped' }])
    await act(db, 'deliver_shipment', second)
    expect(await db.rows(`select status, payment_state from public.orders where id = '${ORDER}'`)).toEqual([
      { status: 'delivered', payment_state: 'cod_pending' },
    ])
    await db.as('owner')
    expect(await db.rows(`select status, notes from public.order_status_history where order_id = '${ORDER}' order by created_at, ctid`)).toMatchObject([
      { notes: 'Order placed' },
      { notes: 'Order accepted' },
      { status: 'processing', notes: 'Parcel 1 shipped with DTDC, tracking D1' },
      { status: 'shipped', notes: 'Order shipped with DTDC, tracking D2' },
      { status: 'shipped', notes: 'Parcel 1 delivered' },
      { status: 'delivered' },
    ])
    const mails = await db.rows(`select kind, data ->> 'shipment_id' as parcel from private.mails where data ->> 'order_id' = '${ORDER}' order by id`)
    expect(mails.filter(({ kind }) => kind === 'order_shipment')).toEqual([{ kind: 'order_shipment', parcel: first }])
  })
})

test('the step of the whole order ships what is packed and everything that is left, and delivers all parcels', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    await parcel(db, { tracking: 'D1' })
    await db.run(`update public.orders set status = 'shipped', courier = 'BlueDart', tracking_number = 'B1' where id = '${ORDER}'`)
    expect(await db.rows(PARCELS)).toEqual([
      { number: 1, state: 'shipped', tracking_number: 'D1', pieces: 1 },
      { number: 2, state: 'shipped', tracking_number: 'B1', pieces: 1 },
    ])
    await db.run(`update public.orders set tracking_number = 'B2' where id = '${ORDER}'`)
    expect((await db.rows(PARCELS)).map((row) => row['tracking_number'])).toEqual(['D1', 'B2'])
    await db.run(`update public.orders set status = 'delivered' where id = '${ORDER}'`)
    expect((await db.rows(PARCELS)).map((row) => row['state'])).toEqual(['delivered', 'delivered'])
  })
  await shop.scratch(async (db) => {
    await accept(db)
    await parcel(db, { pieces: null, courier: null, tracking: null, packed: true })
    await db.run(`update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D9' where id = '${ORDER}'`)
    expect(await db.rows(PARCELS)).toEqual([{ number: 1, state: 'shipped', tracking_number: 'D9', pieces: 2 }])
  })
})

test('the list of orders says how many units of a part have left', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    const listed = () => db.rows(`select units, units_gone from public.admin_orders('{"ids": ["${ORDER}"]}')`)
    await parcel(db, { packed: true })
    expect(await listed()).toEqual([{ units: 2, units_gone: 0 }])
    await parcel(db)
    expect(await listed()).toEqual([{ units: 2, units_gone: 1 }])
    await db.run(`update public.orders set status = 'shipped' where id = '${ORDER}'`)
    expect(await listed()).toEqual([{ units: 2, units_gone: 0 }])
  })
})

test('own delivery has no number, and any other parcel has courier and number', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    expect(await refusal(db, () => parcel(db, { courier: 'DTDC', tracking: ' ' }))).toContain('COURIER_REQUIRED')
    const id = await parcel(db, { pieces: null, own: true })
    expect(await db.rows(ORDER_NOW)).toEqual([{ status: 'shipped', courier: null, tracking_number: null }])
    expect(await refusal(db, () => act(db, 'correct_shipment', id, ", 'DTDC', 'D1', true"))).toContain('INVALID')
    await act(db, 'correct_shipment', id, ", 'DTDC', 'D1'")
    expect(await db.rows(ORDER_NOW)).toEqual([{ status: 'shipped', courier: 'DTDC', tracking_number: 'D1' }])
  })
})

test('a parcel is packed, unpacked, and sent; a step that it has left is refused', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    const gone = await parcel(db, { packed: true, courier: null, tracking: null })
    await act(db, 'unpack_shipment', gone)
    const id = await parcel(db, { packed: true, courier: null, tracking: null })
    expect(await db.rows(PARCELS)).toEqual([{ number: 1, state: 'packed', tracking_number: null, pieces: 1 }])
    expect(await refusal(db, () => act(db, 'deliver_shipment', id))).toContain('STEP_NOT_ALLOWED')
    await act(db, 'dispatch_shipment', id, ", 'DTDC', 'D1'")
    expect(await db.rows(ORDER_NOW)).toMatchObject([{ status: 'processing', tracking_number: 'D1' }])
    expect(await refusal(db, () => act(db, 'unpack_shipment', id))).toContain('STEP_NOT_ALLOWED')
    expect(await refusal(db, () => act(db, 'dispatch_shipment', gone, ", 'DTDC', 'D1'"))).toContain('GONE')
  })
})

test('no parcel holds more than is left, and no list is taken that is none', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    const line = await item(db)
    expect(await refusal(db, () => parcel(db, { pieces: 3 }))).toContain('NOT_LEFT')
    await parcel(db, { packed: true })
    expect(await refusal(db, () => parcel(db, { pieces: 2 }))).toContain('NOT_LEFT')
    const lists = ['[]', '{}', 'null', '[1]', `[{"item":"${line}"}]`, `[{"item":"${line}","quantity":0}]`, `[{"item":"${line}","quantity":-1}]`]
    for (const list of [...lists, `[{"item":"${line}","quantity":1.5}]`, `[{"item":"${line}","quantity":1},{"item":"${line}","quantity":1}]`]) {
      const shown = await version(db)
      expect(await refusal(db, () => db.run("select public.create_shipment($1, $2, $3, 'DTDC', 'D1')", [ORDER, shown, list])), list).toContain('INVALID')
    }
  })
})

test('a cancelled order gives back what has not left; the rest comes back with its parcel, and damaged or lost pieces do not reach the stock', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    const first = await parcel(db)
    await db.run(`update public.orders set status = 'cancelled', cancel_reason = 'Refused' where id = '${ORDER}'`)
    expect(await db.rows(STOCK)).toEqual([{ stock: 99, units_sold: 0 }])
    expect(await db.rows(PARCELS)).toMatchObject([{ state: 'returning', pieces: 1 }])
    await act(db, 'receive_shipment', first)
    expect(await db.rows(STOCK)).toEqual([{ stock: 100, units_sold: 0 }])
    expect(await db.rows(PARCELS)).toMatchObject([{ state: 'returned' }])
    expect(await refusal(db, () => act(db, 'receive_shipment', first))).toContain('STEP_NOT_ALLOWED')
  })
  for (const [booked, stock, state] of [
    [{ restocked: 1, damaged: 1, lost: 0 }, 99, 'returned'],
    [{ restocked: 0, damaged: 0, lost: 2 }, 98, 'lost'],
    [{ restocked: 0, damaged: 1, lost: 1 }, 98, 'returned'],
  ] as const) {
    await shop.scratch(async (db) => {
      await accept(db)
      const id = await parcel(db, { pieces: null })
      await db.run(`update public.orders set status = 'cancelled', cancel_reason = 'Refused' where id = '${ORDER}'`)
      expect(await db.rows(STOCK), 'the parcel is with the courier').toEqual([{ stock: 98, units_sold: 0 }])
      const line = await item(db)
      const list = (counts: object) => `, '${JSON.stringify([{ item: line, ...counts }])}'`
      expect(await refusal(db, () => act(db, 'receive_shipment', id, list({ ...booked, lost: 5 })))).toContain('INVALID')
      await act(db, 'receive_shipment', id, list(booked))
      expect(await db.rows(STOCK)).toMatchObject([{ stock }])
      expect(await db.rows(PARCELS)).toMatchObject([{ state }])
      await db.as('owner')
      expect(await db.rows('select * from private.check_stock_sums()')).toEqual([])
      const moved = await db.rows(
        `select reason, quantity from public.stock_movements where order_id = '${ORDER}' and reason in ('return', 'damaged') order by id`,
      )
      const { restocked, damaged } = booked
      expect(moved).toEqual([
        ...(restocked + damaged > 0 ? [{ reason: 'return', quantity: restocked + damaged }] : []),
        ...(damaged > 0 ? [{ reason: 'damaged', quantity: -damaged }] : []),
      ])
    })
  }
})

const REST = "select public.cancel_rest($1, (select version from public.orders where id = $1), 'Sold out') as amount"
const COD_LEFT = `select private.cod_allowance(o.user_id)::float8 as amount from public.orders o where o.id = '${ORDER}'`
const NOTES = `select d.content #>> '{order,total_amount}' as total from public.documents d where d.order_id = '${ORDER}' and d.kind = 'credit_note'`

test('the rest of an order that has left in part is given up: stock, credit note and money follow, and the order with its last parcel', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    expect(await refusal(db, () => db.run(REST, [ORDER])), 'nothing has left').toContain('STEP_NOT_ALLOWED')
    const id = await parcel(db)
    expect(await refusal(db, () => db.run("select public.cancel_rest($1, 1, 'x')", [ORDER]))).toContain('STALE')
    expect(await refusal(db, () => db.run(REST.replace('Sold out', ' '), [ORDER]))).toContain('REASON_REQUIRED')
    expect(await db.rows(REST, [ORDER])).toEqual([{ amount: '118.00' }])
    expect(await db.rows(STOCK)).toEqual([{ stock: 99, units_sold: 1 }])
    expect(await db.rows(ORDER_NOW)).toMatchObject([{ status: 'shipped' }])
    expect(await db.rows(NOTES)).toEqual([{ total: '118.00' }])
    await db.as('owner')
    expect(await db.rows(COD_LEFT), 'of 25,000, all but what the parcel collects').toEqual([{ amount: 24_782 }])
    await db.as('admin')
    await act(db, 'deliver_shipment', id)
    await db.as('owner')
    expect(await db.rows(`select state, amount from public.payments where order_id = '${ORDER}'`)).toEqual([{ state: 'cod_pending', amount: '218.00' }])
    expect(await db.rows('select private.parcel_to_collect($1)::float8 as amount', [id])).toEqual([{ amount: 218 }])
    expect(await db.rows('select * from private.check_stock_sums()')).toEqual([])
    const mails = await db.rows(`select kind, data ->> 'status' as status from private.mails where data ->> 'order_id' = '${ORDER}' order by id`)
    expect(mails.slice(2)).toEqual([
      { kind: 'order_shipment', status: 'processing' },
      { kind: 'order_rest', status: 'processing' },
      { kind: 'order_status', status: 'delivered' },
    ])
  })
})

test('what was paid for the rest is due back, and with all other parcels delivered the order is', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    await db.run(`update public.payments set state = 'paid' where order_id = '${ORDER}'`)
    await act(db, 'deliver_shipment', await parcel(db))
    await db.run(REST, [ORDER])
    expect(await db.rows(ORDER_NOW)).toMatchObject([{ status: 'delivered' }])
    expect(await db.rows(`select amount, state, source from public.refunds where order_id = '${ORDER}'`)).toEqual([
      { amount: '118.00', state: 'due', source: 'cancellation' },
    ])
    expect(await db.rows(`select cancelled_quantity from public.order_items where order_id = '${ORDER}'`)).toEqual([{ cancelled_quantity: 1 }])
  })
})

test('packed pieces are not given up, and a payment that is on its way is settled first', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    await parcel(db)
    const packed = await parcel(db, { packed: true })
    expect(await refusal(db, () => db.run(REST, [ORDER]))).toContain('NOT_LEFT')
    await act(db, 'unpack_shipment', packed)
    await db.as('owner')
    await db.run(`update public.orders set payment_method = 'upi', payment_state = 'awaiting_payment' where id = '${ORDER}'`)
    await db.as('admin')
    expect(await refusal(db, () => db.run(REST, [ORDER]))).toContain('PAYMENT_OPEN')
  })
})

test('an order with a delivered parcel is not cancelled', async () => {
  await shop.scratch(async (db) => {
    await accept(db)
    await act(db, 'deliver_shipment', await parcel(db))
    expect(await db.refused(`update public.orders set status = 'cancelled', cancel_reason = 'x' where id = '${ORDER}'`)).toMatchObject({
      code: 'PT409',
      detail: '{"code":"PARTLY_DELIVERED"}',
    })
  })
})

test('roles that process orders act on parcels; all others are refused, and read what they read of the order', async () => {
  for (const person of ['visitor', 'customer', 'other', 'catalogue', 'accounts'] as const) {
    await shop.scratch(async (db) => {
      await accept(db)
      const id = await parcel(db)
      await db.as(person)
      for (const sql of [
        `select public.create_shipment('${ORDER}', 3)`,
        `select public.dispatch_shipment('${id}', 1, 'DTDC', 'D1')`,
        `select public.correct_shipment('${id}', 1, 'DTDC', 'D1')`,
        `select public.deliver_shipment('${id}', 1)`,
        `select public.unpack_shipment('${id}', 1)`,
        `select public.receive_shipment('${id}', 1)`,
        `select public.cancel_rest('${ORDER}', 3, 'x')`,
      ])
        expect(await db.refused(sql), sql).toMatchObject({ code: '42501' })
      if (person === 'visitor') expect(await db.refused(PARCELS)).toMatchObject({ code: '42501' })
      else expect(await db.rows(PARCELS), person).toHaveLength(person === 'customer' || person === 'accounts' ? 1 : 0)
    })
  }
  await shop.scratch(async (db) => {
    await accept(db)
    await db.as('orders')
    await act(db, 'deliver_shipment', await parcel(db, { pieces: null }))
    expect(await db.rows(ORDER_NOW)).toMatchObject([{ status: 'delivered' }])
  })
})

test('of two people who pack the same order at once, one packs it and the other is asked to look again', async () => {
  await shop.owner.query(`update public.orders set status = 'processing' where id = '${ORDER}'`) // the last test of this file
  const { rows: shown } = await shop.owner.query<{ version: number }>(`select version from public.orders where id = '${ORDER}'`)
  const outcomes = await Promise.all(
    ['D1', 'D2'].map(async (tracking) => {
      const client = new Client({ connectionString: shop.url })
      await client.connect()
      try {
        await client.query('begin')
        await scratchOn(client).as('admin')
        await client.query("select public.create_shipment($1, $2, null, 'DTDC', $3)", [ORDER, shown[0]?.version, tracking])
        await client.query('commit')
        return 'packed'
      } catch (error) {
        return (error as { detail?: string }).detail
      } finally {
        await client.end()
      }
    }),
  )
  expect(new Set(outcomes)).toEqual(new Set(['packed', '{"code":"STALE"}']))
  const { rows } = await shop.owner.query(
    `select sum(l.quantity)::integer as pieces from public.shipment_lines l join public.shipments s on s.id = l.shipment_id where s.order_id = '${ORDER}'`,
  )
  expect(rows).toEqual([{ pieces: 2 }])
})

/** The detail of a refusal; the scratch goes on as before it. */
async function refusal(db: Scratch, run: () => Promise<unknown>): Promise<string> {
  await db.run('savepoint before')
  try {
    await run()
    return 'taken'
  } catch (error) {
    return (error as { detail?: string }).detail ?? String(error)
  } finally {
    await db.run('rollback to savepoint before')
  }
}

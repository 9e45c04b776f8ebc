import { afterAll, beforeAll, expect, test } from 'vitest'
import { hireStaff } from './scenario.ts'
import { ORDER, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const BACK = `select public.book_undelivered($1, (select s.version from public.shipments s where s.id = $1),
  (select o.version from public.orders o join public.shipments s on s.order_id = o.id where s.id = $1), 'Refused at the door', $2) as amount`
const ORDER_NOW = `select status, payment_state from public.orders where id = '${ORDER}'`
const PARCELS = `select s.number, s.state from public.shipments s where s.order_id = '${ORDER}' order by s.number`
const STOCK = `select stock, units_sold from public.products where id = '${PRODUCT.cream}'`
const CANCELLED = `select cancelled_quantity from public.order_items where order_id = '${ORDER}'`
const PAYMENTS = `select state, amount from public.payments where order_id = '${ORDER}'`
const NOTES = `select d.content #>> '{order,total_amount}' as total, d.content ->> 'reason' as reason
  from public.documents d where d.order_id = '${ORDER}' and d.kind = 'credit_note'`

/** The order of two pieces, ₹336 with ₹100 for delivery, in two parcels of one piece; of the second number only if it is `sent`. */
async function sendInTwo(db: Scratch, { paid = false, sent = 2 } = {}): Promise<string[]> {
  await db.as('admin')
  await db.run(`update public.orders set status = 'processing' where id = '${ORDER}'`)
  if (paid) await db.run(`update public.payments set state = 'paid' where order_id = '${ORDER}'`)
  const parcels: string[] = []
  for (let number = 1; number <= sent; number += 1) {
    const [row] = await db.rows(
      `select public.create_shipment($1, (select version from public.orders where id = $1),
         jsonb_build_array(jsonb_build_object('item', (select id from public.order_items where order_id = $1), 'quantity', 1)), 'DTDC', $2) as id`,
      [ORDER, `D${number}`],
    )
    parcels.push(String(row?.['id']))
  }
  return parcels
}
const deliver = (db: Scratch, id: string | undefined) =>
  db.run('select public.deliver_shipment($1, (select s.version from public.shipments s where s.id = $1))', [id])
async function refusal(db: Scratch, values: unknown[], text = BACK): Promise<string> {
  await db.run('savepoint before')
  try {
    await db.run(text, values)
  } catch (error) {
    await db.run('rollback to savepoint before')
    return String((error as { detail?: string }).detail ?? error)
  }
  throw new Error('It was not refused')
}
const collected = async (db: Scratch, parcels: string[]) =>
  (
    await db.rows('select private.parcel_to_collect(p.id)::float8 as amount from unnest($1::uuid[]) with ordinality p (id, place) order by place', [parcels])
  ).map(({ amount }) => amount)

test('cash on delivery: the second parcel is refused after the first was delivered, and the order is delivered with what arrived', async () => {
  await shop.scratch(async (db) => {
    const [first, second] = await sendInTwo(db)
    await deliver(db, first)
    expect(await db.refused(`update public.orders set status = 'cancelled', cancel_reason = 'x' where id = '${ORDER}'`)).toMatchObject({ code: 'PT409' })
    expect(await db.rows(BACK, [second, false])).toEqual([{ amount: '118.00' }])
    expect(await db.rows(ORDER_NOW)).toEqual([{ status: 'delivered', payment_state: 'cod_pending' }])
    expect(await db.rows(PARCELS)).toEqual([
      { number: 1, state: 'delivered' },
      { number: 2, state: 'returning' },
    ])
    expect(await db.rows(CANCELLED)).toEqual([{ cancelled_quantity: 1 }])
    expect(await db.rows(NOTES)).toEqual([{ total: '118.00', reason: 'Refused at the door' }])
    await db.as('owner')
    expect(await db.rows(PAYMENTS)).toEqual([{ state: 'cod_pending', amount: '218.00' }])
    expect(await collected(db, [String(first), String(second)])).toEqual([218, 0])
    expect(await db.rows(STOCK), 'sold no more, and not in the shop yet').toEqual([{ stock: 98, units_sold: 1 }])
    await db.as('admin')
    await db.run('select public.receive_shipment($1, (select s.version from public.shipments s where s.id = $1))', [second])
    expect(await db.rows(STOCK)).toEqual([{ stock: 99, units_sold: 1 }])
    await db.as('owner')
    expect(await db.rows('select * from private.check_stock_sums()')).toEqual([])
    const mails = await db.rows(`select kind, data ->> 'note' as note from private.mails where data ->> 'order_id' = '${ORDER}' order by id`)
    expect(mails.filter(({ kind }) => kind === 'order_rest')).toEqual([
      {
        kind: 'order_rest',
        note: 'parcel 2 was not delivered and comes back: 1 × Goods. You pay ₹118.00 less. Reason: Refused at the door',
      },
    ])
    expect(mails.filter(({ kind }) => kind === 'order_status').length, 'no mail of a delivery: what arrived was said when it arrived').toBe(2)
  })
})

test('cash on delivery: parcel 1 takes the charges back with it, as no other parcel collects them', async () => {
  await shop.scratch(async (db) => {
    const [first, second] = await sendInTwo(db)
    expect(await db.rows(BACK, [first, false])).toEqual([{ amount: '218.00' }])
    expect(await db.rows(ORDER_NOW)).toEqual([{ status: 'shipped', payment_state: 'cod_pending' }])
    await db.as('owner')
    expect(await db.rows(PAYMENTS)).toEqual([{ state: 'cod_pending', amount: '118.00' }])
    expect(await collected(db, [String(first), String(second)])).toEqual([0, 118])
  })
})

test('labels that have left stay true: what was paid for the parcel in another way is due back, and the others collect what theirs say', async () => {
  await shop.scratch(async (db) => {
    const [first, second] = await sendInTwo(db)
    await db.run('select public.record_payment($1, null, $2, null, 100)', [ORDER, 'cash'])
    await db.as('owner')
    expect(await collected(db, [String(first), String(second)])).toEqual([118, 118])
    await db.as('admin')
    expect(await db.rows(BACK, [first, false])).toEqual([{ amount: '218.00' }])
    await db.as('owner')
    expect(await collected(db, [String(first), String(second)])).toEqual([0, 118])
    expect(await db.rows(`select p.state, p.amount from public.payments p where p.order_id = '${ORDER}' order by p.amount`)).toEqual([
      { state: 'paid', amount: '100.00' },
      { state: 'cod_pending', amount: '118.00' },
    ])
    expect(await db.rows(`select amount, state from public.refunds where order_id = '${ORDER}'`)).toEqual([{ amount: '100.00', state: 'due' }])
    const [history] = await db.rows(`select notes from public.order_status_history where order_id = '${ORDER}' and notes like 'Order changed%'`)
    expect(history?.['notes']).toContain('You pay ₹118.00 less. ₹100.00 is refunded.')
  })
})

test('to the paisa: of a line that does not divide, the parcel that stays brings what is open', async () => {
  for (const back of [0, 1]) {
    await shop.scratch(async (db) => {
      await db.as('owner')
      await db.run("set local session_replication_role = 'replica'")
      await db.run(
        `update public.order_items set quantity = 3, unit_price = 33.33, taxable = 84.74, cgst = 7.63, sgst = 7.63, total = 100, rate = 18 where order_id = '${ORDER}'`,
      )
      await db.run(`update public.orders set goods_total = 100, subtotal_base = 84.74, cgst = 7.63, sgst = 7.63, igst = 0, total_gst = 15.26 + (total_gst - cgst - sgst),
        total_amount = 200 where id = '${ORDER}'`)
      await db.run(`update public.payments set amount = 200 where order_id = '${ORDER}'`)
      await db.run("set local session_replication_role = 'origin'")
      await db.as('admin')
      const parcels = await sendInTwo(db)
      await db.run(`update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D3' where id = '${ORDER}'`)
      await db.as('owner')
      const labels = await collected(db, parcels)
      await db.as('admin')
      await db.run(BACK, [parcels[back], false])
      await db.as('owner')
      const [open] = await db.rows(`select amount::float8 as amount from public.payments where order_id = '${ORDER}'`)
      expect(Number(open?.['amount'])).toBeCloseTo(200 - Number(labels[back]), 6)
    })
  }
})

test('an order to be paid by UPI waits for so much less', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run("set local session_replication_role = 'replica'")
    await db.run(`update public.payments set state = 'awaiting_payment', method = 'upi' where order_id = '${ORDER}'`)
    await db.run(`update public.orders set payment_method = 'upi', payment_state = 'awaiting_payment' where id = '${ORDER}'`)
    await db.run("set local session_replication_role = 'origin'")
    const [first, second] = await sendInTwo(db)
    await deliver(db, first)
    expect(await db.rows(BACK, [second, false])).toEqual([{ amount: '118.00' }])
    expect(await db.rows(ORDER_NOW)).toEqual([{ status: 'delivered', payment_state: 'awaiting_payment' }])
    expect(await db.rows(PAYMENTS)).toEqual([{ state: 'awaiting_payment', amount: '218.00' }])
  })
})

test('the order names its latest parcel that did not come back, and a corrected number is that one’s', async () => {
  await shop.scratch(async (db) => {
    const [, second] = await sendInTwo(db)
    await db.run(BACK, [second, false])
    const named = `select courier, tracking_number from public.orders where id = '${ORDER}'`
    expect(await db.rows(named)).toEqual([{ courier: 'DTDC', tracking_number: 'D1' }])
    await db.run(`update public.orders set tracking_number = 'D1X' where id = '${ORDER}'`)
    expect(await db.rows(`select tracking_number from public.shipments where order_id = '${ORDER}' order by number`)).toEqual([
      { tracking_number: 'D1X' },
      { tracking_number: 'D2' },
    ])
  })
  await shop.scratch(async (db) => {
    const [first] = await sendInTwo(db, { sent: 1 })
    await db.run(BACK, [first, false])
    expect(await db.rows(`select courier, tracking_number from public.orders where id = '${ORDER}'`)).toEqual([{ courier: null, tracking_number: null }])
    expect(await db.rows(`select courier, tracking_number from public.shipments where id = '${first}'`)).toEqual([{ courier: 'DTDC', tracking_number: 'D1' }])
  })
})

test('money that a courier transfers for a parcel that came back stays a difference, and is not booked as that of another parcel', async () => {
  await shop.scratch(async (db) => {
    const [first, second] = await sendInTwo(db)
    await deliver(db, first)
    await db.run(BACK, [second, false])
    const rows = [
      { place: 1, tracking: 'D2', collected: 118, charges: 0 },
      { place: 2, tracking: 'D1', collected: 218, charges: 0 },
    ]
    await db.run("select public.book_remittance('DTDC', 'R1', '2026-11-28', 336, 0, $1)", [JSON.stringify(rows)])
    expect(await db.rows('select tracking_number, expected, booked, problem from public.remittance_lines order by place')).toEqual([
      { tracking_number: 'D2', expected: '0.00', booked: '0.00', problem: 'undelivered' },
      { tracking_number: 'D1', expected: '218.00', booked: '218.00', problem: null },
    ])
    expect(await db.rows(ORDER_NOW)).toEqual([{ status: 'delivered', payment_state: 'paid' }])
  })
})

test('of a paid order the charges go back only if staff say so', async () => {
  for (const [charges, amount] of [
    [false, '118.00'],
    [true, '218.00'],
  ]) {
    await shop.scratch(async (db) => {
      const [first, second] = await sendInTwo(db, { paid: true })
      await deliver(db, first)
      expect(await db.rows(BACK, [second, charges])).toEqual([{ amount }])
      expect(await db.rows(ORDER_NOW)).toEqual([{ status: 'delivered', payment_state: 'paid' }])
      expect(await db.rows(`select amount, state, source from public.refunds where order_id = '${ORDER}'`)).toEqual([
        { amount, state: 'due', source: 'cancellation' },
      ])
    })
  }
})

test('while pieces are to be packed the order goes on, and they can be sent, given up, or be all that is cancelled', async () => {
  for (const then of ['send', 'cancel']) {
    await shop.scratch(async (db) => {
      const [first] = await sendInTwo(db, { sent: 1 })
      await db.run(BACK, [first, false])
      expect(await db.rows(ORDER_NOW)).toMatchObject([{ status: 'processing' }])
      if (then === 'send') {
        await db.run(`update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D9' where id = '${ORDER}'`)
        expect(await db.rows(PARCELS)).toEqual([
          { number: 1, state: 'returning' },
          { number: 2, state: 'shipped' },
        ])
        expect(
          await db.rows(`select sum(l.quantity)::integer as pieces from public.shipment_lines l join public.shipments s on s.id = l.shipment_id
          where s.order_id = '${ORDER}' and s.number = 2`),
        ).toEqual([{ pieces: 1 }])
      } else {
        await db.run(`update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = '${ORDER}'`)
        await db.as('owner')
        expect(await db.rows(STOCK), 'one piece was here, the other is on its way').toEqual([{ stock: 99, units_sold: 0 }])
        expect(await db.rows(`select sum(amount) as amount from public.payments where order_id = '${ORDER}'`)).toEqual([{ amount: '118.00' }])
      }
    })
  }
})

test('of an order with an invoice for each parcel, the invoice of this parcel is taken back', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run(`update public.orders set invoice_per_parcel = true where id = '${ORDER}'`)
    const [first, second] = await sendInTwo(db)
    await deliver(db, first)
    expect(await db.rows(BACK, [second, false])).toEqual([{ amount: '118.00' }])
    const [row] = await db.rows(
      `select count(*)::integer as notes from public.documents n join public.documents d on d.id = n.reverses
       join public.shipments s on s.invoice_file = d.file_id where s.id = $1`,
      [second],
    )
    expect(row).toEqual({ notes: 1 })
  })
})

test('refused: without a reason, twice, of another version, of what is not under way, of all that is left, with a payment that is open, and for others', async () => {
  await shop.scratch(async (db) => {
    const [first, second] = await sendInTwo(db)
    expect(await refusal(db, [first, false], BACK.replace('Refused at the door', ' '))).toContain('REASON_REQUIRED')
    expect(await refusal(db, [first, false], BACK.replace('Refused at the door', 'x'.repeat(301)))).toContain('REASON_REQUIRED')
    expect(await refusal(db, [first], "select public.book_undelivered($1, 99, 2, 'x')")).toContain('STALE')
    expect(await refusal(db, ['00000000-0000-4000-8000-00000000dead', false])).toContain('GONE')
    await db.run('savepoint open')
    await db.as('owner')
    await db.run(`update public.payments set state = 'awaiting_payment', method = 'upi' where order_id = '${ORDER}'`)
    await db.run(`update public.payments set state = 'awaiting_verification' where order_id = '${ORDER}'`)
    await db.run(`update public.orders set payment_method = 'upi', payment_state = 'awaiting_verification' where id = '${ORDER}'`)
    await db.as('admin')
    expect(await refusal(db, [first, false])).toContain('PAYMENT_OPEN')
    await db.run('rollback to savepoint open')
    await db.as('admin')
    await db.run(BACK, [first, false])
    expect(await refusal(db, [first, false]), 'twice').toContain('STEP_NOT_ALLOWED')
    expect(await refusal(db, [second, false]), 'all that is left').toContain('ONLY_PARCEL')
    await db.run(`update public.orders set status = 'cancelled', cancel_reason = 'Refused too' where id = '${ORDER}'`)
    expect(await db.rows(PARCELS)).toEqual([
      { number: 1, state: 'returning' },
      { number: 2, state: 'returning' },
    ])
    for (const person of ['customer', 'other', 'visitor'] as const) {
      await db.as(person)
      expect(await refusal(db, [second, false]), person).toContain('permission denied')
    }
  })
})

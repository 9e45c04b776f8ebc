/** A UPI payment that its buyer claims stays in a staff queue until they have verified it, whatever becomes of the order. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'

/** The order of a buyer without other orders. */
const ORDER = OTHER_ORDER
const BUYER = 'other' as const

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query("set session_replication_role = 'replica'")
  await shop.owner.query("update public.payments set method = 'upi', state = 'awaiting_payment'")
  await shop.owner.query("update public.orders set payment_method = 'upi', payment_state = 'awaiting_payment'")
  await shop.owner.query("set session_replication_role = 'origin'")
})
afterAll(() => shop.close())

const standing = async (db: Scratch) => {
  await db.as('owner')
  const [row] = await db.rows(
    'select o.status, o.payment_state, p.state, o.user_id from public.orders o join public.payments p on p.order_id = o.id where o.id = $1',
    [ORDER],
  )
  if (!row) throw new Error('order not found')
  return row as { status: string; payment_state: string; state: string; user_id: string | null }
}
const queues = async (db: Scratch): Promise<Record<string, number>> => {
  await db.as('admin')
  const [row] = await db.rows('select public.order_queue_counts() as queues, public.admin_dashboard() as board')
  const { queues: counts, board } = row as { queues: Record<string, number>; board: Record<string, { count: number }> }
  for (const queue of ['verify', 'refund', 'collect']) expect(board[queue]?.count, queue).toBe(counts[queue])
  return counts
}
const settle = async (db: Scratch, from: string[], to: string): Promise<boolean> => {
  await db.as('admin')
  const { rowCount } = await db.run("update public.payments set state = $3 where order_id = $1 and state = any ($2) and method <> 'razorpay'", [
    ORDER,
    from,
    to,
  ])
  return rowCount === 1
}
const claim = async (db: Scratch, utr: string): Promise<string> => {
  await db.as(BUYER)
  await db.run('savepoint claim')
  try {
    await db.run('select public.claim_payment($1, $2)', [ORDER, utr])
    return 'claimed'
  } catch (error) {
    await db.run('rollback to savepoint claim')
    return /"code":\s*"([A-Z_]+)"/.exec((error as { detail?: string }).detail ?? '')?.[1] ?? String(error)
  }
}
const clock = async (db: Scratch, days: number): Promise<void> => {
  await db.as('owner')
  // simulates time: everything becomes that much older
  await db.run("set local session_replication_role = 'replica'")
  await db.run(`update public.orders set created_at = created_at - interval '${days} days' where id = $1`, [ORDER])
  await db.run(
    `update public.payments set claim_holds_until = claim_holds_until - interval '${days} days', updated_at = updated_at - interval '${days} days' where order_id = $1`,
    [ORDER],
  )
  await db.run("set local session_replication_role = 'origin'")
  await db.as('mailer')
  await db.run('select private.cancel_unpaid_orders()')
}
const cancel = async (db: Scratch, by: 'buyer' | 'staff'): Promise<void> => {
  await db.as(by === 'buyer' ? BUYER : 'admin')
  await db.run('savepoint cancel')
  try {
    if (by === 'buyer')
      await db.run("update public.orders set status = 'cancelled', cancelled_by = $2 where id = $1 and status = 'pending'", [ORDER, PEOPLE[BUYER]])
    else await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = $1 and status <> 'cancelled'", [ORDER])
  } catch {
    await db.run('rollback to savepoint cancel')
  }
}
const leave = async (db: Scratch): Promise<string | null> => {
  await db.as('orderService')
  const [row] = await db.rows('select refusal from private.delete_account($1)', [PEOPLE[BUYER]])
  return (row?.['refusal'] ?? null) as string | null
}

describe('a claimed payment whose order is cancelled', () => {
  for (const by of ['buyer', 'staff', 'clock'] as const)
    test(`by the ${by} still waits for verification, is due for a refund or reopens the order, and keeps the account`, async () => {
      await shop.scratch(async (db) => {
        expect(await claim(db, '412345678901')).toBe('claimed')
        if (by === 'clock') await clock(db, 8)
        else await cancel(db, by)
        expect(await standing(db)).toMatchObject({ status: 'cancelled', payment_state: 'awaiting_verification' })
        expect(await queues(db)).toMatchObject({ verify: 1, refund: 0 })
        expect(await leave(db)).toBe('OPEN_ORDERS')
        expect(await settle(db, ['awaiting_verification'], 'paid')).toBe(true)
        const found = await standing(db)
        if (by === 'clock') expect(found).toMatchObject({ status: 'pending', payment_state: 'paid', state: 'paid' })
        else {
          expect(found).toMatchObject({ status: 'cancelled', payment_state: 'refund_due', state: 'refund_due' })
          expect(await queues(db)).toMatchObject({ verify: 0, refund: 1 })
          expect(await leave(db)).toBe('OPEN_ORDERS')
          expect(await settle(db, ['refund_due'], 'refunded')).toBe(true)
          expect(await leave(db)).toBeNull()
        }
      })
    })
})

test('a customer who paid after the automatic cancellation can still enter the reference', async () => {
  await shop.scratch(async (db) => {
    await clock(db, 3)
    expect(await standing(db)).toMatchObject({ status: 'cancelled', payment_state: 'awaiting_payment' })
    expect(await claim(db, '412345678901')).toBe('claimed')
    expect(await standing(db)).toMatchObject({ status: 'cancelled', payment_state: 'awaiting_verification' })
    expect(await queues(db)).toMatchObject({ verify: 1 })
    const [before] = await db.rows('select stock from public.products where id = $1', [PRODUCT.soap])
    expect(await settle(db, ['awaiting_verification'], 'paid')).toBe(true)
    expect(await standing(db)).toMatchObject({ status: 'pending', payment_state: 'paid' })
    expect(await db.rows('select stock from public.products where id = $1', [PRODUCT.soap])).toEqual([{ stock: Number(before?.['stock']) - 1 }])
  })
})

test('a claim that is not verified reserves the stock for a week at most', async () => {
  await shop.scratch(async (db) => {
    expect(await claim(db, '412345678901')).toBe('claimed')
    // the buyer and staff see its end date from the start
    for (const asker of [BUYER, 'admin'] as const) {
      await db.as(asker)
      expect(
        await db.rows("select claim_holds_until - claimed_at = interval '7 days' as week from public.payments where order_id = $1", [ORDER]),
        asker,
      ).toEqual([{ week: true }])
    }
    await clock(db, 6)
    expect(await standing(db)).toMatchObject({ status: 'pending' })
    await clock(db, 2)
    expect(await standing(db)).toMatchObject({ status: 'cancelled', payment_state: 'awaiting_verification' })
  })
})

test('a claim that was not found reserves the stock for the time to pay, and can be corrected', async () => {
  await shop.scratch(async (db) => {
    await claim(db, '412345678901')
    expect(await settle(db, ['awaiting_verification'], 'failed')).toBe(true)
    await clock(db, 1)
    expect(await standing(db)).toMatchObject({ status: 'pending', payment_state: 'failed' })
    expect(await claim(db, '412345678902')).toBe('claimed')
    expect(await settle(db, ['awaiting_verification'], 'failed')).toBe(true)
    await clock(db, 3)
    expect(await standing(db)).toMatchObject({ status: 'cancelled', payment_state: 'failed' })
    expect(await claim(db, '412345678903')).toBe('claimed')
    expect(await queues(db)).toMatchObject({ verify: 1 })
  })
})

test('an order that was accepted unpaid is to be collected, and its customer can enter the reference', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
    expect(await queues(db)).toMatchObject({ collect: 1, verify: 0 })
    expect(await claim(db, '412345678901')).toBe('claimed')
    expect(await queues(db)).toMatchObject({ collect: 1, verify: 1 })
    expect(await settle(db, ['awaiting_verification'], 'paid')).toBe(true)
    expect(await queues(db)).toMatchObject({ collect: 0, verify: 0 })
  })
})

test('a customer can enter five references for an order, and repeat the same one without a limit', async () => {
  await shop.scratch(async (db) => {
    for (const digit of [1, 2, 3, 4, 5]) {
      expect(await claim(db, `41234567890${digit}`)).toBe('claimed')
      expect(await claim(db, `41234567890${digit}`)).toBe('claimed')
    }
    expect(await claim(db, '412345678906')).toBe('TOO_MANY_CLAIMS')
    await db.as('owner')
    await db.run("update private.limits set value = 99 where name = 'claims_per_order'")
    await db.run("update private.limits set value = 5 where name = 'claims_per_day'")
    expect(await claim(db, '412345678906')).toBe('TOO_MANY_CLAIMS')
    await db.as('owner')
    await db.run("update private.payment_claims set claimed_at = now() - interval '25 hours'")
    expect(await claim(db, '412345678906')).toBe('claimed')
  })
})

type Act = 'transfer' | 'claim' | 'cancel by buyer' | 'cancel by staff' | 'accept' | 'ship' | 'deliver' | 'look' | 'refund' | 'clock' | 'late clock' | 'leave'
const ACTS: readonly Act[] = [
  'transfer',
  'claim',
  'claim',
  'cancel by buyer',
  'cancel by staff',
  'accept',
  'ship',
  'deliver',
  'look',
  'look',
  'refund',
  'clock',
  'late clock',
  'leave',
]

test('after any sequence of events, every received payment is in a queue or settled', { timeout: LONG ? 900_000 : 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...ACTS), { minLength: 3, maxLength: 12 }), async (acts) => {
      await shop.scratch(async (db) => {
        await db.run("update private.limits set value = 1000 where name like 'claims%'")
        let [transferred, claimed, gone, count] = [false, false, false, 0]
        for (const act of acts) {
          const now = await standing(db)
          // a buyer who already sees "paid" sends no more money
          if (act === 'transfer' && now.state !== 'paid') transferred ||= now.state !== 'refunded'
          if (act === 'claim' && !gone && (await claim(db, `4123456789${String((count += 1)).padStart(2, '0')}`)) === 'claimed') claimed = true
          if (act === 'cancel by buyer' && !gone) await cancel(db, 'buyer')
          if (act === 'cancel by staff') await cancel(db, 'staff')
          for (const [step, from, to] of [
            ['accept', 'pending', 'processing'],
            ['ship', 'processing', 'shipped'],
            ['deliver', 'shipped', 'delivered'],
          ] as const) {
            if (act !== step) continue
            await db.as('admin')
            await db.run('update public.orders set status = $3 where id = $1 and status = $2', [ORDER, from, to])
          }
          // staff compare the bank account with the claim, and record the result
          if (act === 'look') {
            if (transferred) await settle(db, ['awaiting_payment', 'awaiting_verification', 'failed'], 'paid')
            else if (await settle(db, ['awaiting_verification'], 'failed')) claimed = false
          }
          if (act === 'refund') await settle(db, ['refund_due'], 'refunded')
          if (act === 'clock') await clock(db, 1)
          if (act === 'late clock') await clock(db, 8)
          if (act === 'leave' && !gone) {
            gone = (await leave(db)) === null
            if (['awaiting_verification', 'refund_due'].includes(now.state)) expect(gone, `the account stays while it is ${now.state}`).toBe(false)
          }

          const { status, payment_state, state } = await standing(db)
          expect(payment_state, `after ${act}`).toBe(state)
          const counts = await queues(db)
          if (!transferred) continue
          const owner = state === 'paid' ? status !== 'cancelled' : state === 'refund_due' ? counts['refund'] === 1 : state === 'refunded'
          // a claimed payment waits in the queue; an unclaimed one the buyer can still claim, and staff can record from the order
          const waits = state === 'awaiting_verification' ? counts['verify'] === 1 : ['awaiting_payment', 'failed'].includes(state) && !claimed
          expect(owner || waits, `${acts.join(', ')}: after ${act}, ${status} ${state}`).toBe(true)
        }
      })
    }),
    { numRuns: LONG ? 1000 : 60 },
  )
})

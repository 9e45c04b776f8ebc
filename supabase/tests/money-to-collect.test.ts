import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER, OTHER_ORDER, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

type Owed = { count: number; amount: number; oldest: string | null; ages: { from_day: number; to_day: number | null; count: number; amount: number }[] }
async function owed(db: Scratch): Promise<Owed> {
  await db.as('admin')
  const [row] = await db.rows('select public.money_to_collect() as owed')
  return (row as { owed: Owed }).owed
}
async function setOrder(db: Scratch, order: string, status: string, payment: string, days: number): Promise<void> {
  await db.as('owner')
  await db.run("set local session_replication_role = 'replica'")
  await db.run('update public.orders set status = $2, payment_state = $3, created_at = now() - make_interval(days => $4) where id = $1', [
    order,
    status,
    payment,
    days,
  ])
  await db.run("set local session_replication_role = 'origin'")
}

test('accepted unpaid orders are counted to the paisa, by age', async () => {
  await shop.scratch(async (db) => {
    expect(await owed(db)).toMatchObject({ count: 0, amount: 0, oldest: null })
    await setOrder(db, ORDER, 'shipped', 'awaiting_payment', 7)
    await setOrder(db, OTHER_ORDER, 'delivered', 'failed', 31)
    const [sum] = await db.rows('select sum(total_amount)::float8 as sum from public.orders')
    expect(await owed(db)).toMatchObject({
      count: 2,
      amount: sum?.['sum'],
      ages: [
        { from_day: 0, to_day: 7, count: 1, amount: 336 },
        { from_day: 8, to_day: 30, count: 0, amount: 0 },
        { from_day: 31, to_day: 90, count: 1, amount: 159 },
        { from_day: 91, to_day: null, count: 0, amount: 0 },
      ],
    })
    const { ages, count, amount } = await owed(db)
    expect(ages.reduce((all, age) => all + age.count, 0)).toBe(count)
    expect(ages.reduce((all, age) => all + age.amount, 0)).toBe(amount)
  })
})

test('paid, cash-on-delivery, pending and cancelled orders are not owed', async () => {
  for (const [status, payment] of [
    ['shipped', 'paid'],
    ['shipped', 'cod_pending'],
    ['pending', 'awaiting_payment'],
    ['cancelled', 'awaiting_verification'],
    ['delivered', 'refunded'],
  ] as const)
    await shop.scratch(async (db) => {
      await setOrder(db, ORDER, status, payment, 1)
      expect(await owed(db), `${status} ${payment}`).toMatchObject({ count: 0, amount: 0 })
    })
})

test('only admins see the owed amounts', async () => {
  await shop.scratch(async (db) => {
    for (const asker of ['visitor', 'customer', 'orderService'] as const) {
      await db.as(asker)
      expect(await db.refused('select public.money_to_collect()'), asker).toMatchObject({ code: '42501' })
    }
  })
})

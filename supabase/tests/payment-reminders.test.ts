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
  await shop.owner.query("update public.orders set payment_method = 'upi', payment_state = 'awaiting_payment', created_at = '2026-11-24T04:30:00Z'")
  await shop.owner.query('commit')
  await shop.owner.query('update public.settings set upi_unpaid_hours = 48; delete from private.mails')
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const REMIND = 'select public.remind_of_payment($1, $2, (select o.version from public.orders o where o.id = $1))'
const remind = (db: Scratch, channel = 'mail', order = ORDER) => db.run(REMIND, [order, channel])
const refusal = async (db: Scratch, channel: string | null = 'mail') => {
  const { code, detail } = await db.refused(REMIND, [ORDER, channel])
  return [code, (JSON.parse(detail || '{}') as { code?: string }).code]
}
const mails = async (db: Scratch) => {
  await db.as('owner')
  return db.rows("select recipient, data from private.mails where kind = 'order_reminder'")
}
const as = (person: Person, work: (db: Scratch) => Promise<void>) =>
  shop.scratch(async (db) => {
    await db.as(person)
    await work(db)
  })
/** As the owner of the database, without triggers. */
const rewrite = async (db: Scratch, sql: string, values: unknown[] = []) => {
  await db.as('owner')
  await db.run("set local session_replication_role = 'replica'")
  await db.run(sql, values)
  await db.run("set local session_replication_role = 'origin'")
}

describe('a reminder', () => {
  test('is a mail to the account’s address, with what is to be paid and until when, a notification, and a line in the history', async () => {
    await as('accounts', async (db) => {
      await remind(db)
      expect(await db.rows('select channel, amount::float8 from public.payment_reminders')).toEqual([{ channel: 'mail', amount: 336 }])
      expect(await db.rows("select actor, data ->> 'channel' as channel from public.order_timeline($1) where kind = 'reminder'", [ORDER])).toMatchObject([
        { channel: 'mail' },
      ])
      expect(await mails(db)).toEqual([
        { recipient: 'customer@example.in', data: { order_id: ORDER, amount: 336, until: '2026-11-26T04:30:00+00:00', pays: null } },
      ])
      expect(await db.rows("select message from public.notifications where title = 'Payment reminder'")).toEqual([
        { message: expect.stringMatching(/^Your order #.* waits for your payment of ₹336\.00\.$/) as string },
      ])
    })
  })

  test('by WhatsApp is recorded and sends nothing', async () => {
    await as('admin', async (db) => {
      await remind(db, 'whatsapp')
      expect(await db.rows('select channel from public.payment_reminders')).toEqual([{ channel: 'whatsapp' }])
      expect(await mails(db)).toEqual([])
    })
  })

  test('goes out once a day, whatever its way, and five times in all', async () => {
    await as('admin', async (db) => {
      await remind(db, 'whatsapp')
      expect(await refusal(db)).toEqual(['PT429', 'REMINDED_TODAY'])
      await remind(db, 'mail', OTHER_ORDER)
      for (let sent = 1; sent < 5; sent += 1) {
        await rewrite(db, "update public.payment_reminders set created_at = created_at - interval '1 day 1 second'")
        await db.as('admin')
        await remind(db)
      }
      await rewrite(db, "update public.payment_reminders set created_at = created_at - interval '1 day 1 second'")
      await db.as('admin')
      expect(await refusal(db)).toEqual(['PT429', 'TOO_MANY_REMINDERS'])
    })
  })
})

describe('nobody is reminded', () => {
  test.each([
    ['on delivery', "payment_method = 'cod', payment_state = 'cod_pending'"],
    ['while Razorpay is asked', "payment_method = 'razorpay'"],
    ['while a reference is checked', "payment_state = 'awaiting_verification'"],
    ['after paying', "payment_state = 'paid'"],
    ['when money is due back', "payment_state = 'refund_due'"],
    ['of a cancelled order', "status = 'cancelled'"],
  ])('%s', async (_, columns) => {
    await shop.scratch(async (db) => {
      await rewrite(db, `update public.orders set ${columns} where id = $1`, [ORDER])
      await db.as('admin')
      for (const channel of ['mail', 'whatsapp']) expect(await refusal(db, channel)).toEqual(['PT409', 'PAYMENT_NOT_AWAITED'])
      expect(await mails(db)).toEqual([])
    })
  })

  test('by mail without an address of their own, by an unknown way, or from an old screen', async () => {
    await as('admin', async (db) => {
      for (const channel of ['sms', null]) expect(await refusal(db, channel)).toEqual(['22023', 'INVALID'])
      expect(await db.refused("select public.remind_of_payment($1, 'mail', 99)", [ORDER])).toMatchObject({
        code: 'PT409',
        detail: expect.stringContaining('ORDER_CHANGED') as string,
      })
      await rewrite(db, 'update auth.users set email_confirmed_at = null where id = $1', [PEOPLE.customer])
      await db.as('admin')
      expect(await refusal(db)).toEqual(['PT409', 'NO_EMAIL'])
      await rewrite(db, "update public.orders set channel = 'telephone', email = '' where id = $1", [ORDER])
      await db.as('admin')
      expect(await refusal(db)).toEqual(['PT409', 'NO_EMAIL'])
    })
  })

  test('except by staff who manage payments', async () => {
    const may: Person[] = ['admin', 'superAdmin', 'accounts']
    for (const person of ['visitor', 'customer', 'catalogue', 'orders', 'mailer', ...may] as const) {
      await shop.scratch(async (db) => {
        await db.as(person)
        const call = "select public.remind_of_payment($1, 'whatsapp', 1)"
        if (may.includes(person)) await remind(db, 'whatsapp')
        else expect(await db.refused(call, [ORDER]), person).toMatchObject({ code: '42501' })
      })
    }
  })
})

test('two people remind at once: the customer gets one mail', async () => {
  const clients = [new Client({ connectionString: shop.url }), new Client({ connectionString: shop.url })]
  try {
    await Promise.all(clients.map((client) => client.connect()))
    await Promise.all(
      clients.map((client) =>
        client.query("select set_config('request.jwt.claims', $1, false), set_config('role', 'authenticated', false)", [
          JSON.stringify({ sub: PEOPLE.admin, role: 'authenticated' }),
        ]),
      ),
    )
    const answers = await Promise.allSettled(clients.map((client) => client.query(REMIND, [OTHER_ORDER, 'mail'])))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  expect((await shop.owner.query("select 1 from private.mails where kind = 'order_reminder'")).rowCount).toBe(1)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillText, MESSAGES, NOTICE_TEXTS } from '#documents/mails/texts.ts'
import { ORDER, PEOPLE, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const write = (key: string, subject: string, opening: string): [sql: string, values: string[]] => [
  'insert into public.message_texts (key, subject, opening) values ($1, $2, $3)',
  [key, subject, opening],
]
const bell = (db: Scratch) => db.rows('select title, message from public.notifications where order_id = $1 order by created_at desc, id limit 1', [ORDER])
const step = (db: Scratch, changes: string) => db.run(`update public.orders set ${changes} where id = $1`, [ORDER])
const short = `#${ORDER.slice(0, 8)}`

test('the placeholders in SQL are those of the mail renderer', async () => {
  for (const [key, { placeholders }] of Object.entries(MESSAGES)) {
    const { rows } = await shop.owner.query<{ names: string[] }>('select private.message_placeholders($1) as names', [key])
    expect([...(rows[0]?.names ?? [])].sort(), key).toEqual([...placeholders].sort())
  }
  expect((await shop.owner.query("select private.message_placeholders('mail_order_lost') as names")).rows).toEqual([{ names: null }])
})

test('a notification has the text of the text catalogue', async () => {
  await shop.scratch(async (db) => {
    const [row] = await db.rows('select private.order_number_text(order_number) as number from public.orders where id = $1', [ORDER])
    const number = String(row?.['number'])
    const said = async (key: keyof typeof NOTICE_TEXTS) =>
      expect(await bell(db), key).toEqual([{ title: NOTICE_TEXTS[key].subject, message: fillText(NOTICE_TEXTS[key].opening, { order: short, number }) }])
    for (const [moment, changes, key] of [
      ['2030-11-20', "status = 'processing'", 'notice_order_processing'],
      ['2030-11-21', "status = 'shipped', courier = '', tracking_number = ''", 'notice_order_shipped'],
      ['2030-11-22', "status = 'delivered'", 'notice_order_delivered'],
    ] as const) {
      await db.run("select set_config('shop.as_of', $1, true)", [moment])
      await step(db, changes)
      await said(key)
    }
    for (const [moment, status, previous, key] of [
      ['2030-11-23', 'pending', null, 'notice_order_placed'],
      ['2030-11-24', 'pending', 'cancelled', 'notice_order_reopened'],
      ['2030-11-25', 'cancelled', 'pending', 'notice_order_cancelled'],
    ] as const) {
      await db.run("select set_config('shop.as_of', $1, true)", [moment])
      const changed = JSON.stringify({ status, cancel_reason: null })
      await db.run('select private.notify_order_step(jsonb_populate_record(o, $2::jsonb), $3, null) from public.orders o where o.id = $1', [
        ORDER,
        changed,
        previous,
      ])
      await said(key)
    }
  })
})

describe('the owner’s words', () => {
  test('are shown to the customer, with their placeholders filled in one pass', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await db.run(...write('notice_order_shipped', 'Off it goes, {name}', '{order} left with {courier} ({tracking}). {'))
      await db.as('owner')
      await db.run("update public.orders set full_name = '{tracking}' where id = $1", [ORDER])
      await step(db, "status = 'processing'")
      await db.run("select set_config('shop.as_of', '2030-01-01', true)")
      await step(db, "status = 'shipped', courier = 'Dakiya', tracking_number = '148'")
      expect(await bell(db)).toEqual([{ title: 'Off it goes, {tracking}', message: `${short} left with Dakiya (148). {` }])
    })
  })

  test.each([
    ['mail_order_placed', 'Order {order}', 'Hello {password}'],
    ['mail_order_placed', 'Order {courier}', 'Hello'],
    ['notice_order_placed', 'Order {total}', 'Hello'],
    ['notice_order_placed', '{}', 'Hello'],
  ])('of %s may not be %j, %j', async (key, subject, opening) => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      expect(await db.refused(...write(key, subject, opening))).toMatchObject({ code: '23514', detail: expect.stringContaining('UNKNOWN_PLACEHOLDER') })
    })
  })

  test.each([
    ['mail_order_lost', 'x', 'x'],
    ['mail_order_placed', ' ', 'x'],
    ['mail_order_placed', 'x', ' '],
    ['mail_order_placed', 'a\nBcc: b', 'x'],
    ['mail_order_placed', 'x'.repeat(121), 'x'],
    ['mail_order_placed', 'x', 'x'.repeat(2001)],
    ['notice_order_placed', 'x', 'x'.repeat(501)],
  ])('of %s may not be %j, %j either', async (key, subject, opening) => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      expect(await db.refused(...write(key, subject, opening))).toMatchObject({ code: '23514' })
    })
  })

  test('of mails, notifications and pages are in the audit log, also when they are deleted', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await db.run(...write('mail_signup', 'Welcome', 'Hello'))
      await db.run("update public.message_texts set subject = 'Hi'")
      await db.run("insert into public.page_texts (page, body) values ('terms', '# Mine')")
      await db.run('delete from public.page_texts')
      expect(
        await db.rows("select actor, row_id, action, changes from public.audit_log where table_name in ('message_texts', 'page_texts') order by id"),
      ).toEqual([
        { actor: PEOPLE.admin, row_id: 'mail_signup', action: 'insert', changes: expect.objectContaining({ subject: [null, 'Welcome'] }) },
        { actor: PEOPLE.admin, row_id: 'mail_signup', action: 'update', changes: { subject: ['Welcome', 'Hi'] } },
        { actor: PEOPLE.admin, row_id: 'terms', action: 'insert', changes: expect.objectContaining({ body: [null, '# Mine'] }) },
        { actor: PEOPLE.admin, row_id: 'terms', action: 'delete', changes: expect.objectContaining({ body: ['# Mine', null] }) },
      ])
    })
  })
})

test.each(['cart', 'checkout', ''])('the page %j cannot be written', async (page) => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect(await db.refused('insert into public.page_texts (page, body) values ($1, $2)', [page, 'x'])).toMatchObject({ code: '23514' })
  })
})

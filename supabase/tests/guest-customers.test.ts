/** Customers without an account, what orders say about customers, and accounts that take over their orders (docs/decisions/0086). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from './scenario.ts'
import { ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const GSTIN = '27AAPFU0939F1ZV'
const guests = (db: Scratch) =>
  db.rows('select orders, spent, full_name, company_name, gstin, phone, state from public.customer_figures where user_id is null order by guest_key')

/** An order without an account, as the telephone leaves it. */
async function guestOrder(
  db: Scratch,
  fields: { phone?: string; email?: string; company_name?: string; gstin?: string; full_name?: string } = {},
): Promise<string> {
  const id = randomUUID()
  await placeOrder(shop.owner, { orderId: id, userId: PEOPLE.customer, productId: PRODUCT.soap, quantity: 1 })
  const { phone = '', email = '', company_name = null, gstin = null, full_name = 'Farida Sheikh' } = fields
  await db.run('update public.orders set user_id = null, phone = $2, email = $3, company_name = $4, gstin = $5, full_name = $6 where id = $1', [
    id,
    phone,
    email,
    company_name,
    gstin,
    full_name,
  ])
  return id
}

/** What is stored for people without an account, and the same counted from the orders. */
async function agree(db: Scratch): Promise<void> {
  expect(await db.rows('select guest_key, orders, spent, last_order_at from public.customer_figures where user_id is null order by guest_key')).toEqual(
    await db.rows(`select private.guest_key(o.phone, o.email) as guest_key, (count(*) filter (where private.is_sale(o.status, o.payment_state)))::integer as orders,
        coalesce(sum(o.total_amount) filter (where private.is_sale(o.status, o.payment_state)), 0)::numeric(14, 2) as spent, max(o.created_at) as last_order_at
      from public.orders o where o.user_id is null and private.guest_key(o.phone, o.email) is not null group by 1 order by 1`),
  )
}

test('orders of one telephone number are one customer, however it is written; without one the e-mail counts, and without both there is none', async () => {
  await shop.scratch(async (db) => {
    await guestOrder(db, { phone: '+91 98450 00127', company_name: 'Farida Salon' })
    const newest = await guestOrder(db, { phone: '9845000127', gstin: GSTIN })
    await guestOrder(db, { email: 'Asha@Example.in', full_name: 'Asha' })
    await guestOrder(db)
    expect(await guests(db)).toEqual([
      expect.objectContaining({ full_name: 'Asha', orders: 0 }),
      expect.objectContaining({ full_name: 'Farida Sheikh', company_name: 'Farida Salon', gstin: GSTIN, orders: 0 }),
    ])
    await db.run("update public.orders set status = 'processing' where id = $1", [newest])
    await agree(db)
    expect((await guests(db))[1]).toMatchObject({ orders: 1 })
    // a number that was corrected moves the order to the other customer
    await db.run("update public.orders set phone = '9845000999' where id = $1", [newest])
    await agree(db)
    expect(await guests(db)).toHaveLength(3)
    const gone = await guestOrder(db, { phone: '9845000555' })
    expect(await guests(db)).toHaveLength(4)
    await db.run('delete from public.orders where id = $1', [gone])
    await agree(db)
  })
})

test('erasing the telephone and the e-mail of an order ends the customer', async () => {
  await shop.scratch(async (db) => {
    const id = await guestOrder(db, { phone: '9845000127' })
    expect(await guests(db)).toHaveLength(1)
    // as private.erase_guests and erase_person do
    await db.run("update public.orders set phone = '', email = '' where id = $1", [id])
    expect(await guests(db)).toEqual([])
  })
})

test('what a profile does not say is taken from the newest order that says it, and the profile comes first', async () => {
  await shop.scratch(async (db) => {
    const shown = async () => (await db.rows('select company_name, gstin, phone from public.customer_figures where user_id = $1', [PEOPLE.customer]))[0]
    await db.run('update public.orders set company_name = $2, gstin = $3, phone = $4 where id = $1', [ORDER, 'Meera Traders', GSTIN, '9820012345'])
    expect(await shown()).toEqual({ company_name: 'Meera Traders', gstin: GSTIN, phone: '9820012345' })
    await db.run("update public.profiles set company_name = 'Meera & Sons' where id = $1", [PEOPLE.customer])
    expect(await shown()).toMatchObject({ company_name: 'Meera & Sons', gstin: GSTIN })
    await db.run('update public.profiles set company_name = null where id = $1', [PEOPLE.customer])
    expect(await shown()).toMatchObject({ company_name: 'Meera Traders' })
    await db.as('admin')
    expect(await db.rows('select id, is_guest from public.customers where gstin is not null')).toEqual([{ id: PEOPLE.customer, is_guest: false }])
    const [card] = await db.rows('select public.admin_customer($1) as card', [PEOPLE.customer])
    expect(card?.['card']).toMatchObject({ guest: false, profile: { gstin: null }, ordered: { gstin: GSTIN, company_name: 'Meera Traders', email: null } })
  })
})

test('the card of someone without an account has their orders and addresses; the palette and the list of orders find them', async () => {
  await shop.scratch(async (db) => {
    const id = await guestOrder(db, { phone: '9845000127', email: 'farida@example.in', company_name: 'Farida Salon', gstin: GSTIN })
    const guest = (await db.rows('select id from public.customer_figures where user_id is null'))[0]?.['id']
    const card = async (person: Person) => {
      await db.as(person)
      return (await db.rows('select public.admin_customer($1) as card', [guest]))[0]?.['card']
    }
    const seen = {
      guest: true,
      profile: { id: guest, full_name: 'Farida Sheikh' },
      ordered: { gstin: GSTIN, phone: '9845000127', order_id: id },
      addresses: [],
    }
    expect(await card('admin')).toMatchObject({ ...seen, ordered: { ...seen.ordered, email: null } })
    expect(await card('admin')).toMatchObject({ ordered_addresses: [{ full_name: 'Farida Sheikh' }] })
    expect(await card('superAdmin')).toMatchObject({ ordered: { email: 'farida@example.in' } })
    await db.as('admin')
    expect(await db.rows("select id from public.admin_search('farida sal') where kind = 'customer'")).toEqual([{ id: guest }])
    expect(await db.rows('select id from public.admin_orders($1)', [JSON.stringify({ customer: guest })])).toEqual([{ id }])
    expect(await db.rows('select id from public.customers where is_guest')).toEqual([{ id: guest }])
    // the key may be an e-mail address
    expect(await db.refused('select guest_key from public.customer_figures')).toMatchObject({ code: '42501' })
    await db.as('customer')
    expect(await db.rows('select id from public.customer_figures')).toEqual([])
    expect(await db.refused('select public.admin_customer($1)', [guest])).toMatchObject({ code: '42501' })
  })
})

test('an account takes over the orders of its e-mail address once that is confirmed, and not before', async () => {
  await shop.scratch(async (db) => {
    const theirs = await guestOrder(db, { phone: '9845000127', email: 'Farida@Example.in' })
    const anothers = await guestOrder(db, { phone: '9845000128', email: 'asha@example.in' })
    const id = randomUUID()
    await db.run("insert into auth.users (id, email) values ($1, 'farida@example.in')", [id])
    const owned = async () => (await db.rows('select id from public.orders where user_id = $1', [id])).map((row) => row['id'])
    // signed in without a confirmed address, and what anyone may type: profile, addresses, metadata
    await db.run('update auth.users set last_sign_in_at = now() where id = $1', [id])
    await db.run(
      `update auth.users set raw_user_meta_data = '{"email":"asha@example.in"}', email_change = 'asha@example.in', last_sign_in_at = now() where id = $1`,
      [id],
    )
    await db.run("update public.profiles set phone = '9845000128' where id = $1", [id])
    expect(await owned()).toEqual([])
    await db.run('update auth.users set email_confirmed_at = now() where id = $1', [id])
    expect(await owned()).toEqual([theirs])
    await agree(db)
    expect((await db.rows('select phone, last_order_at is not null as ordered from public.customer_figures where id = $1', [id]))[0]).toEqual({
      phone: '9845000128',
      ordered: true,
    })
    // a proven change of the address, and an order that is entered later
    await db.run("update auth.users set email = 'asha@example.in' where id = $1", [id])
    expect(new Set(await owned())).toEqual(new Set([theirs, anothers]))
    const later = await guestOrder(db, { phone: '9845000127', email: 'asha@example.in' })
    await db.run('update auth.users set last_sign_in_at = now() where id = $1', [id])
    expect(await owned()).toContain(later)
    expect(await guests(db)).toEqual([])
  })
})

test('staff, blocked accounts and orders of other accounts: nothing is taken over', async () => {
  await shop.scratch(async (db) => {
    const id = await guestOrder(db, { phone: '9845000127', email: 'admin@example.in' })
    await db.run("update auth.users set email = 'admin@example.in', email_confirmed_at = now(), last_sign_in_at = now() where id = $1", [PEOPLE.admin])
    await db.run("update public.orders set email = 'customer@example.in' where id = $1", [OTHER_ORDER])
    await db.run("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [PEOPLE.other])
    const blocked = await guestOrder(db, { phone: '9845000127', email: 'other@example.in' })
    for (const person of [PEOPLE.customer, PEOPLE.other])
      await db.run('update auth.users set email_confirmed_at = now(), last_sign_in_at = now() where id = $1', [person])
    expect(await db.rows('select user_id from public.orders where id = any($1)', [[id, blocked]])).toEqual([{ user_id: null }, { user_id: null }])
    expect(await db.rows('select user_id from public.orders where id = $1', [OTHER_ORDER])).toEqual([{ user_id: PEOPLE.other }])
  })
})

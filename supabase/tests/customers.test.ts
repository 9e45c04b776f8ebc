import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from './scenario.ts'
import { ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

/** The figures stored for each profile, and the same figures counted from the orders by the definition of docs/decisions/0023-back-office.md. */
const KEPT = 'select user_id, orders, spent, last_order_at, state from public.customer_figures where user_id is not null order by user_id'
const COUNTED = `select p.id as user_id, s.orders, s.spent, n.created_at as last_order_at, n.state from public.profiles p
  cross join lateral (select count(*)::integer as orders, coalesce(sum(o.total_amount), 0)::numeric(14, 2) as spent from public.orders o
    where o.user_id = p.id and o.status <> 'cancelled' and (o.status in ('processing', 'shipped', 'delivered') or o.payment_state = 'paid')) s
  left join lateral (select o.created_at, o.state from public.orders o where o.user_id = p.id order by o.created_at desc, o.id limit 1) n on true
  order by p.id`
async function agree(db: Scratch, when: string): Promise<void> {
  await db.as('owner')
  expect(await db.rows(KEPT), when).toEqual(await db.rows(COUNTED))
}

const figures = async (db: Scratch, id: string) => (await db.rows('select orders, spent from public.customer_figures where user_id = $1', [id]))[0]

test('a pending order is not a sale, an accepted one is, and a cancelled one no longer', async () => {
  await shop.scratch(async (db) => {
    expect(await figures(db, PEOPLE.customer)).toEqual({ orders: 0, spent: '0.00' })
    await db.as('admin')
    await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
    await db.as('owner')
    expect(await figures(db, PEOPLE.customer)).toEqual({ orders: 1, spent: '336.00' })
    await db.as('admin')
    await db.run("update public.orders set status = 'cancelled', cancel_reason = 'x' where id = $1", [ORDER])
    await db.as('owner')
    expect(await figures(db, PEOPLE.customer)).toEqual({ orders: 0, spent: '0.00' })
    expect(await figures(db, PEOPLE.other)).toEqual({ orders: 0, spent: '0.00' })
  })
})

test('a paid order is a sale before it is accepted', async () => {
  await shop.scratch(async (db) => {
    await db.run("update public.payments set state = 'paid', provider_reference = '412345678901' where order_id = $1", [ORDER])
    expect(await figures(db, PEOPLE.customer)).toEqual({ orders: 1, spent: '336.00' })
    await agree(db, 'paid')
  })
})

test('an order that is placed with an older date leaves the newest one', async () => {
  await shop.scratch(async (db) => {
    const newest = async () => (await db.rows('select last_order_at, state, orders from public.customer_figures where user_id = $1', [PEOPLE.customer]))[0]
    const place = (created: string) =>
      db.run(
        `insert into public.orders (user_id, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
           goods_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, payment_method, payment_state, created_at)
         select user_id, full_name, address, 'Panaji', 'Goa', pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
           goods_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, 'upi', 'paid', now() + $2::interval from public.orders where id = $1`,
        [ORDER, created],
      )
    const before = await newest()
    await place('-30 days')
    expect(await newest()).toEqual({ ...before, orders: 1 })
    await agree(db, 'an older one')
    await place('1 day')
    expect(await newest()).toMatchObject({ state: 'Goa', orders: 2 })
    await agree(db, 'a newer one')
  })
})

type Act =
  | { kind: 'place'; who: number; days: number; state: string }
  | { kind: 'step'; orders: number[]; to: string; payment: string }
  | { kind: 'hand'; order: number; to: number | null }
  | { kind: 'delete'; order: number }
const place = fc.nat(9)
const ACTS: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('place' as const), who: fc.nat(2), days: fc.nat(400), state: fc.constantFrom('Goa', 'Kerala') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      orders: fc.uniqueArray(place, { minLength: 1, maxLength: 4 }),
      to: fc.constantFrom('processing', 'shipped', 'delivered', 'cancelled'),
      payment: fc.constantFrom('', 'paid', 'failed', 'refund_due'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hand' as const), order: place, to: fc.option(fc.nat(2), { nil: null }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), order: place }) },
)
const BUYERS = [PEOPLE.customer, PEOPLE.other, PEOPLE.admin]

/** One change of orders, in bulk where the shop does it in bulk; a change that the guard refuses has no effect. */
async function act(db: Scratch, one: Act, ids: string[]): Promise<void> {
  const at = (index: number): string => ids[index % ids.length] ?? ORDER
  if (one.kind === 'place') {
    const id = randomUUID()
    await placeOrder(shop.owner, { orderId: id, userId: BUYERS[one.who] ?? PEOPLE.customer, productId: PRODUCT.soap, quantity: 1 })
    await db.run('update public.orders set created_at = now() - make_interval(days => $2), state = $3 where id = $1', [id, one.days, one.state])
    ids.push(id)
    return
  }
  await db.run('savepoint act')
  try {
    if (one.kind === 'hand') await db.run('update public.orders set user_id = $2 where id = $1', [at(one.order), one.to === null ? null : BUYERS[one.to]])
    else if (one.kind === 'delete') await db.run('delete from public.orders where id = $1', [at(one.order)])
    else {
      const chosen = one.orders.map(at)
      if (one.payment !== '') await db.run('update public.orders set payment_state = $2 where id = any($1)', [chosen, one.payment])
      await db.run("update public.orders set status = $2, cancel_reason = case when $2 = 'cancelled' then 'x' end where id = any($1)", [chosen, one.to])
    }
  } catch {
    await db.run('rollback to savepoint act')
  }
}

test('after any changes to orders, one by one or in bulk, the stored figures equal the counted ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ACTS, { minLength: 4, maxLength: 14 }), async (acts) => {
      await shop.scratch(async (db) => {
        const ids = [ORDER, OTHER_ORDER]
        for (const one of acts) {
          await act(db, one, ids)
          await agree(db, JSON.stringify(one))
        }
      })
    }),
    { numRuns: 40 },
  )
})

test('two concurrent orders of one customer both count, and other customers do not wait', async () => {
  const [first, second] = [new Client({ connectionString: shop.url }), new Client({ connectionString: shop.url })]
  await Promise.all([first.connect(), second.connect()])
  const accept = (client: Client, id: string) => client.query("update public.orders set payment_state = 'paid' where id = $1", [id])
  try {
    const ids = [randomUUID(), randomUUID()] as const
    for (const id of ids) {
      await first.query('begin')
      await placeOrder(first, { orderId: id, userId: PEOPLE.customer, productId: PRODUCT.soap, quantity: 1 })
      await first.query('commit')
    }
    await first.query('begin')
    await accept(first, ids[0])
    await second.query('begin')
    await accept(second, OTHER_ORDER) // another customer's: no lock to wait for
    const waiting = accept(second, ids[1])
    await first.query('commit')
    await waiting
    await second.query('commit')
    await shop.scratch((db) => agree(db, 'both committed'))
    await shop.scratch(async (db) => expect(await figures(db, PEOPLE.customer)).toEqual({ orders: 2, spent: '318.00' }))
  } finally {
    await Promise.all([first.end(), second.end()])
    await shop.owner.query("update public.orders set payment_state = 'cod_pending' where payment_state = 'paid'")
  }
})

test('an order that is placed while its customer changes their profile keeps what the profile says now', async () => {
  const [profile, order] = [new Client({ connectionString: shop.url }), new Client({ connectionString: shop.url })]
  await Promise.all([profile.connect(), order.connect()])
  const [before] = (await shop.owner.query<{ full_name: string }>('select full_name from public.profiles where id = $1', [PEOPLE.customer])).rows
  try {
    await profile.query('begin')
    await profile.query("update public.profiles set full_name = 'New Name' where id = $1", [PEOPLE.customer])
    await order.query('begin')
    const placed = placeOrder(order, { orderId: randomUUID(), userId: PEOPLE.customer, productId: PRODUCT.soap, quantity: 1 })
    await expect
      .poll(async () => (await shop.owner.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount)
      .toBe(1)
    await profile.query('commit')
    await placed
    await order.query('commit')
    const { rows } = await shop.owner.query('select full_name from public.customer_figures where user_id = $1', [PEOPLE.customer])
    expect(rows).toEqual([{ full_name: 'New Name' }])
  } finally {
    await Promise.all([profile.end(), order.end()])
    await shop.owner.query('update public.profiles set full_name = $2 where id = $1', [PEOPLE.customer, before?.full_name])
  }
})

test('the server’s key can change a profile, and the audit log accepts it', async () => {
  await shop.scratch(async (db) => {
    await db.as('server')
    expect(await db.rows("update public.profiles set full_name = 'Meera' where id = $1 returning full_name", [PEOPLE.customer])).toEqual([
      { full_name: 'Meera' },
    ])
  })
})

test('a new account has a row of zeros, which is deleted with the account', async () => {
  await shop.scratch(async (db) => {
    const id = randomUUID()
    await db.run('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.in`])
    expect(await figures(db, id)).toEqual({ orders: 0, spent: '0.00' })
    await db.run("insert into public.customer_notes (user_id, note, author) values ($1, 'Asks for Suresh', $2)", [id, PEOPLE.admin])
    await db.run("insert into public.account_blocks (user_id, reason, blocked_by) values ($1, 'Never pays', $2)", [id, PEOPLE.admin])
    await db.run('delete from auth.users where id = $1', [id])
    for (const table of ['customer_figures', 'customer_notes', 'account_blocks'])
      expect(await db.rows(`select from public.${table} where user_id = $1`, [id]), table).toEqual([])
    expect(JSON.stringify(await db.rows('select * from public.audit_log where row_id = $1', [id]))).not.toMatch(/Suresh|Never pays/)
  })
})

const list = (db: Scratch) => db.rows('select id, state, blocked_at is not null as blocked, is_staff from public.customers order by id')

test('the list is for admins; a customer finds no one in it, not even themselves, and a visitor is refused', async () => {
  await shop.scratch(async (db) => {
    for (const person of ['admin', 'superAdmin'] as const) {
      await db.as(person)
      expect(await list(db), person).toHaveLength(4)
    }
    await db.as('customer')
    expect(await list(db)).toEqual([])
    for (const person of ['visitor', 'orderService', 'mailer'] as const) {
      await db.as(person)
      expect(await db.refused('select from public.customers'), person).toMatchObject({ code: '42501' })
    }
  })
})

test('a row shows who is blocked, who is staff, and the place of the last order or default address', async () => {
  await shop.scratch(async (db) => {
    const id = randomUUID()
    await db.run('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.in`])
    await db.run("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [id])
    await db.run(
      "insert into public.addresses (user_id, full_name, address, city, state, pincode, phone, is_default) values ($1, 'A', '1', 'Kochi', 'Kerala', '682001', '9876543210', true)",
      [id],
    )
    await db.as('admin')
    expect((await list(db)).find((row) => row['id'] === id)).toEqual({ id, state: 'Kerala', blocked: true, is_staff: false })
    expect((await list(db)).find((row) => row['id'] === PEOPLE.customer)).toMatchObject({ state: 'Maharashtra', blocked: false, is_staff: false })
    expect((await list(db)).find((row) => row['id'] === PEOPLE.admin)).toMatchObject({ state: null, is_staff: true })
  })
})

test('only a super admin sees email addresses: other admins get none and no error', async () => {
  const ask = (person: Person, begins: string | null = null) =>
    shop.scratch(async (db) => {
      await db.as(person)
      return (
        await db.rows('select email from public.auth_emails($1, $2) order by email', [begins === null ? [PEOPLE.customer, PEOPLE.other] : null, begins])
      ).map((row) => row['email'])
    })
  expect(await ask('superAdmin')).toEqual(['customer@example.in', 'other@example.in'])
  expect(await ask('superAdmin', 'Cust')).toEqual(['customer@example.in'])
  expect(await ask('superAdmin', 'cu'), 'two letters match too many').toEqual([])
  expect(await ask('superAdmin', 'c%s')).toEqual([])
  for (const person of ['admin', 'customer'] as const) {
    expect(await ask(person), person).toEqual([])
    expect(await ask(person, 'cust'), person).toEqual([])
  }
  await expect(ask('visitor')).rejects.toMatchObject({ code: '42501' })
})

test('a customer’s page has figures, addresses, consents, complaints and the products bought most, for admins only', async () => {
  const ask = async (db: Scratch, person: Person, id: string = PEOPLE.customer): Promise<unknown> => {
    await db.as(person)
    return (await db.rows('select public.admin_customer($1) as answer', [id]))[0]?.['answer']
  }
  await shop.scratch(async (db) => {
    await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
    const seen = {
      profile: { id: PEOPLE.customer, full_name: 'customer' },
      roles: [],
      orders: 1,
      spent: 336,
      block: null,
      addresses: [{ city: 'Pune', is_default: true }],
      consents: [{ purpose: 'offers', given: true }],
      complaints: [{ status: 'open' }],
      products: [{ product_id: PRODUCT.cream, quantity: 2, total: 236, orders: 1 }],
    }
    expect(await ask(db, 'admin')).toMatchObject({ ...seen, email: null })
    expect(await ask(db, 'superAdmin')).toMatchObject({ ...seen, email: 'customer@example.in' })
    expect(await ask(db, 'admin', randomUUID())).toBeNull()
    for (const person of ['customer', 'visitor'] as const) {
      await db.as(person)
      expect(await db.refused('select public.admin_customer($1)', [PEOPLE.customer]), person).toMatchObject({ code: '42501' })
    }
  })
})

test('a note has its author’s name; the customer sees none, and gets them with the export of their data', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect(await db.rows('insert into public.customer_notes (user_id, note) values ($1, $2) returning author', [PEOPLE.customer, 'Asks for Suresh'])).toEqual([
      { author: PEOPLE.admin },
    ])
    expect(await db.refused('insert into public.customer_notes (user_id, note) values ($1, $2)', [PEOPLE.customer, '  '])).toMatchObject({ code: '23514' })
    await db.as('customer')
    expect(await db.rows('select from public.customer_notes')).toEqual([])
    const mine = async () => (await db.rows('select public.kept_about_me() as kept'))[0]?.['kept']
    expect(await mine()).toMatchObject({ notes: [{ note: 'Asks for Suresh' }], block: null, figures: { orders: 0 } })
    expect(JSON.stringify(await mine())).not.toContain(PEOPLE.admin)
    await db.as('other')
    expect(await mine()).toMatchObject({ notes: [] })
  })
})

/** Proof of a telephone number by a code that staff make and the customer enters (docs/decisions/0098). */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hireStaff, placeOrder } from './scenario.ts'
import { PEOPLE, PRODUCT, openShop, scratchOn } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
const committed: string[] = []
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterEach(async () => {
  if (committed.length > 0) await shop.owner.query('delete from public.orders where id = any($1)', [committed.splice(0)])
  await shop.owner.query('delete from private.phone_code_tries')
})
afterAll(() => shop.close())

const PHONE = '98450 00127'
const MAKE = 'select public.create_phone_code($1) as made'
const ENTER = 'select public.take_over_orders($1, $2) as outcome'
const WRONG = { refused: 'WRONG' }
const LIVE = 'select * from private.phone_codes'

async function guestOrder(fields: { phone?: string; email?: string } = {}): Promise<string> {
  const id = randomUUID()
  await placeOrder(shop.owner, { orderId: id, userId: PEOPLE.customer, productId: PRODUCT.soap, quantity: 1 })
  const { phone = PHONE, email = '' } = fields
  await shop.owner.query('update public.orders set user_id = null, phone = $2, email = $3 where id = $1', [id, phone, email])
  return id
}
const guestOf = async (db: Scratch, phone = PHONE) =>
  String((await db.rows("select id from public.customer_figures where guest_key = private.guest_key($1, '')", [phone]))[0]?.['id'])
async function makeCode(db: Scratch, guest: string, staff: Person = 'admin'): Promise<string> {
  await db.as(staff)
  const made = (await db.rows(MAKE, [guest]))[0]?.['made'] as { code: string; expires_at: string }
  expect(made.code).toMatch(/^\d{8}$/)
  await db.as('owner')
  return made.code
}
async function enter(db: Scratch, person: Person, phone: string, code: string): Promise<unknown> {
  await db.as(person)
  const outcome = (await db.rows(ENTER, [phone, code]))[0]?.['outcome']
  await db.as('owner')
  return outcome
}
/** A code that is not this one. */
const other = (code: string, n = 1) => String((Number(code) + n) % 1e8).padStart(8, '0')
const ownerOf = async (db: Scratch, id: string) => (await db.rows('select user_id from public.orders where id = $1', [id]))[0]?.['user_id']

test('who enters number and code gets all orders of that number, once, and the orders of no other', async () => {
  await shop.scratch(async (db) => {
    const [first, second, anothers] = [
      await guestOrder(),
      await guestOrder({ phone: '+919845000127', email: 'a@example.in' }),
      await guestOrder({ phone: '9845000128' }),
    ]
    const code = await makeCode(db, await guestOf(db))
    expect(await enter(db, 'other', '098450-00127', `${code.slice(0, 4)} ${code.slice(4)}`)).toEqual({ orders: 2 })
    for (const id of [first, second]) expect(await ownerOf(db, id)).toBe(PEOPLE.other)
    expect(await ownerOf(db, anothers)).toBeNull()
    expect(await db.rows('select orders from public.customer_figures where guest_key = $1', ['tel:9845000127'])).toEqual([])
    expect(await db.rows(LIVE)).toEqual([])
    // again, also once there is a new order of that number
    expect(await enter(db, 'customer', PHONE, code)).toEqual(WRONG)
    const later = await guestOrder()
    expect(await enter(db, 'other', PHONE, code)).toEqual(WRONG)
    expect(await ownerOf(db, later)).toBeNull()
  })
})

test('a wrong number, a wrong code, a replaced, an expired and no code are refused in the same words', async () => {
  await shop.scratch(async (db) => {
    await guestOrder()
    await guestOrder({ phone: '9845000128' })
    const guest = await guestOf(db)
    const replaced = await makeCode(db, guest)
    const code = await makeCode(db, guest)
    expect(await db.rows(LIVE)).toHaveLength(1)
    if (replaced !== code) expect(await enter(db, 'other', PHONE, replaced)).toEqual(WRONG)
    expect(await enter(db, 'other', PHONE, other(code))).toEqual(WRONG)
    expect(await enter(db, 'other', '9845000128', code)).toEqual(WRONG)
    expect(await enter(db, 'other', '9999999999', code)).toEqual(WRONG)
    await db.run('update private.phone_codes set expires_at = private.clock_now()')
    expect(await enter(db, 'other', PHONE, code)).toEqual(WRONG)
    // nothing that could be a number and a code: refused alike, and no try
    for (const [phone, typed] of [
      ['x', code],
      ['', ''],
      [PHONE, '123'],
      [PHONE, 'abcdefgh'],
      ['a@example.in', code],
    ] as const)
      expect(await enter(db, 'customer', phone, typed)).toEqual(WRONG)
    expect(await db.rows('select user_id from private.phone_code_tries')).toEqual(Array.from({ length: 5 }, () => ({ user_id: PEOPLE.other })))
  })
})

test('the code is stored and logged nowhere', async () => {
  await shop.scratch(async (db) => {
    await guestOrder()
    const guest = await guestOf(db)
    const code = await makeCode(db, guest)
    const stored = await db.rows(`select row_to_json(c)::text as text from private.phone_codes c union all select to_jsonb(a)::text from public.audit_log a
      where table_name = 'phone_codes'`)
    expect(stored).toHaveLength(2)
    for (const { text } of stored) expect(String(text)).not.toContain(code)
    // without the secret of this shop a list of all digests finds nothing
    await db.run('update private.phone_code_secret set secret = sha256(secret)')
    expect(await enter(db, 'other', PHONE, code)).toEqual(WRONG)
  })
})

test('the making and the use of a code are in the audit log, each with its person and without number and code', async () => {
  await shop.scratch(async (db) => {
    await guestOrder()
    const guest = await guestOf(db)
    await db.run("select set_config('shop.as_of', (now() - interval '1 hour')::text, true)")
    await makeCode(db, guest)
    await db.run("select set_config('shop.as_of', '', true)")
    await enter(db, 'other', PHONE, await makeCode(db, guest))
    expect(
      await db.rows(
        "select actor, row_id, action, array(select jsonb_object_keys(changes)) as fields from public.audit_log where table_name = 'phone_codes' order by id",
      ),
    ).toEqual([
      { actor: PEOPLE.admin, row_id: guest, action: 'insert', fields: ['expires_at'] },
      { actor: PEOPLE.admin, row_id: guest, action: 'update', fields: ['expires_at'] },
      { actor: PEOPLE.other, row_id: PEOPLE.other, action: 'update', fields: ['orders_taken_over'] },
    ])
  })
})

test('staff who change customers make codes, of customers without an account and with a number; nobody else does', async () => {
  await shop.scratch(async (db) => {
    await guestOrder()
    await guestOrder({ phone: '', email: 'only@example.in' })
    const guest = await guestOf(db)
    const byMail = String((await db.rows("select id from public.customer_figures where guest_key = 'mail:only@example.in'"))[0]?.['id'])
    for (const person of ['admin', 'superAdmin'] as const) await makeCode(db, guest, person)
    for (const person of ['customer', 'visitor', 'catalogue', 'orders', 'accounts'] as const) {
      await db.as(person)
      expect(await db.refused(MAKE, [guest]), person).toMatchObject({ code: '42501' })
    }
    await db.as('visitor')
    expect(await db.refused(ENTER, [PHONE, '00000000'])).toMatchObject({ code: '42501' })
    await db.as('admin')
    for (const id of [byMail, PEOPLE.customer, randomUUID()]) expect(await db.refused(MAKE, [id])).toMatchObject({ code: 'PT409' })
    const card = async (id: string) => (await db.rows("select public.admin_customer($1) -> 'phone_code' as code", [id]))[0]?.['code']
    expect(await card(guest)).toEqual({ expires_at: expect.any(String) as string })
    expect(await card(byMail)).toBeNull()
    expect(await card(PEOPLE.customer)).toBeNull()
  })
})

test('staff and blocked accounts take over nothing, and the code stays good for its customer', async () => {
  await shop.scratch(async (db) => {
    const id = await guestOrder()
    const code = await makeCode(db, await guestOf(db))
    await db.run("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [PEOPLE.customer])
    for (const person of ['admin', 'superAdmin', 'accounts', 'customer'] as const)
      expect(await enter(db, person, PHONE, code), person).toEqual({ refused: 'ACCOUNT' })
    expect(await ownerOf(db, id)).toBeNull()
    expect(await enter(db, 'other', PHONE, code)).toEqual({ orders: 1 })
  })
})

test('after five wrong codes in an hour an account learns nothing more, not even of the right one, and an hour later it may', async () => {
  await shop.scratch(async (db) => {
    await guestOrder()
    const code = await makeCode(db, await guestOf(db))
    for (let n = 1; n <= 5; n += 1) expect(await enter(db, 'other', `98450001${n}0`, other(code, n))).toEqual(WRONG)
    expect(await enter(db, 'other', PHONE, code)).toEqual({ refused: 'TOO_MANY' })
    await db.run("update private.phone_code_tries set tried_at = tried_at - interval '61 minutes'")
    expect(await enter(db, 'other', PHONE, code)).toEqual({ orders: 1 })
  })
})

test('the tries for one number and those for all are bounded over all accounts, also over deleted ones', async () => {
  await shop.scratch(async (db) => {
    await guestOrder()
    const code = await makeCode(db, await guestOf(db))
    const tries = (number: string, count: number) =>
      db.run(
        `insert into private.phone_code_tries (user_id, phone, tried_at) select null, private.phone_code_hash(private.guest_key($1, ''), ''), private.clock_now()
        from generate_series(1, $2)`,
        [number, count],
      )
    await tries(PHONE, 9)
    expect(await enter(db, 'customer', PHONE, other(code))).toEqual(WRONG)
    expect(await enter(db, 'other', PHONE, code)).toEqual({ refused: 'TOO_MANY' })
    await db.run('delete from private.phone_code_tries')
    await tries('9845000999', 100)
    expect(await enter(db, 'other', PHONE, code)).toEqual({ refused: 'TOO_MANY' })
    // who deletes their account has not wiped out what they tried
    await db.run('delete from private.phone_code_tries')
    const attacker = randomUUID()
    await db.run("insert into auth.users (id, email) values ($1, 'attacker@example.in')", [attacker])
    await db.run("insert into private.phone_code_tries (user_id, phone, tried_at) values ($1, 'x', private.clock_now())", [attacker])
    await db.run('delete from auth.users where id = $1', [attacker])
    expect(await db.rows('select user_id from private.phone_code_tries')).toEqual([{ user_id: null }])
  })
})

test('a code is deleted with the last order of its customer, with their telephone number, and when its time is over', async () => {
  await shop.scratch(async (db) => {
    const id = await guestOrder()
    const code = await makeCode(db, await guestOf(db))
    await db.run("update public.orders set phone = '' where id = $1", [id])
    expect(await db.rows(LIVE)).toEqual([])
    await db.run('update public.orders set phone = $2 where id = $1', [id, PHONE])
    expect(await enter(db, 'other', PHONE, code)).toEqual(WRONG)
    const guest = await guestOf(db)
    await makeCode(db, guest)
    await db.run(
      "update private.phone_codes set expires_at = private.clock_now() - interval '1 minute'; update private.phone_code_tries set tried_at = tried_at - interval '2 days'",
    )
    await db.run('select private.erase_old_logs()')
    expect(await db.rows(LIVE)).toEqual([])
    expect(await db.rows("select what, ids from private.erasures where what like 'phone%' order by what")).toEqual([
      { what: 'phone_code_tries', ids: [expect.any(String)] },
      { what: 'phone_codes', ids: [guest] },
    ])
  })
})

/** Two connections that commit, since each must see what the other one does. */
async function atOnce<T>(people: readonly Person[], work: (db: Scratch, place: number) => Promise<T>): Promise<T[]> {
  const clients = await Promise.all(
    people.map(async () => {
      const client = new Client({ connectionString: shop.url })
      await client.connect()
      return client
    }),
  )
  try {
    return await Promise.all(
      clients.map(async (client, place) => {
        const db = scratchOn(client)
        await client.query('begin')
        await db.as(people[place] as Person)
        const done = await work(db, place)
        await client.query('commit')
        return done
      }),
    )
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
const outcomeOf = (phone: string, code: string) => async (db: Scratch) => (await db.rows(ENTER, [phone, code]))[0]?.['outcome']
const firstCode = async () => {
  await shop.owner.query('begin')
  committed.push(await guestOrder(), await guestOrder())
  await shop.owner.query('commit')
  const { rows } = await shop.owner.query<{ id: string }>("select id from public.customer_figures where guest_key = 'tel:9845000127'")
  const [made] = await atOnce(['admin'], async (db) => (await db.rows(MAKE, [rows[0]?.id]))[0]?.['made'] as { code: string })
  return made?.code ?? ''
}

test('of two accounts that enter one code at once, one gets all orders and the other none', async () => {
  const code = await firstCode()
  const outcomes = await atOnce(['customer', 'other'], outcomeOf(PHONE, code))
  expect(outcomes).toContainEqual({ orders: 2 })
  expect(outcomes).toContainEqual(WRONG)
  const { rows } = await shop.owner.query('select distinct user_id from public.orders where id = any($1)', [committed])
  expect(rows).toHaveLength(1)
})

test('wrong codes that are entered at once are counted one by one', async () => {
  const code = await firstCode()
  const outcomes = await atOnce(
    Array.from({ length: 8 }, () => 'other' as const),
    (db, place) => outcomeOf(PHONE, other(code, place + 1))(db),
  )
  expect(outcomes.filter((one) => JSON.stringify(one) === JSON.stringify(WRONG))).toHaveLength(5)
  expect(outcomes.filter((one) => JSON.stringify(one) === '{"refused":"TOO_MANY"}')).toHaveLength(3)
})

test('an order that someone is working on is waited for and follows with the others', async () => {
  const code = await firstCode()
  const work = new Client({ connectionString: shop.url })
  await work.connect()
  try {
    await work.query('begin')
    await work.query('select from public.orders where id = $1 for update', [committed[0]])
    const entered = atOnce(['other'], outcomeOf(PHONE, code))
    await expect
      .poll(async () => (await shop.owner.query("select from pg_stat_activity where wait_event_type = 'Lock' and query like '%take_over_orders%'")).rowCount)
      .toBe(1)
    await work.query('commit')
    expect(await entered).toEqual([{ orders: 2 }])
  } finally {
    await work.end()
  }
})

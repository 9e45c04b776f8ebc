import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS, ROLES } from '#domain/shop/staff.ts'
import type { Permission, Role } from '#domain/shop/staff.ts'
import { generatePermissions } from '../../scripts/generate-permissions.ts'
import { MAY } from './access/asking.ts'
import { AFTER_ORDER, OPEN_TO_OTHERS } from './access/functions.ts'
import { hireStaff } from './scenario.ts'
import { ORDER, PEOPLE, PRODUCT, STAFF, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const ALL = Object.keys(PERMISSIONS) as Permission[]
const OWNERS_ONLY: Permission[] = ['customers.emails', 'owner.settings', 'staff.manage']
const EXPECTED: Record<Role, readonly Permission[]> = { owner: ALL, manager: ALL.filter((one) => !OWNERS_ONLY.includes(one)), ...MAY }
/** The person of these tests for each role. */
const PERSON = { owner: 'superAdmin', manager: 'admin', catalogue: 'catalogue', orders: 'orders', accounts: 'accounts' } as const satisfies Record<Role, Person>
const idOf = (role: Role): string => ({ ...PEOPLE, ...STAFF })[PERSON[role]]

const mine = async (db: Scratch) => (await db.rows('select public.my_permissions() as list'))[0]?.['list'] as string[]
/** Sets the caller's token of the auth service: its session, and the session's assurance level. */
async function withToken(db: Scratch, sub: string, token: { session?: string; aal?: string }): Promise<void> {
  await db.run('reset role')
  const claims = { role: 'authenticated', sub, ...(token.session ? { session_id: token.session } : {}), aal: token.aal ?? 'aal1' }
  await db.run("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)])
  await db.run('set local role authenticated')
}

test('each role has the permissions listed here, and docs/permissions.md shows them (npm run permissions)', async () => {
  const { rows } = await shop.owner.query<{ role: Role; list: string[] }>(
    'select role, array_agg(permission order by permission) as list from private.role_permissions group by role',
  )
  expect(Object.fromEntries(rows.map(({ role, list }) => [role, list]))).toEqual(
    Object.fromEntries(ROLES.map((role) => [role, EXPECTED[role].toSorted((a, b) => (a < b ? -1 : 1))])),
  )
  expect(await readFile('docs/permissions.md', 'utf8')).toBe(await generatePermissions(shop.url))
})

test('policies, functions and triggers check permissions, not roles, and every permission is used', async () => {
  const names = async (sql: string) => (await shop.owner.query<{ name: string }>(sql)).rows.map(({ name }) => name)
  const asksForRoles = '\\m(is_admin|is_super_admin|is_staff|require_admin)\\M'
  expect(
    await names(`
      select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and (p.proname ~ '${asksForRoles}' or p.prosrc ~ '${asksForRoles}' or (p.prosrc ~ 'has_role\\(' and p.proname <> 'has_role'))
      union all select tablename || ': ' || policyname from pg_policies where coalesce(qual, '') || coalesce(with_check, '') ~ '${asksForRoles}|has_role|user_roles|''(owner|manager)'''
      union all select tgrelid::regclass || ': ' || tgname from pg_trigger where pg_get_triggerdef(oid) ~ '${asksForRoles}|has_role'`),
  ).toEqual([])
  // the functions and policies that read the roles directly: those that check or change roles, that protect the last owner and the profiles of the staff, and
  // that leave the staff out of a list of customers
  expect(
    await names(
      "select proname as name from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosrc ~ 'user_roles' order by 1",
    ),
  ).toEqual([
    'accept_invite',
    'admin_customer',
    'admin_people',
    'announce_discount',
    'api_keys',
    'create_api_key',
    'delete_account',
    'erase_old_sign_ins',
    'has_role',
    'has_staff_role',
    'invite_staff',
    'lock_blockable',
    'my_access',
    'my_permissions',
    'opening_items',
    'owner_emails',
    'remove_demo',
    'revoke_api_key',
    'set_role',
    'staff_may',
    'staff_names',
    'withdraw_invite',
  ])
  const page = await readFile('docs/permissions.md', 'utf8')
  const asked = page.slice(page.indexOf('## Where each is asked'))
  for (const permission of ALL) expect(asked, permission).toMatch(new RegExp(`\\| \`${permission.replace('.', '\\.')}\` \\|.*(public|private)\\.`))
})

describe('every function of the back office', () => {
  const WINDOW = "'2026-11-01', '2026-11-02', '2026-10-30', '2026-10-31'"
  const calls: [Permission, string][] = [
    ['panel', 'public.admin_dashboard()'],
    ['panel', "public.admin_search('cream')"],
    ['panel', 'public.staff_names()'],
    ['orders.read', 'public.admin_orders()'],
    ['orders.read', 'public.order_queue_counts()'],
    ['orders.read', `public.order_timeline('${ORDER}')`],
    ['orders.create', "public.find_buyers('customer')"],
    ['payments.manage', 'public.money_to_collect()'],
    ['payments.manage', 'public.receivables()'],
    ['payments.manage', 'public.remittance_list()'],
    ['payments.manage', `public.remittance_of('${ORDER}')`],
    ['payments.manage', "public.preview_remittance('x', 'x', '[]')"],
    ['payments.manage', "public.book_remittance('x', 'x', '2026-11-20', 0, 0, '[]')"],
    ['payments.manage', `public.settle_remittance_line('${ORDER}', null, 'x')`],
    ['payments.manage', `public.record_payment('${ORDER}', null, 'cash')`],
    ['payments.manage', "public.settle_unconfirmed_payment('pay_0', 'refund', null)"],
    ['payments.manage', 'public.unmatched_payments()'],
    ['payments.manage', "public.settle_unmatched_payment('pay_0', 'refund')"],
    ['payments.manage', "public.bank_statement_facts('[]')"],
    ['payments.manage', "public.book_receipts('[]')"],
    ['payments.manage', `public.remind_of_payment('${ORDER}', 'mail', 0)`],
    ['analytics.read', `public.sales_overview(${WINDOW})`],
    ['analytics.read', `public.sales_breakdown('product', ${WINDOW})`],
    ['analytics.read', "public.stock_cover('2026-11-01', '2026-11-02')"],
    ['catalogue.write', "public.admin_products('cream')"],
    ['catalogue.write', "public.admin_product_count('cream')"],
    ['catalogue.write', 'public.admin_product_groups()'],
    ['catalogue.write', `public.move_stock('${PRODUCT.cream}', 'correction', 1, null, 'x')`],
    ['catalogue.write', `public.delete_product('${PRODUCT.cream}', 1)`],
    ['catalogue.write', 'public.expiry_counts()'],
    ['catalogue.write', "public.change_products('[]')"],
    ['catalogue.write', "public.import_families('[]')"],
    ['catalogue.write', "public.import_products('[]')"],
    ['catalogue.write', `public.save_family('${PRODUCT.cream}', null, '{}')`],
    ['catalogue.write', `public.dissolve_family('${PRODUCT.cream}', 1)`],
    ['catalogue.write', "public.begin_import('list.csv', 1, 1)"],
    ['catalogue.write', 'public.hold_import(null)'],
    ['catalogue.write', "public.arrange_categories(null, '{}')"],
    ['catalogue.write', `public.stock_waiting(array['${PRODUCT.cream}'::uuid])`],
    ['marketing.write', "public.arrange_banners('{}')"],
    ['settings.write', "public.arrange_own_pages('{}')"],
    ['marketing.write', 'public.discount_uses()'],
    ['customers.read', `public.admin_customer('${PEOPLE.customer}')`],
    ['customers.write', `public.block_account('${PEOPLE.other}', 'x')`],
    ['mails.read', 'public.failed_mails()'],
    ['mails.read', 'public.retry_mail(0)'],
    ['settings.write', 'public.razorpay_setup()'],
    ['settings.write', 'public.shop_health()'],
    ['settings.write', 'public.webhook_setup()'],
    ['settings.write', 'public.webhook_deliveries()'],
    ['settings.write', 'public.send_webhooks_again()'],
    ['settings.write', 'public.opening_checklist()'],
    ['owner.settings', 'public.set_shop_open(false)'],
    ['owner.settings', 'public.demo_summary()'],
    ['owner.settings', 'public.end_previous_razorpay_secrets()'],
    ['settings.write', 'public.serial_overview()'],
    ['settings.write', 'public.delivery_pin_list()'],
    ['settings.write', "public.import_delivery_pins(1, 'served', true, '{110001}', '{110001}', '{}')"],
    ['owner.settings', 'public.mail_setup()'],
    ['owner.settings', 'public.test_mail_result(0)'],
    ['staff.manage', 'public.admin_people()'],
    ['staff.manage', 'public.api_keys()'],
    ['staff.manage', `public.revoke_api_key('${PEOPLE.other}')`],
    ['staff.manage', 'public.staff_invites()'],
    ['staff.manage', 'public.staff_security()'],
    ...AFTER_ORDER,
  ]
  test.each(calls)('asks for %s: %s', async (permission, call) => {
    for (const person of [...ROLES.map((role) => PERSON[role]), 'customer'] as const) {
      const role = ROLES.find((one) => PERSON[one] === person)
      await shop.scratch(async (db) => {
        await db.as(person)
        const code = await db.run(`select ${call}`).then(
          () => 'answered',
          (error: { code?: string }) => error.code ?? '',
        )
        const label = `${person}: ${code}`
        if (role !== undefined && EXPECTED[role].includes(permission)) expect(code, label).not.toBe('42501')
        else expect(code, label).toBe('42501')
      })
    }
  })

  test('is in this list: each function for clients that asks for a permission', async () => {
    const { rows } = await shop.owner.query<{ name: string }>(
      `select distinct p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
         and p.prosrc ~ 'private\\.(may|begin_payment|lock_shipment|lock_refund|sales_window|sees_shop)\\(' and has_function_privilege('authenticated', p.oid, 'execute')`,
    )
    const tested = new Set(calls.map(([, call]) => call.replace(/^public\.|\(.*$/g, '')))
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => !tested.has(name))
        .toSorted(),
    ).toEqual(OPEN_TO_OTHERS)
  })

  test.each([
    ['orders.create', 'select private.begin_manual_order($1, null, true)'],
    ['orders.process', 'select private.begin_order_change($1, gen_random_uuid(), 1, false)'],
    ['gst.read', 'select private.gst_documents($1, now(), now(), null, null, 1)'],
    ['gst.read', "select private.gst_serials($1, '{}')"],
    ['gst.read', 'select private.e_invoices_between($1, now(), now())'],
    ['gst.read', 'select private.cancelled_e_invoices($1, now(), now())'],
    ['gst.write', "select private.documents_to_register($1, '{}')"],
    ['gst.write', "select private.record_e_invoice($1, gen_random_uuid(), '', '', now(), '')"],
    ['gst.write', "select private.cancel_e_invoice($1, gen_random_uuid(), now(), 'other')"],
    ['gst.read', 'select private.account_money($1, now(), now(), null, null, 1)'],
    ['gst.read', 'select private.account_entries($1, now(), now(), null, null, 1)'],
    ['gst.read', 'select private.account_orders($1, now(), now(), null, null, 1)'],
    ['gst.read', "select private.first_buyer_names($1, '{}')"],
    ['owner.settings', "select private.begin_owner_act($1, 'identity')"],
  ] as const)('asks for %s on the login of the server functions: %s', async (permission, sql) => {
    for (const role of ROLES)
      await shop.scratch(async (db) => {
        await db.as('orderService')
        if (EXPECTED[role].includes(permission)) await db.run(sql, [idOf(role)])
        else expect(await db.refused(sql, [idOf(role)]), role).toMatchObject({ code: '42501' })
        await db.as('owner')
        await db.run("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [idOf(role)])
        await db.as('orderService')
        expect(await db.refused(sql, [idOf(role)]), `${role}, blocked`).toMatchObject({ code: '42501' })
      })
  })
})

test.each([
  "private.begin_courier_booking($1, gen_random_uuid(), 1, 'DTDC')",
  "private.keep_courier_booking($1, gen_random_uuid(), 'R1', 'D1')",
  'private.drop_courier_booking($1, gen_random_uuid())',
  'private.begin_courier_cancellation($1, gen_random_uuid(), 1)',
  'private.end_courier_cancellation($1, gen_random_uuid(), true)',
])('a courier is called for those who process orders, here about a parcel that is gone: %s', async (call) => {
  for (const role of ROLES)
    await shop.scratch(async (db) => {
      await db.as('orderService')
      const code = EXPECTED[role].includes('orders.process') ? 'PT404' : '42501'
      expect(await db.refused(`select ${call}`, [idOf(role)]), role).toMatchObject({ code })
    })
})

test('pictures of products need the catalogue permission, those of banners the marketing permission', async () => {
  for (const [bucket, permission] of [
    ['product_images', 'catalogue.write'],
    ['category_images', 'catalogue.write'],
    ['banner_images', 'marketing.write'],
  ] as const)
    for (const role of ROLES)
      await shop.scratch(async (db) => {
        await db.as(PERSON[role])
        const upload = `insert into storage.objects (bucket_id, name) values ('${bucket}', 'a.webp')`
        if (EXPECTED[role].includes(permission)) expect((await db.run(upload)).rowCount).toBe(1)
        else expect(await db.refused(upload), `${role} ${bucket}`).toMatchObject({ code: '42501' })
      })
})

describe('reads that combine money and work', () => {
  const seen = async (role: Role) =>
    shop.scratch(async (db) => {
      await db.as(PERSON[role])
      const dashboard = (await db.rows('select public.admin_dashboard() as d'))[0]?.['d'] as Record<string, unknown>
      const kinds = async (query: string) => (await db.rows('select distinct kind from public.admin_search($1) order by 1', [query])).map(({ kind }) => kind)
      return {
        parts: Object.keys(dashboard)
          .filter((part) => dashboard[part] !== null)
          .sort(),
        found: [...(await kinds('cream')), ...(await kinds('customer')), ...(await kinds('asha'))],
      }
    })
  test('the dashboard and the search show each role its part', async () => {
    const all = ['accept', 'as_of', 'collect', 'complaints', 'feed', 'health', 'mails', 'refund', 'returns', 'sales', 'ship', 'stock', 'verify']
    expect((await seen('owner')).parts).toEqual(all)
    expect(await seen('manager')).toEqual({ parts: all, found: ['product', 'customer', 'order', 'order'] })
    expect(await seen('catalogue')).toEqual({ parts: ['as_of', 'stock'], found: ['product'] })
    expect(await seen('orders')).toEqual({ parts: ['accept', 'as_of', 'complaints', 'feed', 'returns', 'ship'], found: ['order', 'order'] })
    expect(await seen('accounts')).toEqual({ parts: ['as_of', 'collect', 'feed', 'refund', 'sales', 'verify'], found: ['customer', 'order', 'order'] })
  })

  test('staff who enter orders find a customer without their purchases and without their e-mail address', async () => {
    const found = async (role: Role) =>
      shop.scratch(async (db) => {
        await db.as(PERSON[role])
        return (await db.rows("select email, orders, last_order_at is not null as dated from public.find_buyers('customer')"))[0]
      })
    expect(await found('orders')).toEqual({ email: null, orders: null, dated: false })
    expect(await found('manager')).toEqual({ email: null, orders: '1', dated: true })
    expect(await found('owner')).toEqual({ email: 'customer@example.in', orders: '1', dated: true })
  })
})

describe('a permission', () => {
  const session = async (db: Scratch, sub: string) => {
    const id = randomUUID()
    await db.run('insert into auth.sessions (id, user_id) values ($1, $2)', [id, sub])
    return id
  }
  const isAdmin = async (db: Scratch, sub: string) => (await db.rows("select public.has_role($1, 'admin') as yes", [sub]))[0]?.['yes']

  test('ends with the session, although the token is still valid', async () => {
    for (const role of ROLES)
      await shop.scratch(async (db) => {
        const id = await session(db, idOf(role))
        await withToken(db, idOf(role), { session: id })
        expect(await mine(db)).toHaveLength(EXPECTED[role].length)
        expect(await isAdmin(db, idOf(role))).toBe(true)
        await db.run('reset role')
        await db.run('delete from auth.sessions where id = $1', [id])
        await withToken(db, idOf(role), { session: id })
        expect(await mine(db)).toEqual([])
        expect(await isAdmin(db, idOf(role))).toBe(false)
        expect((await db.rows('select from public.orders')).length).toBe(0)
        await withToken(db, idOf(role), { session: await db.run('reset role').then(() => session(db, PEOPLE.other)) })
        expect(await mine(db), "someone else's session").toEqual([])
      })
  })

  test('ends with a block, and with the role', async () => {
    await shop.scratch(async (db) => {
      await db.run("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [STAFF.orders])
      await db.run('delete from public.user_roles where user_id = $1', [STAFF.accounts])
      for (const person of ['orders', 'accounts'] as const) {
        await db.as(person)
        expect(await mine(db)).toEqual([])
        expect(await isAdmin(db, STAFF[person])).toBe(false)
      }
    })
  })

  test('requires the second factor if the owner demands it', async () => {
    await shop.scratch(async (db) => {
      const id = await session(db, STAFF.orders)
      await db.run('update private.staff_security set second_factor_required = true')
      await withToken(db, STAFF.orders, { session: id })
      expect(await mine(db)).toEqual([])
      expect(await isAdmin(db, STAFF.orders)).toBe(false)
      expect((await db.rows('select public.my_access() as a'))[0]?.['a']).toMatchObject({
        role: 'orders',
        permissions: [],
        second_factor: { required: true, given: false },
      })
      await withToken(db, STAFF.orders, { session: id, aal: 'aal2' })
      expect(await mine(db)).toHaveLength(EXPECTED.orders.length)
    })
  })

  test('a second factor cannot be demanded of all staff by an owner who has none', async () => {
    await shop.scratch(async (db) => {
      await db.as('orderService')
      await db.run("select private.begin_owner_act($1, 'staff_security')", [PEOPLE.superAdmin])
      expect(await db.refused('select private.set_staff_security(true)')).toMatchObject({ code: 'PT409', detail: '{"code":"NO_FACTOR"}' })
    })
  })

  test('is not given to customers and visitors', async () => {
    await shop.scratch(async (db) => {
      await db.as('customer')
      expect(await mine(db)).toEqual([])
      expect(await db.rows('select public.my_access() as a')).toEqual([{ a: null }])
      await db.as('visitor')
      for (const sql of ['select public.my_permissions()', 'select public.my_access()', "select public.may('panel')"])
        expect(await db.refused(sql), sql).toMatchObject({ code: '42501' })
    })
  })
})

test('a person without a name is shown with their email address', async () => {
  await shop.scratch(async (db) => {
    await db.as('orders')
    await db.run('insert into public.order_notes (order_id, body) values ($1, $2)', [ORDER, 'Before noon'])
    expect(await db.rows("select actor_name from public.order_timeline($1) where kind = 'note'", [ORDER])).toEqual([{ actor_name: 'orders@example.in' }])
    expect(await db.rows('select name from public.staff_names() where user_id = $1', [STAFF.orders])).toEqual([{ name: 'orders@example.in' }])
    await db.as('catalogue')
    await db.run('update public.products set name = $1 where id = $2', ['Rose Cream 2', PRODUCT.cream])
    await db.run('update public.products set stock = stock + 1 where id = $1', [PRODUCT.cream])
    expect(await db.rows('select actor_name from public.stock_history($1) limit 1', [PRODUCT.cream])).toEqual([{ actor_name: 'catalogue@example.in' }])
    await db.as('admin')
    expect(await db.rows("select actor_name from public.row_history('{products}', $1) limit 1", [PRODUCT.cream])).toEqual([
      { actor_name: 'catalogue@example.in' },
    ])
  })
})

/** A closed shop: who sees its goods, who orders, and who opens it (docs/decisions/0072-a-closed-shop.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

/** Every public way to the goods. */
const READS = {
  products: 'select count(*)::int as n from public.products',
  pictures: 'select count(*)::int as n from public.product_images',
  categories: 'select count(*)::int as n from public.categories',
  banners: 'select count(*)::int as n from public.banner_images',
  families: 'select count(*)::int as n from public.product_families',
  values: 'select count(*)::int as n from public.product_family_values',
  list: 'select count(*)::int as n from public.list_products()',
  facets: "select (public.product_facets() ->> 'total')::int as n",
  search: "select count(*)::int as n from public.search_products('a')",
  suggestions: "select count(*)::int as n from public.suggest_products(array['r', 'k', 'l', 's'])",
  orderPad: 'select count(*)::int as n from public.match_order_lines(array(select name from private.names))',
  near: 'select count(*)::int as n from public.near_order_lines(array(select name from private.names))',
  sitemap: 'select count(*)::int as n from public.sitemap_parts(5000)',
}

async function seen(db: Scratch, person: Person): Promise<Record<string, number>> {
  await db.as('owner')
  const [named] = await db.rows('select array_agg(name) as names from public.products')
  const quoted = ((named?.['names'] ?? []) as string[]).map((name) => `'${name.replaceAll("'", "''")}'`).join(', ')
  await db.as(person)
  const counts: Record<string, number> = {}
  for (const [what, sql] of Object.entries(READS)) {
    const [row] = await db.rows(sql.replace('array(select name from private.names)', `array[${quoted}]::text[]`))
    counts[what] = Number(row?.['n'] ?? 0)
  }
  return counts
}

/** What a shop needs to open, besides goods and a payment method. */
const READY = "update public.settings set address = '7, Zaveri Bazaar', city = 'Mumbai', pincode = '400002', email = 'a@shop.example', phone = '9876543210'"

const close = async (db: Scratch) => {
  await db.as('owner')
  await db.run('update public.settings set is_open = false')
}

test('the goods of a closed shop are hidden from visitors and customers, and the staff see them', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run("insert into public.banner_images (title, image_url) values ('Diwali', 'banner_images/a.webp')")
    const [open, staffOpen] = [await seen(db, 'visitor'), await seen(db, 'admin')]
    for (const what of ['products', 'categories', 'banners', 'list', 'search', 'orderPad', 'sitemap']) expect(open[what], what).toBeGreaterThan(0)
    await close(db)
    for (const person of ['visitor', 'customer'] as const)
      expect(
        Object.values(await seen(db, person)).every((count) => count === 0),
        JSON.stringify(await seen(db, person)),
      ).toBe(true)
    for (const person of ['admin', 'server'] as const) expect((await seen(db, person))['list']).toBe(staffOpen['list'])
    await db.as('admin')
    expect(await db.rows('select public.sees_shop()')).toEqual([{ sees_shop: true }])
  })
})

test('a preview shows the closed shop as long as its session is open and its person is staff', async () => {
  await shop.scratch(async (db) => {
    await close(db)
    const [made] = await db.rows('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1) returning id', [PEOPLE.admin])
    const session = String(made?.['id'])
    const sees = async (preview: unknown) => {
      await db.as('visitor')
      await db.run("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ role: 'anon', preview })])
      const [row] = await db.rows('select public.sees_shop() as sees, (select count(*)::int from public.products) as goods')
      return { sees: row?.['sees'], hidden: row?.['goods'] === 0 }
    }
    const [shown, refused] = [
      { sees: true, hidden: false },
      { sees: false, hidden: true },
    ]
    expect(await sees({ by: PEOPLE.admin, session })).toEqual(shown)
    expect(await sees({ by: PEOPLE.customer, session }), 'of another person').toEqual(refused)
    expect(await sees({ by: PEOPLE.admin, session: crypto.randomUUID() }), 'of another session').toEqual(refused)
    await db.as('owner')
    await db.run('savepoint before')
    await db.run('delete from public.user_roles where user_id = $1', [PEOPLE.admin])
    expect(await sees({ by: PEOPLE.admin, session }), 'staff no more').toEqual(refused)
    await db.as('owner')
    await db.run('rollback to savepoint before')
    await db.run('delete from auth.sessions where id = $1', [session])
    expect(await sees({ by: PEOPLE.admin, session }), 'signed out').toEqual(refused)
  })
})

test('only an owner opens and closes the shop, no one writes the column, and the audit log has both', async () => {
  await shop.scratch(async (db) => {
    for (const person of ['visitor', 'customer', 'admin'] as const) {
      await db.as(person)
      expect((await db.refused('select public.set_shop_open(false)')).code, person).toBe('42501')
    }
    await db.as('superAdmin')
    expect((await db.refused('update public.settings set is_open = false')).code).toBe('42501')
    const items = await db.rows('select count(*) from public.cart_items')
    await db.run('select public.set_shop_open(false)')
    await db.run('select public.set_shop_open(false)')
    expect(await db.rows('select count(*) from public.cart_items')).toEqual(items)
    await db.as('owner')
    await db.run(READY)
    await db.as('superAdmin')
    await db.run('select public.set_shop_open(true)')
    await db.as('owner')
    const logged = await db.rows(
      "select actor, changes -> 'is_open' as change from public.audit_log where table_name = 'settings' and changes ? 'is_open' order by id desc limit 2",
    )
    expect(logged).toEqual([
      { actor: PEOPLE.superAdmin, change: [false, true] },
      { actor: PEOPLE.superAdmin, change: [true, false] },
    ])
    expect(await db.rows('select id from public.products where id = $1', [PRODUCT.cream])).toHaveLength(1)
  })
})

test('the shop does not open without company, goods and payment, and the checklist says what is missing', async () => {
  await shop.scratch(async (db) => {
    await close(db)
    await db.run("update public.settings set cod_enabled = false, upi_vpa = null, address = '', grievance_name = ''")
    await db.run("update public.products set status = 'draft'")
    const stateOf = async () => {
      await db.as('admin')
      const [row] = await db.rows('select public.opening_checklist() as items')
      return Object.fromEntries(((row?.['items'] ?? []) as { key: string; state: string }[]).map(({ key, state }) => [key, state]))
    }
    expect(await stateOf()).toMatchObject({ company: 'missing', products: 'missing', payment: 'missing', officer: 'missing', mail: 'missing', logo: 'check' })
    await db.as('superAdmin')
    const refused = await db.refused('select public.set_shop_open(true)')
    expect([refused.code, JSON.parse(refused.detail)]).toEqual(['PT409', { code: 'NOT_READY', missing: ['company', 'products', 'payment'] }])
    await db.as('owner')
    await db.run(READY)
    await db.run("update public.settings set cod_enabled = true, delivery_charge = 60, grievance_name = 'Asha Menon', grievance_phone = '9876543210'")
    await db.run("update public.products set status = 'active'")
    expect(await stateOf()).toMatchObject({ company: 'done', products: 'done', payment: 'done', officer: 'done', delivery: 'done' })
    await db.as('superAdmin')
    await db.run('select public.set_shop_open(true)')
    expect(await db.rows('select is_open from public.settings')).toEqual([{ is_open: true }])
  })
})

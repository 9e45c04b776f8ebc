/** Families of products: members are named by them and share their columns, and no combination is there twice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER, PRODUCT, CATEGORY, CHILD_CATEGORY, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const FAMILY = '00000000-0000-4000-8000-00ffff000001'
const value = (place: number) => `00000000-0000-4000-8000-00fffe${String(place).padStart(6, '0')}`
const [RUBY, CORAL, SMALL] = [value(1), value(2), value(3)]

/** Staff make a family of lipsticks with two shades; the cream becomes its Ruby Red. */
async function lipsticks(db: Scratch, set = "brand = 'Kesar', hsn = '3304'"): Promise<void> {
  await db.as('admin')
  await db.run(`insert into public.product_families (id, name, options) values ('${FAMILY}', 'Matte Lipstick', '{Shade}')`)
  await db.run(`update public.product_families set ${set} where id = '${FAMILY}'`)
  await db.run(`insert into public.product_family_values (id, family_id, option, position, name, colour) values
    ('${RUBY}', '${FAMILY}', 1, 1, 'Ruby Red', '#9b111e'), ('${CORAL}', '${FAMILY}', 1, 2, 'Coral', '#ff7f50')`)
  await db.run(`update public.products set family_id = '${FAMILY}', value_1 = '${RUBY}' where id = '${PRODUCT.cream}'`)
}

const cream = async (db: Scratch) => (await db.rows('select * from public.products where id = $1', [PRODUCT.cream]))[0] ?? {}
const change = (set: string, id: string = PRODUCT.cream) => `update public.products set ${set} where id = '${id}'`

test('a member is named by its family and its values, and follows both', async () => {
  await shop.scratch(async (db) => {
    await lipsticks(db)
    expect(await cream(db)).toMatchObject({ name: 'Matte Lipstick – Ruby Red', brand: 'Kesar', hsn: '3304', sku: 'CREAM', price: '118.00' })
    await db.run("update public.product_family_values set name = 'Rose Wood' where id = $1", [RUBY])
    await db.run("update public.product_families set name = 'Velvet Lipstick', hsn = '330410', description = 'Soft' where id = $1", [FAMILY])
    expect(await cream(db)).toMatchObject({ name: 'Velvet Lipstick – Rose Wood', hsn: '330410', description: 'Soft', brand: 'Kesar' })
    expect((await db.rows("select name from public.search_products('rose wood')")).map(({ name }) => name)).toEqual(['Velvet Lipstick – Rose Wood'])

    await db.run("insert into public.products (sku, price, family_id, value_1) values ('NEW', 50, $1, $2)", [FAMILY, CORAL])
    expect(await db.rows("select name, brand from public.products where sku = 'NEW'")).toEqual([{ name: 'Velvet Lipstick – Coral', brand: 'Kesar' }])
  })
})

test('cart, order pad, orders and their documents name the shade because the product is called so; placed orders keep their name', async () => {
  await shop.scratch(async (db) => {
    await lipsticks(db)
    const [line] = await db.rows("select product ->> 'name' as name from public.match_order_lines('{CREAM}')")
    expect(line).toEqual({ name: 'Matte Lipstick – Ruby Red' })
    expect(await db.rows('select product_name from public.order_items where order_id = $1', [ORDER])).toEqual([{ product_name: 'Goods' }])
  })
})

test('what the family decides is refused at a member instead of being lost; the rest is the member’s own', async () => {
  await shop.scratch(async (db) => {
    await lipsticks(db)
    const { version } = await cream(db)
    for (const [set, column] of [
      ["name = 'Another'", 'name'],
      ["brand = 'Other'", 'brand'],
      ['hsn = null', 'hsn'],
    ] as const)
      expect(await db.refused(change(set))).toMatchObject({ code: '23514', detail: expect.stringContaining(`"${column}"`) })
    const saved = 'select public.save_product($1, $2, $3)'
    expect(await db.refused(saved, [PRODUCT.cream, version, '{"brand": "Other"}'])).toMatchObject({ code: '23514' })
    await db.run(saved, [PRODUCT.cream, version, '{"price": 99, "description": "Its own", "brand": "Kesar", "net_quantity": "4 g"}'])
    expect(await cream(db)).toMatchObject({ price: '99.00', description: 'Its own', version: Number(version) + 1 })

    const rows = [
      { row: 2, sku: 'CREAM', set: { name: 'Matte Lipstick – Ruby Red', stock: 7 } },
      { row: 3, sku: 'SOAP', set: { price: 40 } },
    ]
    const [imported] = await db.rows('select public.import_products($1, true) as rows', [JSON.stringify(rows)])
    expect(imported?.['rows']).toMatchObject([{ outcome: 'changed' }, { outcome: 'changed' }])
    const [refused] = await db.rows('select public.import_products($1, true) as rows', [
      JSON.stringify([rows[1], { row: 2, sku: 'CREAM', set: { name: 'Lipstick red' } }]),
    ])
    expect(refused?.['rows']).toMatchObject([{ outcome: 'same' }, { outcome: 'refused', detail: expect.stringContaining('DECIDED_BY_FAMILY') }])
  })
})

test('a product that leaves keeps its name and what it shared, and a family with members cannot be deleted', async () => {
  await shop.scratch(async (db) => {
    await lipsticks(db)
    expect(await db.refused('delete from public.product_families')).toMatchObject({ code: '23503' })
    expect(await db.refused('delete from public.product_family_values where id = $1', [RUBY])).toMatchObject({ code: '23503' })
    await db.run(change('family_id = null'))
    expect(await cream(db)).toMatchObject({ name: 'Matte Lipstick – Ruby Red', brand: 'Kesar', family_id: null, value_1: null, tier_group: null })
    await db.run(change("name = 'Red lipstick', brand = null"))
    await db.run('delete from public.product_families')
    expect(await db.rows('select from public.product_family_values')).toHaveLength(0)
  })
})

test('a member has one value for each option, of its own family and option, and no combination is there twice', async () => {
  await shop.scratch(async (db) => {
    await lipsticks(db)
    const join = (values: string) => change(`family_id = '${FAMILY}', ${values}`, PRODUCT.soap)
    expect(await db.refused(join(`value_1 = '${RUBY}'`))).toMatchObject({ code: '23505' })
    expect(await db.refused(join('value_1 = null'))).toMatchObject({ detail: '{"code":"VALUES_MISSING"}' })
    expect(await db.refused(join(`value_1 = '${CORAL}', value_2 = '${RUBY}'`))).toMatchObject({ detail: '{"code":"OTHER_OPTION"}' })
    expect(await db.refused(join(`value_1 = gen_random_uuid()`))).toMatchObject({ code: '23503' })
    await db.run("insert into public.product_families (name, options) values ('Kajal', '{Shade}')")
    await db.run("insert into public.product_family_values (family_id, option, name) select id, 1, 'Black' from public.product_families where name = 'Kajal'")
    expect(await db.refused(join("value_1 = (select id from public.product_family_values where name = 'Black')"))).toMatchObject({ code: '23503' })
    expect(await db.refused(change(`value_1 = '${CORAL}'`, PRODUCT.soap)), 'values without a family').toMatchObject({ code: '23514' })
    await db.run(join(`value_1 = '${CORAL}'`))
  })
})

test('an option is added together with a value for each member', async () => {
  await shop.scratch(async (db) => {
    await lipsticks(db)
    const add = `update public.product_families set options = '{Shade,Size}' where id = '${FAMILY}'`
    expect(await db.refused(add)).toMatchObject({ detail: '{"code":"VALUES_MISSING"}' })
    await db.run('set constraints all deferred')
    await db.run(add)
    await db.run(`insert into public.product_family_values (id, family_id, option, name) values ('${SMALL}', '${FAMILY}', 2, '4 g')`)
    await db.run(change(`value_2 = '${SMALL}'`))
    await db.run('set constraints all immediate')
    expect(await cream(db)).toMatchObject({ name: 'Matte Lipstick – Ruby Red, 4 g' })
    expect(await db.refused("update public.product_families set options = '{}'")).toMatchObject({ code: '23514' })
    expect(await db.refused("update public.product_families set options = '{A,B,C,D}'")).toMatchObject({ code: '23514' })
  })
})

test('a family has at most 200 values and 500 products, and no name longer than a product’s', async () => {
  await shop.scratch(async (db) => {
    await lipsticks(db)
    const values = (from: number, to: number) =>
      `insert into public.product_family_values (family_id, option, name) select '${FAMILY}', 1, 'Shade ' || g from generate_series(${from}, ${to}) g`
    await db.run(values(3, 200))
    expect(await db.refused(values(201, 201))).toMatchObject({ code: 'PT409', detail: expect.stringContaining('TOO_MANY_VALUES') })

    await db.as('owner')
    await db.run("update private.limits set value = 3 where name = 'family_members'")
    await db.as('admin')
    const members = (from: number, to: number) =>
      `insert into public.products (price, family_id, value_1) select 9, '${FAMILY}', v.id from public.product_family_values v
       where v.name = any (array(select 'Shade ' || g from generate_series(${from}, ${to}) g))`
    expect(await db.refused(members(3, 5))).toMatchObject({ code: 'PT409', detail: expect.stringContaining('TOO_MANY_MEMBERS') })
    await db.run(members(3, 4))

    expect(await db.refused(`update public.product_family_values set name = repeat('x', 61) where id = '${RUBY}'`)).toMatchObject({ code: '23514' })
    await db.run(`update public.product_families set name = repeat('x', 120), options = '{Shade}'`)
    expect(await db.refused(`update public.product_families set name = repeat('x', 121)`)).toMatchObject({ code: '23514' })
  })
})

test('a category that a family has is deleted like one that a product has: both move', async () => {
  await shop.scratch(async (db) => {
    await lipsticks(db, `category_id = '${CHILD_CATEGORY}'`)
    await db.run('select public.delete_category($1, 1, 0, $2)', [CHILD_CATEGORY, CATEGORY])
    expect(await cream(db)).toMatchObject({ category_id: CATEGORY })
    expect(await db.rows('select category_id from public.product_families')).toEqual([{ category_id: CATEGORY }])
  })
})

test('mixed tiers mark every member, and only while the family says so', async () => {
  await shop.scratch(async (db) => {
    await lipsticks(db)
    expect(await cream(db)).toMatchObject({ tier_group: null })
    await db.run('update public.product_families set mixed_tiers = true')
    expect(await cream(db)).toMatchObject({ tier_group: FAMILY })
    await db.run('update public.product_families set mixed_tiers = false')
    expect(await cream(db)).toMatchObject({ tier_group: null })
  })
})

test('changes of a family are in the audit log, and a sale of a member is not its concern', async () => {
  await shop.scratch(async (db) => {
    await lipsticks(db)
    const log = await db.rows('select table_name, action from public.audit_log where row_id = $1 order by id', [FAMILY])
    expect(log).toEqual([
      { table_name: 'product_families', action: 'insert' },
      { table_name: 'product_families', action: 'update' },
      { table_name: 'product_family_values', action: 'insert' },
      { table_name: 'product_family_values', action: 'insert' },
    ])
    const { version, stock } = await cream(db)
    await db.as('orderService')
    await db.run(change('stock = stock - 1, units_sold = units_sold + 1'))
    expect(await cream(db)).toMatchObject({ version, stock: Number(stock) - 1 })
  })
})

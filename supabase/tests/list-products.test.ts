/** The lists of the storefront: list_products and product_facets against the same rules written plainly, on a catalogue by chance. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORY, CHILD_CATEGORY, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

type Product = {
  id: string
  name: string
  base_price: number
  stock: number
  min_order_quantity: number
  brand: string | null
  country_of_origin: string | null
  category_id: string | null
  popularity: number
  is_featured: boolean
  created: number
  family_id: string | null
  value_1: string | null
}
type Filters = {
  p_category: string[] | null
  p_query: string | null
  p_min: number | null
  p_max: number | null
  p_stock: string[] | null
  p_brand: string[] | null
  p_country: string[] | null
  p_moq: number | null
}
type Row = {
  product: { id: string; name: string }
  family: { id: string; fitting: number; from: number; to: number; values: number; swatches: unknown[] } | null
}

let shop: Shop
let products: Product[]
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query('delete from public.products')
  await shop.owner.query(
    `insert into public.product_families (name, options, brand) select 'Rose ' || g, '{Shade}', (array['Kesar', null])[1 + g % 2] from generate_series(1, 12) g`,
  )
  await shop.owner.query(
    `insert into public.product_family_values (family_id, option, position, name, colour)
     select f.id, 1, 10 - g, (array['Ruby', 'Coral', 'Mauve'])[1 + g % 3] || ' ' || g, case when g % 4 > 0 then '#9b111e' end from public.product_families f, generate_series(1, 7) g`,
  )
  await shop.owner.query('select setseed(0.3)')
  await shop.owner.query(
    `insert into public.products (name, price, brand, country_of_origin, stock, min_order_quantity, category_id, status, is_featured, popularity, created_at, family_id, value_1)
     select 'Neem ' || g, 50 + floor(random() * 5) * 10, (array['Kesar', 'Nimba', null])[1 + floor(random() * 3)], (array['India', 'France'])[1 + floor(random() * 2)],
       (array[0, 0, 5, 9, 10, 40])[1 + floor(random() * 6)], (array[1, 6, 12])[1 + floor(random() * 3)],
       (array[$1::uuid, $2, null])[1 + floor(random() * 3)], case when random() < .1 then 'draft' else 'active' end, random() < .3, floor(random() * 4),
       now() - make_interval(days => floor(random() * 4)::integer), v.family_id, v.id
     from generate_series(1, 110) g left join (select *, row_number() over (order by name, id) as place from public.product_family_values) v on v.place = g`,
    [CATEGORY, CHILD_CATEGORY],
  )
  const { rows } = await shop.owner.query(
    "select id, name, base_price::float, stock, min_order_quantity, brand, country_of_origin, category_id, popularity, is_featured, extract(epoch from created_at)::float as created, family_id, value_1 from public.products where status = 'active'",
  )
  products = rows as Product[]
})
afterAll(() => shop.close())

const call = (args: object): Promise<Row[]> =>
  shop.scratch(async (db) => {
    await db.as('visitor')
    const named = Object.entries(args)
    const list = named.map(([name, value], at) => `${name} => $${at + 1}${Array.isArray(value) ? (name === 'p_category' ? '::uuid[]' : '::text[]') : ''}`)
    return (await db.rows(
      `select * from public.list_products(${list.join(', ')})`,
      named.map(([, value]) => value),
    )) as Row[]
  })

const count = (args: Filters & { p_grouped: boolean }): Promise<Record<string, never>> =>
  shop.scratch(async (db) => {
    await db.as('visitor')
    const named = Object.entries(args)
    const [row] = await db.rows(
      `select public.product_facets(${named.map(([name], at) => `${name} => $${at + 1}`).join(', ')}) as facets`,
      named.map(([, value]) => value),
    )
    return row?.['facets'] as Record<string, never>
  })

const label = (stock: number): string => (stock === 0 ? 'out_of_stock' : stock < 10 ? 'low_stock' : 'in_stock')
const tests: Record<keyof Filters, (product: Product, filters: Filters) => boolean> = {
  p_category: ({ category_id }, { p_category }) => p_category === null || p_category.includes(category_id ?? ''),
  p_query: ({ name }, { p_query }) => p_query === null || name.toLowerCase().includes(p_query.toLowerCase()),
  p_min: ({ base_price }, { p_min }) => p_min === null || base_price >= p_min,
  p_max: ({ base_price }, { p_max }) => p_max === null || base_price <= p_max,
  p_stock: ({ stock }, { p_stock }) => p_stock === null || p_stock.includes(label(stock)),
  p_brand: ({ brand }, { p_brand }) => p_brand === null || p_brand.includes(brand ?? ''),
  p_country: ({ country_of_origin }, { p_country }) => p_country === null || p_country.includes(country_of_origin ?? ''),
  p_moq: ({ min_order_quantity }, { p_moq }) => p_moq === null || min_order_quantity <= p_moq,
}
const fits = (product: Product, filters: Filters, except?: keyof Filters): boolean =>
  Object.entries(tests).every(([name, passes]) => name === except || passes(product, filters))
/** How many cards these products are. */
const cards = (some: Product[], grouped: boolean): number => new Set(some.map(({ id, family_id }) => (grouped && family_id) || id)).size

type Sort = 'created_at' | 'price_asc' | 'price_desc' | 'popular'
const KEYS: Record<Sort, (product: Product) => number> = {
  created_at: ({ created }) => -created,
  price_asc: ({ base_price }) => base_price,
  price_desc: ({ base_price }) => -base_price,
  popular: ({ popularity }) => -popularity,
}
const byKeys =
  (...keys: ((product: Product) => number)[]) =>
  (a: Product, b: Product): number =>
    keys.reduce((found, key) => found || key(a) - key(b), 0) || (a.id < b.id ? -1 : 1)

function listed(fitting: Product[], sort: Sort, grouped: boolean): Product[] {
  const first = byKeys(({ stock }) => (stock === 0 ? 1 : 0), sort === 'price_desc' ? KEYS.price_asc : KEYS[sort])
  const families = Map.groupBy(fitting, ({ id, family_id }) => (grouped && family_id) || id)
  return [...families.values()].flatMap((members) => members.toSorted(first).slice(0, 1)).sort(byKeys(KEYS[sort]))
}

const some = (values: string[]) => fc.option(fc.subarray(values, { minLength: 1 }), { freq: 1 })
const filters: fc.Arbitrary<Filters> = fc.record({
  p_category: some([CATEGORY, CHILD_CATEGORY]),
  p_query: fc.option(fc.constantFrom('rose', 'RUBY', '1', '– coral', 'neem 1'), { freq: 1 }),
  p_min: fc.option(fc.constantFrom(50, 60, 70), { freq: 1 }),
  p_max: fc.option(fc.constantFrom(60, 80, 90), { freq: 1 }),
  p_stock: some(['out_of_stock', 'low_stock', 'in_stock']),
  p_brand: some(['Kesar', 'Nimba']),
  p_country: some(['India', 'France']),
  p_moq: fc.option(fc.constantFrom(1, 6), { freq: 1 }),
})
const sorts = fc.constantFrom<Sort>('created_at', 'price_asc', 'price_desc', 'popular')

test('a page has the first fitting member of each family in the chosen order, and products without a family as they are', async () => {
  await fc.assert(
    fc.asyncProperty(filters, sorts, fc.boolean(), fc.nat({ max: 40 }), fc.integer({ min: 1, max: 30 }), async (asked, sort, grouped, from, limit) => {
      const fitting = products.filter((product) => fits(product, asked))
      const rows = await call({ ...asked, p_sort: sort, p_grouped: grouped, p_from: from, p_limit: limit })
      const expected = listed(fitting, sort, grouped).slice(from, from + limit)
      expect(rows.map(({ product }) => product.name)).toEqual(expected.map(({ name }) => name))
      for (const [place, { family }] of rows.entries()) {
        const one = expected[place]
        if (!grouped || !one || one.family_id === null) {
          expect(family).toBeNull()
          continue
        }
        const members = fitting.filter(({ family_id }) => family_id === one.family_id)
        const prices = (members.some(({ stock }) => stock > 0) ? members.filter(({ stock }) => stock > 0) : members).map(({ base_price }) => base_price)
        const active = products.filter(({ family_id }) => family_id === one.family_id)
        expect(family).toMatchObject({
          id: one.family_id,
          fitting: members.length,
          from: Math.min(...prices),
          to: Math.max(...prices),
          values: new Set(active.map(({ value_1 }) => value_1)).size,
        })
        expect(family?.swatches.length).toBeLessThanOrEqual(5)
      }
    }),
    { numRuns: 150 },
  )
})

test('facets count families, each value as often as a family or product has a fitting one, and the total is the length of the list', async () => {
  const facets = [
    ['category', 'p_category', ({ category_id }) => category_id],
    ['brand', 'p_brand', ({ brand }) => brand],
    ['country', 'p_country', ({ country_of_origin }) => country_of_origin],
    ['stock', 'p_stock', ({ stock }) => label(stock)],
    ['moq', 'p_moq', ({ min_order_quantity }) => String(min_order_quantity)],
  ] as const satisfies [string, keyof Filters, (product: Product) => string | null][]
  await fc.assert(
    fc.asyncProperty(filters, fc.boolean(), async (asked, grouped) => {
      const counted = await count({ ...asked, p_grouped: grouped })
      const rows = await call({ ...asked, p_grouped: grouped, p_limit: 200 })
      expect(counted['total']).toBe(rows.length)
      for (const [name, filter, valueOf] of facets) {
        const groups = Map.groupBy(
          products.filter((product) => fits(product, asked, filter)),
          valueOf,
        )
        groups.delete(null)
        expect(counted[name], name).toEqual(Object.fromEntries([...groups].map(([value, members]) => [value, cards(members, grouped)])))
      }
    }),
    { numRuns: 100 },
  )
})

test('a family is listed without one of its members and its siblings, and only its featured ones where they are asked for', async () => {
  const one = products.find(({ family_id }) => family_id !== null)
  const rows = await call({ p_without: one?.id, p_grouped: true, p_limit: 200 })
  expect(rows.some(({ family }) => family?.id === one?.family_id)).toBe(false)
  expect(rows).toHaveLength(cards(products, true) - 1)
  const featured = products.filter(({ is_featured }) => is_featured)
  expect((await call({ p_featured: true, p_grouped: true, p_limit: 200 })).map(({ product }) => product.name).sort()).toEqual(
    listed(featured, 'created_at', true)
      .map(({ name }) => name)
      .sort(),
  )
})

test('what a caller may ask is bounded, and letters of a pattern are letters', async () => {
  expect(await call({ p_limit: 100_000 })).toHaveLength(products.length)
  expect(await call({ p_query: '%', p_limit: 5 })).toEqual([])
  expect(await call({ p_query: '\\', p_limit: 5 })).toEqual([])
  expect(await call({ p_query: 'x'.repeat(100_000), p_limit: -5, p_from: -1 })).toEqual([])
  await shop.scratch(async (db) => {
    await db.as('visitor')
    expect(await db.refused("select public.list_products(p_sort => 'stock; drop table x')")).toMatchObject({ code: '22023' })
  })
})

test('with 2,000 families of ten the first cards are read by index, and the last page is complete', async () => {
  await shop.scratch(async (db) => {
    await db.run("set local session_replication_role = 'replica'") // without triggers
    await db.run('delete from public.products')
    await db.run("insert into public.product_families (id, name, options) select md5(g::text)::uuid, 'Family ' || g, '{Shade}' from generate_series(1, 2000) g")
    await db.run(`insert into public.product_family_values (id, family_id, option, name)
      select md5(g || '.' || h)::uuid, md5(g::text)::uuid, 1, 'Shade ' || h from generate_series(1, 2000) g, generate_series(1, 10) h`)
    await db.run(`insert into public.products (name, price, stock, family_id, value_1, created_at)
      select 'Family ' || g || ' – ' || h, 50 + g % 90, g % 30 + h, md5(g::text)::uuid, md5(g || '.' || h)::uuid, now() - make_interval(secs => g * 10 + h)
      from generate_series(1, 2000) g, generate_series(1, 10) h`)
    await db.run('analyze public.products')
    const plans: string[] = []
    const hear = (notice: { message?: string }): void => void plans.push(notice.message ?? '')
    shop.owner.on('notice', hear)
    await db.run("load 'auto_explain'")
    await db.run("set local auto_explain.log_level = 'notice'; set local auto_explain.log_nested_statements = on; set local auto_explain.log_min_duration = 0")
    expect(await db.rows('select from public.list_products(p_grouped => true)')).toHaveLength(12)
    shop.owner.off('notice', hear)
    expect(plans.join('\n')).toContain('products_newest_idx')
    expect(plans.join('\n')).toContain('products_family_key')
    // The settings are one row.
    expect(plans.join('\n')).not.toMatch(/Seq Scan on (?!settings )/)
    for (const sort of ['created_at', 'price_asc', 'price_desc', 'popular']) {
      const page = (from: number, limit: number) =>
        db.rows("select product ->> 'name' as name from public.list_products(p_grouped => true, p_sort => $1, p_from => $2, p_limit => $3)", [
          sort,
          from,
          limit,
        ])
      expect(await page(240, 20), 'pages far on are read in another way').toEqual((await page(200, 60)).slice(40))
      expect(await page(1992, 20)).toHaveLength(8)
    }
  })
})

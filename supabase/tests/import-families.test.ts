/** Families of an imported list (docs/decisions/0065-families.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

type Family = { key: string; name: string; options: string[]; members: { sku: string; values: string[] }[] }
const joining = async (db: Scratch, ...families: Family[]): Promise<unknown> =>
  (await db.rows('select public.import_families($1::jsonb) as written', [JSON.stringify(families)]))[0]?.['written']
const add = (db: Scratch, ...skus: string[]) =>
  db.run(`insert into public.products (sku, name, price) select s, 'Any', 10 from unnest('{${skus.join(',')}}'::text[]) s`)
const names = async (db: Scratch, pattern: string) =>
  (await db.rows('select name from public.products where sku like $1 order by sku', [pattern])).map(({ name }) => name)
const LIPS: Family = {
  key: 'lips',
  name: 'Matte Lipstick',
  options: ['Shade', 'Size'],
  members: [
    { sku: 'L-1', values: ['Ruby Red', '4 g'] },
    { sku: 'L-2', values: ['Coral', '4 g'] },
    { sku: 'L-3', values: ['coral', '8 g'] },
  ],
}

test('products become members of a new family with its values in the order of the list; the same again changes nothing', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await add(db, 'L-1', 'L-2', 'L-3')
    expect(await joining(db, LIPS)).toEqual([{ family: 'lips', outcome: 'joined' }])
    expect(await names(db, 'L-%')).toEqual(['Matte Lipstick – Ruby Red, 4 g', 'Matte Lipstick – Coral, 4 g', 'Matte Lipstick – Coral, 8 g'])
    const values = () =>
      db.rows(
        "select v.option, v.position, v.name from public.product_family_values v join public.product_families f on f.id = v.family_id where f.name = 'Matte Lipstick' order by 1, 2",
      )
    const before = await values()
    expect(before).toEqual([
      { option: 1, position: 1, name: 'Ruby Red' },
      { option: 1, position: 2, name: 'Coral' },
      { option: 2, position: 1, name: '4 g' },
      { option: 2, position: 2, name: '8 g' },
    ])
    expect(await joining(db, LIPS)).toEqual([{ family: 'lips', outcome: 'same' }])
    expect(await values()).toEqual(before)
  })
})

test('a further member joins the family of the others, whatever it is called by now; a missing product is left out', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await add(db, 'L-1', 'L-2')
    await joining(db, LIPS)
    await db.run("update public.product_families set name = 'Velvet Lipstick' where name = 'Matte Lipstick'")
    await add(db, 'L-3')
    expect(await joining(db, LIPS)).toEqual([{ family: 'lips', outcome: 'joined' }])
    expect(await names(db, 'L-%')).toEqual(['Velvet Lipstick – Ruby Red, 4 g', 'Velvet Lipstick – Coral, 4 g', 'Velvet Lipstick – Coral, 8 g'])
    expect(await db.rows("select count(*)::int as families from public.product_families where name like '%Lipstick'")).toEqual([{ families: 1 }])
  })
})

test('a family that a guard refuses says why and leaves the others', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await add(db, 'L-1', 'L-2', 'B-1')
    const balm = { key: 'balm', name: 'Balm', options: ['Size'], members: [{ sku: 'B-1', values: ['S'] }] }
    await joining(db, balm)
    expect(
      await joining(
        db,
        { key: 'none', name: 'None', options: ['Size'], members: [{ sku: 'GONE', values: ['S'] }] },
        { ...LIPS, key: 'short', members: [{ sku: 'L-1', values: ['Ruby Red'] }] },
        { ...balm, options: ['Scent'] },
        LIPS,
      ),
    ).toMatchObject([
      { family: 'none', outcome: 'refused', message: 'None of its products is in the shop' },
      { family: 'short', outcome: 'refused' },
      { family: 'balm', outcome: 'refused', message: 'The family has other options' },
      { family: 'lips', outcome: 'joined' },
    ])
    expect(await db.rows("select name from public.product_families where name in ('None', 'Balm') order by name")).toEqual([{ name: 'Balm' }])
  })
})

const CREAM: Family = { key: 'k', name: 'K', options: ['Size'], members: [{ sku: 'CREAM', values: ['S'] }] }

test('only staff who change the catalogue may do it', async () => {
  await shop.scratch(async (db) => {
    for (const person of ['customer', 'visitor'] as const) {
      await db.as(person)
      const refusal = await db.refused('select public.import_families($1::jsonb)', [JSON.stringify([CREAM])])
      expect(refusal.code, person).toBe('42501')
    }
    await db.as('owner')
    expect(await db.rows('select family_id from public.products where id = $1', [PRODUCT.cream])).toEqual([{ family_id: null }])
  })
})

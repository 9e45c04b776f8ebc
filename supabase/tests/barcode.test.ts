/** products.barcode: the check digit in the database agrees with domain/products/barcode.ts, and a number belongs to one product. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isBarcode } from '#domain/products/barcode.ts'
import { PRODUCT, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('database and form call the same texts barcodes', async () => {
  const digits = fc.stringMatching(/^\d{7,15}$/)
  const texts = [
    ...fc.sample(digits, 2000),
    ...fc.sample(fc.string(), 200).filter((text) => !text.includes('\0')),
    '',
    '8901030865275',
    '96385074',
    '036000291452',
    '18901030865272',
  ]
  const { rows } = await shop.owner.query<{ text: string; ok: boolean }>('select t as text, private.is_barcode(t) as ok from unnest($1::text[]) t', [texts])
  expect(rows.map(({ ok }) => ok)).toEqual(rows.map(({ text }) => isBarcode(text)))
  expect(rows.filter(({ ok }) => ok).length).toBeGreaterThan(20)
})

test('a barcode with a wrong check digit and one that another product has are refused; many products have none', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const put = (id: string, barcode: string | null) => `update public.products set barcode = ${barcode === null ? 'null' : `'${barcode}'`} where id = '${id}'`
    await db.run(put(PRODUCT.cream, '036000291452'))
    await db.run(put(PRODUCT.draft, null))
    expect(await db.refused(put(PRODUCT.draft, '036000291453'))).toMatchObject({ code: '23514' })
    expect(await db.refused(put(PRODUCT.draft, '0036000291452')), 'the same number, as a scanner reads it').toMatchObject({ code: '23505' })
  })
})

test('an import sets it, staff find a product by it, and the form saves it', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const rows = [
      { row: 2, sku: 'BAR-1', set: { name: 'Scanned', price: 10, barcode: '8901030865275' } },
      { row: 3, sku: 'BAR-2', set: { name: 'Twice', price: 10, barcode: '8901030865275' } },
    ]
    const [written] = await db.rows('select public.import_products($1, true) as rows', [JSON.stringify(rows)])
    expect(written?.['rows']).toMatchObject([{ outcome: 'new' }, { outcome: 'refused' }])
    const skus = async (text: string) => (await db.rows('select sku from public.admin_products($1)', [text])).map(({ sku }) => sku)
    expect(await skus('8901030865275')).toEqual(['BAR-1'])
    await db.run('select public.save_product(p.id, p.version, \'{"barcode": "4006381333931"}\') from public.products p where p.sku = \'BAR-1\'')
    expect(await skus('4006381333931')).toEqual(['BAR-1'])
    expect(await skus('8901030865275')).toEqual([])
  })
})

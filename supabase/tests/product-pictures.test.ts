/** The queue of pictures that imports name by their address (docs/decisions/0074-pictures-by-address.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const begin = async (db: Scratch): Promise<string> => String((await db.rows("select public.begin_import('list.xlsx', 1, 1) as id"))[0]?.['id'])
const queue = async (db: Scratch, id: string, pictures: unknown): Promise<unknown> =>
  (await db.rows('select public.queue_pictures($1, $2::jsonb) as done', [id, JSON.stringify(pictures)]))[0]?.['done']
const progress = async (db: Scratch): Promise<unknown> => (await db.rows('select public.picture_downloads() as done'))[0]?.['done']
const ADDRESSES = ['https://a.example/1.jpg', 'https://a.example/2.jpg', 'https://a.example/1.jpg']
const CREAM = [{ sku: 'CREAM', addresses: ADDRESSES }]

test('the pictures of an import wait once each; asked again nothing is queued twice, and unknown SKUs are left out', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const id = await begin(db)
    expect(await queue(db, id, [...CREAM, { sku: 'NOBODY', addresses: ADDRESSES }])).toEqual({ queued: 2, known: 0 })
    expect(await progress(db)).toEqual({ waiting: 2, failed: 0, failures: [] })
    await queue(db, id, CREAM)
    expect(await progress(db)).toMatchObject({ waiting: 2 })
  })
})

test('a picture that the product has already is not downloaded again, and the import is undone with its pictures', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const id = await begin(db)
    await db.rows('select public.import_products($1::jsonb, true, $2)', [JSON.stringify([{ row: 2, sku: 'CREAM', set: { brand: 'Noor' } }]), id])
    await queue(db, id, CREAM)
    await db.as('owner')
    const [first] = await db.rows('select id from private.picture_downloads order by place')
    expect(await db.rows("select private.keep_picture($1, 'product_images/new.webp', 'abcd') as kept", [first?.['id']])).toEqual([{ kept: true }])
    await db.as('admin')
    expect(await queue(db, id, CREAM)).toEqual({ queued: 1, known: 1 })
    const undone = (await db.rows('select public.undo_import($1) as done', [id]))[0]?.['done']
    expect(undone).toEqual({ deleted: 0, restored: 1, files: ['product_images/new.webp'] })
    expect(await progress(db)).toMatchObject({ waiting: 0 })
    expect(await db.rows("select from public.product_images where image_url = 'product_images/new.webp'")).toEqual([])
  })
})

test('failures are shown with their product, and are tried again or forgotten', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await queue(db, await begin(db), CREAM)
    await db.as('owner')
    await db.run("select private.fail_picture(id, 'NOT_FOUND', false) from private.picture_downloads")
    await db.as('admin')
    expect(await progress(db)).toMatchObject({ waiting: 0, failed: 2, failures: [{ product_id: PRODUCT.cream, sku: 'CREAM', failure: 'NOT_FOUND' }, {}] })
    expect(await db.rows('select public.settle_failed_pictures(true) as n')).toEqual([{ n: 2 }])
    expect(await progress(db)).toMatchObject({ waiting: 2, failed: 0 })
    await db.as('owner')
    await db.run("select private.fail_picture(id, 'NOT_FOUND', false) from private.picture_downloads")
    await db.as('admin')
    expect(await db.rows('select public.settle_failed_pictures(false) as n')).toEqual([{ n: 2 }])
    expect(await progress(db)).toEqual({ waiting: 0, failed: 0, failures: [] })
  })
})

test('a chunk is bounded, the queue is bounded, and an import of another person is not added to', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const id = await begin(db)
    const refused = async (pictures: unknown) => (await db.refused('select public.queue_pictures($1, $2::jsonb)', [id, JSON.stringify(pictures)])).detail
    expect(await refused({})).toContain('INVALID')
    expect(await refused(Array.from({ length: 501 }, () => CREAM[0]))).toContain('INVALID')
    expect(await refused([{ sku: 'CREAM', addresses: Array.from({ length: 13 }, (_, at) => `https://a.example/${at}`) }])).toContain('INVALID')
    expect(await refused([{ sku: 'CREAM', addresses: 'https://a.example/1' }])).toContain('INVALID')
    await db.refused('select public.queue_pictures($1, $2::jsonb)', [
      id,
      JSON.stringify([{ sku: 'CREAM', addresses: [`https://a.example/${'x'.repeat(2000)}`] }]),
    ])
    await db.as('owner')
    await db.run(
      "insert into private.picture_downloads (product_id, address, place) select $1, 'https://a.example/' || n, 1 from generate_series(1, 50001) n",
      [PRODUCT.cream],
    )
    await db.as('admin')
    expect(await refused(CREAM)).toContain('QUEUE_FULL')
    await db.as('superAdmin')
    expect(await refused(CREAM)).toContain('NO_IMPORT')
  })
})

const HASH = 'a'.repeat(64)
const addZip = async (db: Scratch, id: string, path: string | null, values: { sku?: string; hash?: string; place?: number } = {}): Promise<unknown> =>
  (await db.rows('select public.add_zip_picture($1, $2, $3, $4, $5) as done', [id, values.sku ?? 'CREAM', values.place ?? 1, values.hash ?? HASH, path]))[0]?.[
    'done'
  ]

test('a picture of a zip is added once, also when its answer was lost, and its import is undone', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const id = await begin(db)
    expect(await addZip(db, id, null)).toBe('KEPT')
    expect(await addZip(db, id, 'product_images/zip.webp')).toBe('KEPT')
    expect(await addZip(db, id, 'product_images/zip.webp')).toBe('KEPT')
    expect(await db.rows("select from public.product_images where image_url = 'product_images/zip.webp'")).toHaveLength(1)
    expect(await addZip(db, id, null)).toBe('KNOWN')
    expect(await addZip(db, await begin(db), 'product_images/other.webp')).toBe('KNOWN')
    expect(await addZip(db, id, null, { sku: 'NOBODY' })).toBe('GONE')
    const undone = (await db.rows('select public.undo_import($1) as done', [id]))[0]?.['done']
    expect(undone).toEqual({ deleted: 0, restored: 0, files: ['product_images/zip.webp'] })
    expect(await addZip(db, await begin(db), null)).toBe('KEPT')
  })
})

test('a product has no thirteenth picture, and what is no picture is refused', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const id = await begin(db)
    const there = await db.rows('select from public.product_images where product_id = $1', [PRODUCT.cream])
    for (let at = there.length; at < 12; at++)
      expect(await addZip(db, id, `product_images/${at}.webp`, { hash: String(at).padStart(64, '0'), place: at + 1 })).toBe('KEPT')
    expect(await addZip(db, id, null)).toBe('FULL')
    expect(await addZip(db, id, 'product_images/x.webp')).toBe('FULL')
    for (const [path, values] of [
      ['documents/x.pdf', {}],
      ['product_images/a/b.webp', {}],
      ['product_images/x.webp', { hash: 'x' }],
      ['product_images/x.webp', { place: 13 }],
    ] as const)
      expect(
        (
          await db.refused('select public.add_zip_picture($1, $2, $3, $4, $5)', [
            id,
            'CREAM',
            'place' in values ? values.place : 1,
            'hash' in values ? values.hash : HASH,
            path,
          ])
        ).detail,
        path,
      ).toContain('INVALID')
    await db.as('customer')
    expect((await db.refused("select public.add_zip_picture($1, 'CREAM', 1, $2)", [id, HASH])).code).toBe('42501')
  })
})

test('only staff who change the catalogue queue, read or settle pictures, and nobody but the server takes them', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const id = await begin(db)
    await queue(db, id, CREAM)
    for (const statement of [
      'select * from private.picture_downloads',
      'select * from private.picture_sources',
      'select * from private.take_picture_downloads(1)',
    ])
      expect((await db.refused(statement)).code, statement).toBe('42501')
    for (const person of ['customer', 'visitor'] as const) {
      await db.as(person)
      expect((await db.refused('select public.queue_pictures($1, $2::jsonb)', [id, JSON.stringify(CREAM)])).code, person).toBe('42501')
      expect((await db.refused('select public.picture_downloads()')).code, person).toBe('42501')
      expect((await db.refused('select public.settle_failed_pictures(false)')).code, person).toBe('42501')
    }
  })
})

/** The queue of pictures with a real server to download from and the real database. */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { UpstreamAway } from '#gateway/core/errors.ts'
import { openPool } from '#postgres/pool.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'
import { workOffPictures } from './work-off.ts'

let database: TestDatabase
let owner: Pool
let scheduler: Pool
let server: Server
let origin: string
let answers: Record<string, Buffer | number>
const asked: string[] = []

const IMPORT = '00000000-0000-4000-8000-0000000000a1'
const PRODUCT = '00000000-0000-4000-8000-0000000000b1'
const OTHER = '00000000-0000-4000-8000-0000000000b2'
const picture = (width: number, format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width, height: 8, channels: 3, background: '#c3195d' } })
    .toFormat(format)
    .toBuffer()

beforeAll(async () => {
  database = await createDatabase('shop')
  owner = openPool(database.url, { max: 2 })
  scheduler = openPool(database.urlFor('shop_mail'), { max: 4 })
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers[path] ?? 404
    if (typeof answer === 'number') response.writeHead(answer).end()
    else response.end(answer)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://pictures.example:${(server.address() as AddressInfo).port}`
  await owner.query("insert into public.product_imports (id, file_name, added, changed) values ($1, 'list.csv', 1, 0)", [IMPORT])
  for (const id of [PRODUCT, OTHER])
    await owner.query("insert into public.products (id, sku, name, price, mrp, gst_percent) values ($1, $2, 'Rose', 90, 100, 18)", [id, id.slice(-6)])
})
beforeEach(async () => {
  answers = {}
  asked.length = 0
  await owner.query('delete from private.picture_downloads')
  await owner.query('delete from public.product_images where product_id = any ($1)', [[PRODUCT, OTHER]])
})
afterAll(async () => {
  server.close()
  await Promise.all([owner.end(), scheduler.end()])
  await database.drop()
})

const bucket = () => {
  const files = new Map<string, { bytes: Uint8Array; type: string }>()
  return {
    files,
    put: async (name: string, key: string, bytes: Uint8Array, type: string) => void files.set(`${name}/${key}`, { bytes, type }),
    remove: async (name: string, keys: string[]) => keys.forEach((key) => files.delete(`${name}/${key}`)),
  }
}
const run = (files: Omit<ReturnType<typeof bucket>, 'files'> = bucket(), signal = new AbortController().signal) =>
  workOffPictures(scheduler, files, { locate: async (host) => (host === 'inner.example' ? null : '127.0.0.1'), anyPort: true }, signal)
const queue = (addresses: string[], product = PRODUCT) =>
  owner.query(
    'insert into private.picture_downloads (product_id, address, place, import_id) select $1, a.address, a.place, $3 from unnest($2::text[]) with ordinality a (address, place)',
    [product, addresses, IMPORT],
  )
const shown = async (product = PRODUCT) =>
  (
    await owner.query<{ image_url: string; thumbhash: string }>(
      'select image_url, thumbhash from public.product_images where product_id = $1 order by display_order',
      [product],
    )
  ).rows
const waiting = async () =>
  (
    await owner.query<{ address: string; failure: string | null; tries: number }>('select address, failure, tries from private.picture_downloads order by id')
  ).rows.map(({ address, ...rest }) => ({ ...rest, address: address.replace(origin, '') }))

test('the pictures of a list become those of its products, in its order, and are forgotten as downloads', async () => {
  const paths = Array.from({ length: 9 }, (_, at) => `/${at}.png`)
  for (const [at, path] of paths.entries()) answers[path] = await picture(10 + at)
  const files = bucket()
  await queue(paths.map((path) => origin + path))
  expect(await run(files)).toBe(9)
  const widths = await Promise.all((await shown()).map(async ({ image_url }) => (await sharp(files.files.get(image_url)?.bytes).metadata()).width))
  expect(widths).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18])
  expect((await shown())[0]?.thumbhash).toMatch(/^[\w+/=]{8,64}$/)
  expect(await waiting()).toEqual([])
  expect(files.files.size).toBe(9)
  const { rows } = await owner.query<{ image_url: string }>('select image_url from public.products where id = $1', [PRODUCT])
  expect(rows[0]?.image_url).toBe((await shown())[0]?.image_url)
  const { rows: log } = await owner.query("select from public.audit_log where table_name = 'product_images'")
  expect(log, 'the import is the entry').toEqual([])
})

test('a large picture is made smaller, and one from a camera loses its place', async () => {
  answers['/large.jpg'] = await picture(3000, 'jpeg')
  answers['/camera.jpg'] = await sharp(await picture(20, 'jpeg'))
    .withExif({ IFD0: { Copyright: 'A' } })
    .toBuffer()
  const files = bucket()
  await queue([`${origin}/large.jpg`, `${origin}/camera.jpg`])
  expect(await run(files)).toBe(2)
  const stored = await Promise.all((await shown()).map(({ image_url }) => sharp(files.files.get(image_url)?.bytes).metadata()))
  expect(stored.map(({ width, format, exif }) => ({ width, format, exif }))).toEqual([
    { width: 2400, format: 'webp', exif: undefined },
    { width: 20, format: 'webp', exif: undefined },
  ])
})

test('what cannot be had is a failure with its reason; what cannot be had now is tried again later, five times', async () => {
  answers['/busy.png'] = 503
  answers['/text.png'] = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await queue([`${origin}/gone.png`, `${origin}/busy.png`, `${origin}/text.png`, 'http://inner.example/a.png'])
  expect(await run()).toBe(0)
  expect(await waiting()).toEqual([
    { address: '/gone.png', failure: 'NOT_FOUND', tries: 1 },
    { address: '/busy.png', failure: null, tries: 1 },
    { address: '/text.png', failure: 'NOT_A_PICTURE', tries: 1 },
    { address: 'http://inner.example/a.png', failure: 'INNER', tries: 1 },
  ])
  asked.length = 0
  await run()
  expect(asked, 'not before it is due').toEqual([])
  for (let at = 2; at <= 5; at++) {
    await owner.query("update private.picture_downloads set due_at = now() - interval '1 second'")
    await run()
  }
  expect(asked).toHaveLength(4)
  expect(await waiting()).toContainEqual({ address: '/busy.png', failure: 'UNREACHABLE', tries: 5 })
})

test('a picture that cannot be stored keeps no other one waiting, and is a failure after five tries', async () => {
  answers['/odd.png'] = await picture(9)
  answers['/fine.png'] = await picture(10)
  const files = bucket()
  const odd = {
    ...files,
    put: async (...given: Parameters<typeof files.put>) =>
      (await sharp(given[2]).metadata()).width === 9 ? Promise.reject(new Error('415')) : files.put(...given),
  }
  await queue([`${origin}/odd.png`, `${origin}/fine.png`])
  expect(await run(odd)).toBe(1)
  expect(await waiting()).toEqual([{ address: '/odd.png', failure: null, tries: 1 }])
  for (let at = 2; at <= 5; at++) {
    await owner.query("update private.picture_downloads set due_at = now() - interval '1 second'")
    await run(odd)
  }
  expect(await waiting()).toEqual([{ address: '/odd.png', failure: 'NOT_A_PICTURE', tries: 5 }])
})

test('two servers download each picture once, and one that was killed leaves its work to the other', async () => {
  const paths = Array.from({ length: 12 }, (_, at) => `/${at}.png`)
  for (const path of paths) answers[path] = await picture(9)
  await queue(paths.slice(0, 6).map((path) => origin + path))
  await queue(
    paths.slice(6).map((path) => origin + path),
    OTHER,
  )
  // The killed server had taken one.
  await scheduler.query('select private.take_picture_downloads(1)')
  const both = await Promise.all([run(), run()])
  expect((both[0] ?? 0) + (both[1] ?? 0)).toBe(11)
  expect(new Set(asked).size).toBe(asked.length)
  await owner.query("update private.picture_downloads set due_at = now() - interval '1 second'")
  expect(await run()).toBe(1)
  expect(await waiting()).toEqual([])
})

test('a server that closes gives nothing up', async () => {
  await queue([`${origin}/late.png`])
  const closing = new AbortController()
  closing.abort()
  expect(await run(bucket(), closing.signal)).toBe(0)
  expect(await waiting()).toMatchObject([{ failure: null }])
})

test('a product keeps its own pictures in front and never has more than twelve; a file without a place is removed', async () => {
  await owner.query(
    "insert into public.product_images (product_id, image_url, display_order) select $1, 'product_images/own' || n || '.webp', n from generate_series(1, 11) n",
    [PRODUCT],
  )
  answers['/a.png'] = await picture(9)
  answers['/b.png'] = await picture(9)
  const files = bucket()
  await queue([`${origin}/a.png`, `${origin}/b.png`])
  expect(await run(files)).toBe(1)
  expect(await shown()).toHaveLength(12)
  expect((await shown())[0]?.image_url).toBe('product_images/own1.webp')
  expect(await waiting()).toMatchObject([{ failure: 'FULL' }])
  expect(files.files.size).toBe(1)
})

test('while the storage is away no picture is given up; later they are kept', async () => {
  answers['/a.png'] = await picture(20)
  await queue([`${origin}/a.png`])
  const away = { ...bucket(), put: () => Promise.reject(new UpstreamAway('The storage does not answer')) }
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await expect(run(away)).rejects.toThrow('The storage does not answer')
    await owner.query('update private.picture_downloads set due_at = now()')
  }
  expect(await waiting()).toEqual([{ address: '/a.png', failure: null, tries: 6 }])
  expect(await run()).toBe(1)
  expect(await shown()).toHaveLength(1)
})

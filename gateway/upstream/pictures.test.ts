import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openForwarding, type Forwarding } from '../testing/upstream.ts'

const publicRenditions = { widths: [160, 320], qualities: [75] }
const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#a02050' } })
  .png()
  .toBuffer()

type Bucket = { asked: string[]; etag: string; bytes: Buffer; status: number; type: string }

async function open(): Promise<Forwarding & { bucket: Bucket }> {
  const bucket: Bucket = { asked: [], etag: '"one"', bytes: picture, status: 200, type: 'image/png' }
  const forwarding = await openForwarding(
    (request, response) => {
      bucket.asked.push(`${request.method} ${request.url}`)
      const { etag, bytes, type, status } = bucket
      response.writeHead(status, {
        etag,
        'content-type': type,
        'content-length': bytes.length,
        'cache-control': 'public, max-age=3600',
        'last-modified': 'Tue, 24 Nov 2026 10:00:00 GMT',
      })
      response.end(request.method === 'HEAD' ? undefined : bytes)
    },
    { publicRenditions, permanentFiles: (bucket, key) => bucket === 'products' && key === 'once only.png' },
  )
  return { ...forwarding, bucket }
}

const SMALL = '/storage/v1/render/image/public/products/lipstick%20red.png?width=160&quality=75'

test('a size is rendered here, once, from the original of the project', async () => {
  const { fetch, bucket } = await open()
  for (let index = 0; index < 3; index += 1) {
    const answer = await fetch(SMALL, { headers: { accept: 'image/webp' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600, stale-while-revalidate=86400')
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(160)
  }
  expect(bucket.asked).toEqual(['HEAD /storage/v1/object/public/products/lipstick%20red.png', 'GET /storage/v1/object/public/products/lipstick%20red.png'])
})

test('a size of a permanent file may be kept for a year, one of any other as long as the project says', async () => {
  const { fetch } = await open()
  const controlOf = async (name: string) => (await fetch(SMALL.replace('lipstick%20red', name))).headers.get('cache-control')
  expect(await controlOf('once%20only')).toBe('public, max-age=31536000, immutable')
  expect(await controlOf('other')).toBe('public, max-age=3600, stale-while-revalidate=86400')
})

test('a browser that has it gets a 304', async () => {
  const { fetch } = await open()
  const etag = (await fetch(SMALL)).headers.get('etag') ?? ''
  expect((await fetch(SMALL, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('other sizes than the shop’s own are refused before the project is asked', async () => {
  const { fetch, bucket } = await open()
  for (const query of ['width=161&quality=75', 'width=160&quality=90', 'width=160&height=10&quality=75', ''])
    expect((await fetch(`/storage/v1/render/image/public/products/a.png?${query}`)).status, query).toBe(400)
  const token = `x.${Buffer.from(JSON.stringify({ url: 'products/a.png', transformations: 'width:2000,quality:75' })).toString('base64url')}.y`
  expect((await fetch(`/storage/v1/render/image/sign/products/a.png?token=${token}`)).status).toBe(400)
  expect(bucket.asked).toEqual([])
})

test('the project decides who may read the original', async () => {
  const { fetch, bucket } = await open()
  bucket.status = 400
  expect(await (await fetch(SMALL)).json()).toMatchObject({ statusCode: '404', message: 'Object not found' })
  bucket.status = 403
  expect(await (await fetch(SMALL.replace('public', 'authenticated'))).json()).toMatchObject({ statusCode: '403' })
  const token = `x.${Buffer.from(JSON.stringify({ url: 'products/a.png', transformations: 'width:160,quality:75' })).toString('base64url')}.y`
  await fetch(`/storage/v1/render/image/sign/products/a.png?token=${token}`)
  expect(bucket.asked.at(-1)).toBe(`HEAD /storage/v1/object/sign/products/a.png?token=${token}`)
})

test('what is no picture, or too large to render, is refused', async () => {
  const { fetch, bucket } = await open()
  bucket.type = 'image/svg+xml'
  expect((await fetch(SMALL)).status).toBe(400)
  Object.assign(bucket, { type: 'image/png', etag: '"two"', bytes: Buffer.alloc(21 * 1024 * 1024) })
  expect(await (await fetch(SMALL.replace('lipstick', 'large'))).json()).toMatchObject({ statusCode: '422' })
  expect(bucket.asked.filter((line) => line.startsWith('GET'))).toEqual([])
})

test('files themselves are forwarded', async () => {
  const { fetch, bucket } = await open()
  const answer = await fetch('/storage/v1/object/public/products/a.png')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bucket.bytes)
})

import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { changeOf, MAX_BYTES, MAX_READ, MAX_READ_BYTES, ResponseCache, type CachedAnswer, type ProductChange } from './response-cache.ts'

const page = (body: string | Buffer, type = 'text/html'): CachedAnswer => ({ status: 200, headers: { 'content-type': type }, body: Buffer.from(body) })

let cache: ResponseCache
const put = (key: string, answer: CachedAnswer, now?: number): void => cache.put(key, answer, cache.generation, null, now)
/** An answer that needs no compression is there at once. */
function text(key: string, now?: number): string | undefined {
  const answer = cache.get(key, 'identity', now)
  if (answer instanceof Promise) throw new Error(`${key} is being compressed`)
  return answer?.body.toString()
}
beforeEach(() => void (cache = new ResponseCache()))

test('a stored response is returned, others are undefined', () => {
  put('a', page('one'))
  expect(cache.get('a', 'identity')).toEqual(page('one'))
  expect(cache.get('b', 'identity')).toBeUndefined()
})

test('an entry expires after 60 s, a page, of which a part may be 5 s old, after 55 s, and it is a last resort for a day', () => {
  put('page /', page('one'), 1000)
  put('rest /', page('[]'), 1000)
  expect(text('page /', 55_999)).toBe('one')
  expect(text('page /', 56_000)).toBeUndefined()
  expect(text('rest /', 60_999)).toBe('[]')
  expect(text('rest /', 61_000)).toBeUndefined()
  expect(cache.getLastPage('rest /', 2000)).toBeUndefined()
  expect(cache.getLastPage('page /', 86_401_000)).toEqual({ answer: page('one'), read: 1000 })
  expect(cache.getLastPage('page /', 86_401_001)).toBeUndefined()
})

test('a change of the catalogue makes pages outdated, and forgets everything else', async () => {
  put('page /', page('one '.repeat(1000)), 0)
  const { bytes } = cache
  await cache.get('page /', 'br', 0)
  put('rest /', page('[]'), 0)
  cache.outdate()
  expect(text('page /', 0)).toBeUndefined()
  expect(cache.getLastPage('page /', 0)?.answer.body.toString()).toBe('one '.repeat(1000))
  expect(cache.getLastPage('rest /', 0)).toBeUndefined()
  expect(cache.bytes).toBeLessThan(bytes / 2) // the compressed copy is kept in place of the page
  put('page /', page('two'), 0)
  expect(text('page /', 0)).toBe('two')
})

test('a page that is outdated by its age is packed into the copy that was sent, and an answer of the API is forgotten', async () => {
  const body = 'one '.repeat(1000)
  for (const encoding of ['br', 'gzip', 'identity'] as const) {
    put(`page ${encoding}`, page(body), 0)
    await cache.get(`page ${encoding}`, encoding, 0)
  }
  put('page new', page(body), 6000)
  put('rest /', page(body), 0)
  const { bytes } = cache
  const released = cache.packOutdated(60_000)
  expect(released).toBeGreaterThan(3 * body.length)
  expect(cache.bytes).toBe(bytes - released)
  expect(cache.packOutdated(60_000)).toBe(0)
  expect(text('page new', 60_000)).toBe(body)
  for (const encoding of ['br', 'gzip', 'identity'] as const) {
    expect(text(`page ${encoding}`, 60_000)).toBeUndefined()
    // A clock that is set back makes none of them current again.
    expect(cache.get(`page ${encoding}`, encoding, 0)).toBeUndefined()
    expect(cache.getLastPage(`page ${encoding}`, 60_000)).toEqual({ answer: page(body), read: 0 })
  }
  for (let n = 0; n < 40; n += 1) put(`page ${n}`, page(randomBytes(MAX_BYTES / 10)), 60_000)
  expect(cache.bytes).toBeLessThanOrEqual(MAX_BYTES)
  cache.clear()
  expect(cache.bytes).toBe(0)
})

test('a second response under one key replaces the first', () => {
  put('a', page('one'), 0)
  const { bytes } = cache
  put('a', page('two'), 50_000)
  expect(text('a', 70_000)).toBe('two')
  expect(cache.bytes).toBe(bytes)
})

test('a cleared cache has nothing, not even as a last resort', () => {
  put('page /', page('one'))
  cache.clear()
  expect(cache.getLastPage('page /')).toBeUndefined()
  expect(text('a')).toBeUndefined()
  expect(cache.bytes).toBe(0)
})

test('a response begun before a change is not stored after it', () => {
  const { generation } = cache
  cache.clear()
  cache.put('a', page('old price'), generation)
  expect(text('a')).toBeUndefined()
  put('a', page('new price'))
  expect(text('a')).toBe('new price')
})

const CREAM = '00000000-0000-4000-8000-000000000011'
const SOAP = '11111111-0000-4000-8000-000000000022'
const of = (id: string, ...columns: string[]): ProductChange => ({ ids: [id], columns })
const shows = (...ids: string[]): CachedAnswer => page(ids.map((id) => `<a href="/products/x/${id}">`).join(' '))

test('a change of one product outdates the pages that show it, and every answer of the API', () => {
  put('page /products', shows(CREAM, SOAP), 0)
  put('page /about', page('About us'), 0)
  put('page /soap', shows(SOAP), 0)
  put('rest /', page('[]'), 0)
  cache.outdate(of(CREAM))
  expect(['page /products', 'page /about', 'page /soap', 'rest /'].map((key) => text(key, 0) !== undefined)).toEqual([false, true, true, false])
  expect(cache.getLastPage('page /products', 0)).toBeDefined()
  cache.outdate()
  expect(text('page /about', 0)).toBeUndefined()
})

test('a response begun before a change of one product is stored unless it shows it', () => {
  const { generation } = cache
  cache.outdate(of(CREAM))
  cache.put('page /old', shows(CREAM), generation)
  cache.put('page /soap', shows(SOAP), generation)
  cache.put('rest /', page('[]'), generation)
  expect(text('page /old')).toBeUndefined()
  expect(text('page /soap')).toBeDefined()
  expect(text('rest /')).toBeUndefined()
  put('page /old', shows(CREAM))
  expect(text('page /old')).toBeDefined()
})

test('a change of a column also outdates the pages whose lists depend on it, and those of which it is not known', () => {
  const lists = { 'page /by-price': ['price'], 'page /search': ['name', 'brand'], 'page /about': [], 'page /unknown': null, 'page /soap': [] }
  const putAll = (): void => {
    for (const [key, columns] of Object.entries(lists))
      cache.put(key, key === 'page /soap' ? shows(SOAP) : page(key), cache.generation, columns && new Set(columns), 0)
  }
  const left = (): string[] => Object.keys(lists).filter((key) => text(key, 0) !== undefined)
  for (const [change, kept] of [
    [of(CREAM), Object.keys(lists)],
    [of(CREAM, 'price'), ['page /search', 'page /about', 'page /soap']],
    [of(CREAM, 'stock', 'brand'), ['page /by-price', 'page /about', 'page /soap']],
    [of(SOAP, 'stock'), ['page /by-price', 'page /search', 'page /about']],
    [undefined, []],
  ] as const) {
    putAll()
    cache.outdate(change)
    expect(left()).toEqual(kept)
  }
})

test('a response begun before a change of a column is stored unless its lists depend on it', () => {
  const { generation } = cache
  cache.outdate(of(CREAM, 'price'))
  cache.put('page /by-price', page('old'), generation, new Set(['price']))
  cache.put('page /unknown', page('old'), generation)
  cache.put('page /search', page('new'), generation, new Set(['name']))
  expect(['page /by-price', 'page /unknown', 'page /search'].map((key) => text(key))).toEqual([undefined, undefined, 'new'])
})

test('an announcement names a table, or products and the changed columns', () => {
  expect(changeOf('products')).toBeUndefined()
  expect(changeOf(`products ${CREAM}`)).toEqual({ ids: [CREAM], columns: [] })
  expect(changeOf(`products ${CREAM} ${SOAP} :price,name`)).toEqual({ ids: [CREAM, SOAP], columns: ['price', 'name'] })
})

test('a response that many changes overtake is not stored', () => {
  const { generation } = cache
  for (let time = 0; time < 1001; time += 1) cache.outdate(of(SOAP))
  cache.put('page /', shows(CREAM), generation)
  expect(text('page /')).toBeUndefined()
  const { generation: last } = cache
  cache.outdate(of(SOAP))
  cache.put('page /', shows(CREAM), last)
  expect(text('page /')).toBeDefined()
})

test('a page that shows very many products is outdated by every change', () => {
  put('page /all', shows(...Array.from({ length: 501 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)))
  cache.outdate(of('99999999-0000-4000-8000-000000000000'))
  expect(text('page /all')).toBeUndefined()
})

test('every encoding decompresses to the same body and is compressed once', async () => {
  const body = 'कुमकुम '.repeat(500)
  put('a', page(body))
  const compressing = cache.get('a', 'br')
  expect(cache.get('a', 'br')).toBe(compressing)
  const brotli = await compressing
  const gzip = await cache.get('a', 'gzip')
  expect(brotli?.headers['content-encoding']).toBe('br')
  expect(gzip?.headers['content-encoding']).toBe('gzip')
  expect(brotliDecompressSync(brotli?.body ?? '').toString()).toBe(body)
  expect(gunzipSync(gzip?.body ?? '').toString()).toBe(body)
  expect(cache.get('a', 'br')).toBe(brotli)
  expect(cache.get('a', 'identity')).toEqual(page(body))
})

/** Text that a better compression makes smaller. */
const LIST = Array.from({ length: 2000 }, (_, index) => `<li class="item">${(index * 7919) % 1009} of ${(index * 104_729) % 997}</li>`).join('')

test('a response that is asked for again is compressed better, and counts with its new size', async () => {
  put('a', page(LIST))
  const empty = cache.bytes
  const quick = await cache.get('a', 'br')
  expect(cache.get('a', 'br')).toBe(quick)
  await expect.poll(() => cache.get('a', 'br')).not.toBe(quick)
  const small = await cache.get('a', 'br')
  expect(small?.body.length).toBeLessThan(quick?.body.length ?? 0)
  expect(brotliDecompressSync(small?.body ?? '').toString()).toBe(LIST)
  expect(cache.bytes).toBe(empty + (small?.body.length ?? 0))
})

test('what is outdated, evicted or forgotten while it is compressed is sent but not kept', async () => {
  const drops = [() => cache.outdate(), () => cache.clear(), () => put('page a', page('new'))]
  for (const drop of drops) {
    put('page a', page(LIST))
    const compressing = cache.get('page a', 'br')
    drop()
    const { bytes } = cache
    expect(brotliDecompressSync((await compressing)?.body ?? '').toString()).toBe(LIST)
    expect(cache.bytes).toBe(bytes)
    cache.clear()
    expect(cache.bytes).toBe(0)
  }
})

test('images and short responses are not compressed', async () => {
  put('picture', page(randomBytes(5000), 'image/png'))
  put('short', page('ok'))
  for (const key of ['picture', 'short']) expect((await cache.get(key, 'br'))?.headers['content-encoding'], key).toBeUndefined()
})

test('the size limit holds for all entries and encodings: the oldest are evicted', async () => {
  const body = randomBytes(3_000_000)
  for (let index = 0; index < 40; index += 1) {
    const key = `key ${index}`
    put(key, page(body))
    await cache.get(key, index % 10 === 9 ? 'gzip' : 'identity')
    expect(cache.bytes).toBeLessThanOrEqual(MAX_BYTES)
  }
  expect(cache.get('key 39', 'identity')).toBeDefined()
  expect(cache.get('key 0', 'identity')).toBeUndefined()
  expect(cache.bytes).toBeGreaterThan(MAX_BYTES / 2)
})

test('small responses count with their keys', () => {
  const shape = 'x'.repeat(16_000)
  for (let index = 0; index < 3000; index += 1) put(`${index} ${shape}`, page(''))
  expect(cache.bytes).toBeLessThanOrEqual(MAX_BYTES)
  expect(cache.get(`0 ${shape}`, 'identity')).toBeUndefined()
  expect(cache.get(`2999 ${shape}`, 'identity')).toBeDefined()
})

test('a response that is too large is not stored and evicts nothing', () => {
  put('a', page('one'))
  put('huge', page(Buffer.alloc(MAX_BYTES / 2)))
  expect(cache.get('huge', 'identity')).toBeUndefined()
  expect(text('a')).toBe('one')
})

test('reads of programs evict each other, and neither a page nor what pages read', async () => {
  put('page /', page('one'))
  put('shell /rest/v1/settings?select=*', page('two'))
  const { bytes } = cache
  for (let index = 0; index < 40; index += 1) {
    put(`rest /rest/v1/products?select=id&offset=${index}`, page(randomBytes(MAX_READ - 2000)))
    await cache.get(`rest /rest/v1/products?select=id&offset=${index}`, 'gzip')
    expect(cache.bytes).toBeLessThanOrEqual(bytes + MAX_READ_BYTES)
  }
  expect(text('page /')).toBe('one')
  expect(text('shell /rest/v1/settings?select=*')).toBe('two')
  expect(cache.get('rest /rest/v1/products?select=id&offset=0', 'identity')).toBeUndefined()
  expect(cache.get('rest /rest/v1/products?select=id&offset=39', 'identity')).toBeDefined()
  put('rest /rest/v1/products?select=*', page(randomBytes(MAX_READ)))
  expect(cache.get('rest /rest/v1/products?select=*', 'identity')).toBeUndefined()
  for (let n = 0; n < 40; n += 1) put(`page ${n}`, page(randomBytes(MAX_BYTES / 10)))
  expect(cache.get('rest /rest/v1/products?select=id&offset=39', 'identity')).toBeDefined()
  expect(cache.bytes).toBeLessThanOrEqual(MAX_BYTES)
})

import { beforeEach, expect, test } from 'vitest'
import { ResponseCache } from './response-cache.ts'
import { keepShellReads } from './shell-reads.ts'

const KEY = 'sb_publishable_1'
const SETTINGS = 'https://shop.example/rest/v1/settings?select=*'

let cache: ResponseCache
let asked: string[]
let answer: () => Response
let read: typeof fetch
beforeEach(() => {
  cache = new ResponseCache()
  asked = []
  answer = () => Response.json([{ name: `read ${asked.length}` }])
  read = keepShellReads(
    async (input) => {
      asked.push(String(input))
      return answer()
    },
    cache,
    KEY,
  )
})

const readName = async (address = SETTINGS, init: RequestInit = { headers: { apikey: KEY } }): Promise<string> => {
  const [row] = (await (await read(address, init)).json()) as { name: string }[]
  return row?.name ?? ''
}

test('what every page reads is read once, until anything changes', async () => {
  expect([await readName(), await readName()]).toEqual(['read 1', 'read 1'])
  cache.outdate({ ids: ['00000000-0000-4000-8000-000000000011'], columns: [] })
  expect([await readName(), await readName()]).toEqual(['read 2', 'read 2'])
  cache.clear()
  expect(await readName()).toBe('read 3')
})

test('a read that a change overtakes is not kept', async () => {
  answer = () => {
    cache.outdate()
    return Response.json([{ name: 'old' }])
  }
  await readName()
  answer = () => Response.json([{ name: 'new' }])
  expect(await readName()).toBe('new')
})

test('a failed read is not kept', async () => {
  answer = () => Response.json({ message: 'away' }, { status: 503 })
  expect((await read(SETTINGS, { headers: { apikey: KEY } })).status).toBe(503)
  answer = () => Response.json([{ name: 'back' }])
  expect(await readName()).toBe('back')
})

test('one answer in another shape is another answer', async () => {
  await readName()
  await read(SETTINGS, { headers: { apikey: KEY, accept: 'application/vnd.pgrst.object+json' } })
  expect(asked).toHaveLength(2)
})

for (const [name, address, init] of [
  ['other credentials', SETTINGS, { headers: { apikey: KEY, authorization: 'Bearer preview' } }],
  ['another key', SETTINGS, { headers: { apikey: 'sb_secret_1' } }],
  ['products', 'https://shop.example/rest/v1/products?select=*', { headers: { apikey: KEY } }],
  ['a write', SETTINGS, { method: 'PATCH', headers: { apikey: KEY } }],
  ['a path that only looks like it', 'https://shop.example/rest/v1/settings/../orders?select=*', { headers: { apikey: KEY } }],
] as const) {
  test(`${name}: never kept`, async () => {
    expect([await readName(address, init), await readName(address, init)]).toEqual(['read 1', 'read 2'])
    expect(cache.bytes).toBe(0)
  })
}

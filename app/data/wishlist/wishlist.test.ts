import { beforeEach, expect, test, vi } from 'vitest'
import type { Marks } from './marks.ts'

const session = vi.hoisted<{ state: { status: string; user: { id: string } | null } }>(() => ({ state: { status: 'signed-in', user: null } }))
vi.mock('../session/session.ts', () => ({ sessionStore: { read: () => session.state, subscribe: () => () => undefined } }))

const server = vi.hoisted(() => ({ rows: [] as string[], refuse: null as { message: string; code: string } | null, calls: [] as unknown[] }))
vi.mock('../api/supabase.ts', () => {
  const answer = (data: unknown) => Promise.resolve(server.refuse ? { data: null, error: server.refuse } : { data, error: null })
  const table = {
    select: () => ({ eq: () => Promise.resolve({ data: server.rows.map((product_id) => ({ product_id })), error: null }) }),
    upsert: (row: unknown) => (server.calls.push(['upsert', row]), answer(null)),
    delete: () => ({ eq: () => ({ eq: (_: string, id: string) => (server.calls.push(['delete', id]), answer(null)) }) }),
  }
  return { loadSupabase: () => Promise.resolve({ from: () => table }) }
})

const PRODUCT = { id: '00000000-0000-4000-8000-00bbbb000001', name: 'Rose Cream' }
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
const storage = new Map<string, string>()

async function open() {
  vi.resetModules()
  const { openWishlist } = await import('./wishlist.ts')
  const { toastStore } = await import('../../ui/overlay/toast.ts')
  let now: ReadonlySet<string> | null = null
  const marks: Marks = { read: () => now, publish: (next) => void (now = next), subscribe: () => () => undefined }
  const list = openWishlist(marks)
  return { list, held: () => now && [...now], toasts: () => toastStore.read().map(({ title, description }) => [title, description]) }
}

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('location', { pathname: '/products', search: '?q=rose' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  storage.clear()
  Object.assign(server, { rows: [], refuse: null, calls: [] })
  session.state = { status: 'signed-in', user: { id: 'u1' } }
})

test('the heart adds a product, and a second press removes it', async () => {
  const { list, held, toasts } = await open()
  list.follow()
  await settled()
  await list.press(PRODUCT, vi.fn())
  expect(held()).toEqual([PRODUCT.id])
  await list.press(PRODUCT, vi.fn())
  expect(held()).toEqual([])
  expect(server.calls).toEqual([
    ['upsert', { user_id: 'u1', product_id: PRODUCT.id }],
    ['delete', PRODUCT.id],
  ])
  expect(toasts()).toEqual([
    ['Added to your wishlist', 'Rose Cream'],
    ['Removed from your wishlist', 'Rose Cream'],
  ])
})

test('a refusal is undone, with a message that a customer understands', async () => {
  const { list, held, toasts } = await open()
  list.follow()
  await settled()
  server.refuse = { code: '42501', message: 'new row violates row-level security policy for table "wishlist_items"' }
  await list.press(PRODUCT, vi.fn())
  expect(held()).toEqual([])
  expect(toasts()).toEqual([["We couldn't add it to your wishlist", 'This product is no longer available.']])
})

test('a visitor goes to the login and back, and the product is on the list after the sign-in', async () => {
  session.state = { status: 'signed-out', user: null }
  const visitor = await open()
  const navigate = vi.fn()
  await visitor.list.press(PRODUCT, navigate)
  expect(navigate).toHaveBeenCalledWith('/login', { state: { from: '/products?q=rose' } })
  expect(server.calls).toEqual([])
  session.state = { status: 'signed-in', user: { id: 'u1' } }
  server.rows = [PRODUCT.id]
  const customer = await open()
  customer.list.follow()
  await settled()
  expect(server.calls).toEqual([['upsert', { user_id: 'u1', product_id: PRODUCT.id }]])
  expect(customer.held()).toEqual([PRODUCT.id])
  // The wish is returned only once.
  const again = await open()
  again.list.follow()
  await settled()
  expect(server.calls).toHaveLength(1)
})

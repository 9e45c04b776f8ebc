import { beforeEach, expect, test, vi } from 'vitest'
import type { CartItem } from './cart-calls.ts'
import { cartProduct } from './testing/cart-product.ts'
import { MemoryStorage } from '../session/testing/memory-storage.ts'

const shop = vi.hoisted(() => ({
  cart: new Map<string, number>(),
  stock: new Map<string, number>(),
  /** products that the shop refuses to put into a cart */
  refuses: new Set<string>(),
  batches: [] as string[][],
  reachable: true,
  onBatch: (): void => undefined,
  onRead: (): void => undefined,
}))
const product = (id: string) => cartProduct({ id, name: id, stock: shop.stock.get(id) ?? 20 })

vi.mock('./cart-calls.ts', () => ({
  fetchCart: async () => {
    const lines = [...shop.cart].map(([id, quantity]): CartItem => ({ product_id: id, quantity, product: product(id) }))
    shop.onRead()
    await Promise.resolve()
    return lines
  },
  readProducts: (ids: string[]) => Promise.resolve(ids.map(product)),
  putItems: async (_user: string, lines: { product_id: string; quantity: number }[]) => {
    await Promise.resolve()
    shop.onBatch()
    shop.batches.push(lines.map((line) => line.product_id))
    if (lines.some((line) => shop.refuses.has(line.product_id))) throw new Error('refused')
    for (const line of lines) shop.cart.set(line.product_id, line.quantity)
  },
  removeItem: (_user: string, id: string) => Promise.resolve(void shop.cart.delete(id)),
}))
vi.mock('../api/connection.ts', () => ({ isLost: () => !navigator.onLine, reachable: () => Promise.resolve(shop.reachable) }))
vi.mock('../session/session.ts', () => ({ sessionStore: { read: () => ({ user: { id: 'u' } }) } }))

beforeEach(() => {
  vi.resetModules()
  for (const storage of ['localStorage', 'sessionStorage']) vi.stubGlobal(storage, new MemoryStorage())
  vi.stubGlobal('navigator', { onLine: true })
  shop.cart = new Map([['held', 2]])
  shop.stock = new Map()
  shop.refuses = new Set()
  shop.batches = []
  shop.onBatch = shop.onRead = () => undefined
  shop.reachable = true
})

/** The cart and the messages after these quantities were queued and the cart is read. */
async function save(wanted: Record<string, number>) {
  const [{ fetchCart }, { cachedCart, queueChange }] = await Promise.all([import('./offline-cart.ts'), import('./cached-cart.ts')])
  await fetchCart('u')
  for (const [id, quantity] of Object.entries(wanted)) queueChange('u', id, quantity)
  await fetchCart('u')
  const kept = cachedCart('u')
  return { pending: kept?.pending, messages: kept?.messages.map(({ productId, kind }) => [productId, kind]) }
}

test('queued changes are saved in one request, and removals with them', async () => {
  expect(await save({ one: 6, two: 12, held: 0 })).toEqual({ pending: [], messages: [] })
  expect(shop.batches).toEqual([['one', 'two']])
  expect(Object.fromEntries(shop.cart)).toEqual({ one: 6, two: 12 })
})

test('one refused change does not take the others with it', async () => {
  shop.refuses.add('two')
  expect(await save({ one: 6, two: 12, held: 5 })).toEqual({ pending: [], messages: [['two', 'refused']] })
  expect(Object.fromEntries(shop.cart)).toEqual({ one: 6, held: 5 })
})

test('what is sold out is not put into the cart, with a message', async () => {
  shop.stock.set('two', 0)
  expect(await save({ one: 6, two: 12 })).toEqual({ pending: [], messages: [['two', 'sold-out']] })
  expect(Object.fromEntries(shop.cart)).toEqual({ held: 2, one: 6 })
})

test('a change made while the one before is being saved starts from what was saved', async () => {
  const { cachedCart, cacheCart, finishChanges, queueChange } = await import('./cached-cart.ts')
  cacheCart('u', [])
  queueChange('u', 'one', 6)
  queueChange('u', 'one', 7)
  finishChanges('u', [{ change: { productId: 'one', base: 0, target: 6 }, held: 6, messages: [] }])
  expect(cachedCart('u')?.pending).toEqual([{ productId: 'one', base: 6, target: 7 }])
})

test('a change back while the one before is being saved is saved too', async () => {
  const { fetchCart } = await import('./offline-cart.ts')
  const { queueChange } = await import('./cached-cart.ts')
  await fetchCart('u')
  queueChange('u', 'held', 6)
  shop.onBatch = () => queueChange('u', 'held', 2)
  await fetchCart('u')
  shop.onBatch = () => undefined
  await fetchCart('u')
  expect(Object.fromEntries(shop.cart)).toEqual({ held: 2 })
})

test('a quantity whose response was lost is not taken for a change of another device', async () => {
  const { fetchCart } = await import('./offline-cart.ts')
  const { cachedCart, queueChange } = await import('./cached-cart.ts')
  await fetchCart('u')
  queueChange('u', 'held', 6)
  shop.onBatch = () => {
    shop.cart.set('held', 6)
    throw new TypeError('Failed to fetch')
  }
  shop.reachable = false
  await fetchCart('u')
  shop.onBatch = () => undefined
  shop.reachable = true
  queueChange('u', 'held', 7)
  await fetchCart('u')
  expect(Object.fromEntries(shop.cart)).toEqual({ held: 7 })
  expect(cachedCart('u')?.messages).toEqual([])
})

test('a response that another tab has outdated is requested again', async () => {
  const { fetchCart } = await import('./offline-cart.ts')
  const { noteWritten } = await import('./cached-cart.ts')
  await fetchCart('u')
  shop.onRead = () => {
    shop.onRead = () => undefined
    // The other tab's write arrives after this response was computed.
    queueMicrotask(() => {
      shop.cart.set('held', 5)
      noteWritten('u', [{ productId: 'held', quantity: 5 }])
    })
  }
  expect((await fetchCart('u')).map(({ quantity }) => quantity)).toEqual([5])
})

test('what was changed without a sign-out since is saved, and after a sign-out nothing is', async () => {
  const { fetchCart } = await import('./offline-cart.ts')
  const { recordChange, unsavedChanges } = await import('./unsaved-changes.ts')
  recordChange('u', 'one', 6)
  await fetchCart('u')
  expect(Object.fromEntries(shop.cart)).toEqual({ held: 2, one: 6 })
  expect(unsavedChanges('u')).toEqual({})
  recordChange('u', 'one', 9)
  expect(unsavedChanges('another')).toEqual({})
  const { forgetPersonalStorage } = await import('../session/personal-storage.ts')
  shop.onRead = forgetPersonalStorage
  await fetchCart('u')
  expect(shop.cart.get('one')).toBe(6)
})

import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionState } from '../session/session.ts'
import type { CartState } from './cart-store.ts'
import { cartProduct } from './testing/cart-product.ts'

const calls = vi.hoisted(() => ({ addItem: vi.fn(), fetchCart: vi.fn(), removeAll: vi.fn(), removeItem: vi.fn(), updateQuantity: vi.fn() }))
const session = vi.hoisted(() => ({
  state: { status: 'signed-in', user: { id: 'u1', email: 'a@b.example', fullName: '' }, profile: null, profileRead: true } as SessionState,
  listeners: new Set<() => void>(),
}))
vi.mock('./cart-calls.ts', () => calls)
vi.mock('../api/connection.ts', () => ({
  isLost: () => false,
  connectionStore: { subscribe: () => () => undefined, read: () => ({ line: 'steady' }) },
  reachable: () => Promise.resolve(true),
}))
vi.mock('../session/session.ts', () => ({
  sessionStore: {
    read: () => session.state,
    subscribe: (listener: () => void) => {
      session.listeners.add(listener)
      return () => session.listeners.delete(listener)
    },
  },
}))

const signedIn = session.state
const line = (product_id: string, quantity: number) => ({ product_id, quantity, product: null })

async function openCart(items: unknown[]) {
  vi.resetModules()
  session.listeners.clear()
  calls.fetchCart.mockResolvedValue(items)
  const cart = await import('./cart.ts')
  const changes = await import('./change-cart.ts')
  const { readCart } = await import('./cart-store.ts')
  const { toastStore } = await import('../../ui/overlay/toast.ts')
  // Any first use starts the cart; adding nothing new has the fewest side effects here.
  await cart.addToCart(cartProduct({ id: 'start' }), 1)
  await cart.reloadCart()
  for (const call of Object.values(calls)) call.mockClear()
  return { ...cart, ...changes, readCart, titles: () => toastStore.read().map((toast) => toast.title) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('SSR', false)
  session.state = signedIn
  vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('navigator', { onLine: true })
  for (const call of Object.values(calls)) call.mockReset().mockResolvedValue(undefined)
})

test('several presses of plus are one write with the last quantity', async () => {
  const cart = await openCart([line('a', 1)])
  cart.setQuantity('a', 2)
  cart.setQuantity('a', 3)
  cart.setQuantity('a', 4)
  expect(cart.readCart().items).toEqual([line('a', 4)])
  await vi.runAllTimersAsync()
  expect(calls.updateQuantity.mock.calls).toEqual([['u1', 'a', 4]])
})

test('settling saves pending changes at once', async () => {
  const cart = await openCart([line('a', 1)])
  cart.setQuantity('a', 5)
  await cart.settleCart()
  expect(calls.updateQuantity.mock.calls).toEqual([['u1', 'a', 5]])
})

test('a refused change is reported and the cart read again', async () => {
  const cart = await openCart([line('a', 1)])
  calls.updateQuantity.mockRejectedValue(new TypeError('Failed to fetch'))
  cart.setQuantity('a', 9)
  await vi.advanceTimersByTimeAsync(1000)
  expect(cart.titles()).toContain('Failed to update cart')
  expect(cart.readCart().items).toEqual([line('a', 1)])
})

test('a quantity of 0 removes the line, and Undo brings it back', async () => {
  const cart = await openCart([line('a', 6)])
  cart.setQuantity('a', 0)
  expect(cart.readCart().items).toEqual([])
  await vi.advanceTimersByTimeAsync(10)
  expect(calls.removeItem.mock.calls).toEqual([['u1', 'a']])
  const { toastStore } = await import('../../ui/overlay/toast.ts')
  const action = toastStore.read().find((toast) => toast.title === 'Item removed from cart')?.action
  if (action && 'onClick' in action) action.onClick()
  await vi.advanceTimersByTimeAsync(10)
  expect(calls.addItem.mock.calls).toEqual([['u1', 'a', 6]])
})

test('a response requested before a removal does not restore the line', async () => {
  const cart = await openCart([line('a', 6)])
  let answer = (_items: unknown[]): void => undefined
  calls.fetchCart.mockReturnValueOnce(new Promise((resolve) => (answer = resolve))).mockResolvedValue([])
  const reading = cart.reloadCart()
  await vi.advanceTimersByTimeAsync(1)
  cart.removeFromCart('a')
  answer([line('a', 6)])
  await reading
  expect(cart.readCart().items).toEqual([])
})

test('a session that is reported twice reads the cart once', async () => {
  const cart = await openCart([line('a', 6)])
  session.state = { ...signedIn }
  for (const listener of session.listeners) listener()
  for (const listener of session.listeners) listener()
  await vi.advanceTimersByTimeAsync(1)
  expect(calls.fetchCart).not.toHaveBeenCalled()
  expect(cart.readCart().status).toBe('ready')
})

test('signing out empties the cart', async () => {
  const cart = await openCart([line('a', 6)])
  session.state = { status: 'signed-out', user: null, profile: null, profileRead: false, ended: null, lapsed: false, failed: false }
  for (const listener of session.listeners) listener()
  expect(cart.readCart()).toEqual({ status: 'signed-out', items: [] })
})

test('a signed-out visitor is asked to login and nothing is written', async () => {
  const cart = await openCart([])
  session.state = { status: 'signed-out', user: null, profile: null, profileRead: false, ended: null, lapsed: false, failed: false }
  expect(await cart.addToCart(cartProduct({ id: 'a' }), 1)).toMatchObject({
    ok: false,
    code: 'LOGIN_REQUIRED',
    message: 'Please login to add items to your cart',
  })
  expect(calls.addItem).not.toHaveBeenCalled()
})

test('an item added while the stored session is read waits for it', async () => {
  const cart = await openCart([])
  session.state = { ...signedIn, status: 'loading', user: null }
  const adding = cart.addToCart(cartProduct({ id: 'a' }), 2)
  await vi.advanceTimersByTimeAsync(1)
  expect(calls.addItem).not.toHaveBeenCalled()
  session.state = signedIn
  for (const listener of session.listeners) listener()
  expect(await adding).toEqual({ ok: true })
  expect(calls.addItem.mock.calls).toEqual([['u1', 'a', 2]])
})

const quantities = ({ readCart }: { readCart: () => CartState }) => readCart().items.map(({ quantity }) => quantity)

test('what is added is in the cart before the shop answers, on top of what the cart had', async () => {
  const cart = await openCart([line('a', 3)])
  let arrive = (): void => undefined
  calls.addItem.mockReturnValue(new Promise<void>((resolve) => (arrive = resolve)))
  calls.fetchCart.mockResolvedValue([line('a', 5)])
  const adding = cart.addToCart(cartProduct({ id: 'a' }), 2)
  expect(quantities(cart)).toEqual([5])
  await vi.advanceTimersByTimeAsync(1000)
  expect(quantities(cart)).toEqual([5])
  arrive()
  expect(await adding).toEqual({ ok: true })
  expect(quantities(cart)).toEqual([5])
})

test('what the shop refuses is taken out again, with its reason', async () => {
  const cart = await openCart([line('a', 3)])
  calls.addItem.mockRejectedValue(new Error('A cart holds at most 1,000 products'))
  const adding = cart.addToCart(cartProduct({ id: 'b' }), 2)
  expect(cart.readCart().items).toHaveLength(2)
  expect(await adding).toEqual({ ok: false, code: 'FAILED', message: 'A cart holds at most 1,000 products' })
  expect(cart.readCart().items).toEqual([line('a', 3)])
})

test('an item added while the stored session is read is shown at once, and counts with what the cart turns out to have', async () => {
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ user: { id: 'u1' } }), setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('location', { hostname: 'shop.example', hash: '' })
  session.state = { ...signedIn, status: 'loading', user: null }
  vi.resetModules()
  session.listeners.clear()
  calls.fetchCart.mockResolvedValueOnce([line('a', 3)]).mockResolvedValue([line('a', 5)])
  const { addToCart } = await import('./cart.ts')
  const { readCart } = await import('./cart-store.ts')
  const shown = () => quantities({ readCart })
  const adding = addToCart(cartProduct({ id: 'a' }), 2)
  expect(shown()).toEqual([2])
  session.state = signedIn
  for (const listener of session.listeners) listener()
  expect(shown()).toEqual([2])
  expect(await adding).toEqual({ ok: true })
  expect(shown()).toEqual([5])
})

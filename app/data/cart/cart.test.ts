import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionState } from '../session/session.ts'

const calls = vi.hoisted(() => ({ addItem: vi.fn(), fetchCart: vi.fn(), removeAll: vi.fn(), removeItem: vi.fn(), updateQuantity: vi.fn() }))
const session = vi.hoisted(() => ({
  state: { status: 'signed-in', user: { id: 'u1', email: 'a@b.example', fullName: '' }, profile: null, profileRead: true } as SessionState,
  listeners: new Set<() => void>(),
}))
vi.mock('./cart-calls.ts', () => calls)
vi.mock('../api/connection.ts', () => ({
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
  const { readCart } = await import('./cart-store.ts')
  const { toastStore } = await import('../../ui/toast.ts')
  // Any first use starts the cart; adding nothing new has the fewest side effects here.
  await cart.addToCart('start', 1)
  for (const call of Object.values(calls)) call.mockClear()
  return { ...cart, readCart, titles: () => toastStore.read().map((toast) => toast.title) }
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

test('settling saves at once what still waits', async () => {
  const cart = await openCart([line('a', 1)])
  cart.setQuantity('a', 5)
  await cart.settleCart()
  expect(calls.updateQuantity.mock.calls).toEqual([['u1', 'a', 5]])
})

test('a refused change is told and the truth read again', async () => {
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
  const { toastStore } = await import('../../ui/toast.ts')
  const action = toastStore.read().find((toast) => toast.title === 'Item removed from cart')?.action
  if (action && 'onClick' in action) action.onClick()
  await vi.advanceTimersByTimeAsync(10)
  expect(calls.addItem.mock.calls).toEqual([['u1', 'a', 6]])
})

test('an answer asked for before a removal does not bring the line back', async () => {
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

test('a session that is told twice is one reading of the cart', async () => {
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
  expect(await cart.addToCart('a', 1)).toMatchObject({ ok: false, code: 'LOGIN_REQUIRED', message: 'Please login to add items to your cart' })
  expect(calls.addItem).not.toHaveBeenCalled()
})

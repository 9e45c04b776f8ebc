/** Presses of the trade list while reads and writes are on their way: what is shown is always the last press. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionState } from '../session/session.ts'
import { MemoryStorage } from '../session/testing/memory-storage.ts'
import type { CartItem } from './cart-calls.ts'
import { cartProduct } from './testing/cart-product.ts'

const user = { id: 'u1', email: 'a@b.example', fullName: '' }
const loading: SessionState = { status: 'loading', user: null, profile: null, profileRead: false, ended: null, lapsed: false, failed: false }
const signedIn: SessionState = { ...loading, status: 'signed-in', user }
const signedOut: SessionState = { ...loading, status: 'signed-out' }

const session = vi.hoisted(() => ({ state: null as unknown, listeners: new Set<() => void>() }))
/** The shop, whose requests wait until the test lets the next one arrive, be answered, or both. */
const shop = vi.hoisted(() => ({ cart: new Map<string, number>(), requests: [] as { name: string; arrive: () => void; answer: () => void }[] }))

function request<Answer>(name: string, work: () => Answer): Promise<Answer> {
  return new Promise((resolve) => {
    let result: Answer
    shop.requests.push({ name, arrive: () => (result = work()), answer: () => resolve(result) })
  })
}

const lines = (): CartItem[] => [...shop.cart].map(([id, quantity]) => ({ product_id: id, quantity, product: cartProduct({ id }) }))

vi.mock('./cart-calls.ts', () => ({
  fetchCart: () => request('read', lines),
  readProducts: (ids: string[]) => Promise.resolve(ids.map((id) => cartProduct({ id }))),
  putItems: (_user: string, put: { product_id: string; quantity: number }[]) =>
    request(`put ${put.map(({ quantity }) => quantity).join()}`, () => put.forEach((line) => shop.cart.set(line.product_id, line.quantity))),
  updateQuantity: (_user: string, id: string, quantity: number) => request(`update ${quantity}`, () => void shop.cart.set(id, quantity)),
  removeItem: (_user: string, id: string) => request('remove', () => void shop.cart.delete(id)),
}))
vi.mock('../api/connection.ts', () => ({ isLost: () => !navigator.onLine, reachable: () => Promise.resolve(true) }))
vi.mock('../session/session.ts', () => ({
  sessionStore: {
    read: () => session.state,
    subscribe: (listener: () => void) => {
      session.listeners.add(listener)
      return () => session.listeners.delete(listener)
    },
  },
}))

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubEnv('SSR', false)
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('location', { hostname: 'shop.example', hash: '' })
  vi.stubGlobal('document', { addEventListener: () => undefined })
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('navigator', { onLine: true })
  localStorage.setItem('sb-shop-auth-token', JSON.stringify({ user: { id: 'u1' } }))
  session.listeners.clear()
  session.state = signedIn
  shop.cart = new Map()
  shop.requests = []
})

async function settled() {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}
const afterTheLast = () => vi.advanceTimersByTimeAsync(400)

/** Lets the next request through. */
async function next(name: string, how: 'arrive' | 'both' = 'both') {
  await settled()
  const [first] = shop.requests
  expect(first?.name).toBe(name)
  first?.arrive()
  if (how === 'both') await answered()
}

/** The response of the request that has arrived. */
async function answered() {
  shop.requests.shift()?.answer()
  await settled()
}

async function everything() {
  for (let idle = 0; idle < 2; idle += 1) {
    await afterTheLast()
    await settled()
    for (; shop.requests.length > 0; idle = 0) await next(shop.requests[0]?.name ?? '')
  }
}

async function tradeList() {
  const { putInCart } = await import('./put-in-cart.ts')
  const { readCart } = await import('./cart-store.ts')
  const cart = { ...(await import('./cart.ts')), ...(await import('./change-cart.ts')) }
  const { toastStore } = await import('../../ui/overlay/toast.ts')
  return {
    ...cart,
    press: (quantity: number) => putInCart(cartProduct(), quantity),
    shown: () => readCart().items.find(({ product_id }) => product_id === 'k')?.quantity ?? 0,
    readCart,
    titles: () => toastStore.read().map(({ title }) => title),
    become: (state: SessionState) => {
      session.state = state
      for (const listener of session.listeners) listener()
    },
  }
}

test('a read requested before a change and answered after it does not hide that change', async () => {
  const list = await tradeList()
  list.press(2)
  await everything()
  void list.reloadCart()
  await next('read', 'arrive')
  list.press(6)
  await answered()
  expect(list.shown()).toBe(6)
  await everything()
  expect([list.shown(), shop.cart.get('k')]).toEqual([6, 6])
})

test('presses while the one before is being sent are shown throughout, and the last one is saved', async () => {
  const list = await tradeList()
  list.press(2)
  await next('read')
  await next('put 2', 'arrive')
  for (const quantity of [6, 7]) list.press(quantity)
  await answered()
  expect(list.shown()).toBe(7)
  await next('read')
  expect(list.shown()).toBe(7)
  await everything()
  expect([list.shown(), shop.cart.get('k')]).toEqual([7, 7])
})

test('a press back to the first quantity while the second is being sent wins', async () => {
  shop.cart.set('k', 2)
  const list = await tradeList()
  list.press(2)
  await everything()
  list.press(6)
  await afterTheLast()
  await next('read')
  await next('put 6', 'arrive')
  list.press(2)
  await answered()
  expect(list.shown()).toBe(2)
  await everything()
  expect([list.shown(), shop.cart.get('k')]).toEqual([2, 2])
})

test('presses before the session is read are shown at once, in order, and are saved when it arrives', async () => {
  session.state = loading
  const list = await tradeList()
  list.press(2)
  list.press(6)
  expect(list.shown()).toBe(6)
  await afterTheLast()
  list.press(7)
  list.become(signedIn)
  expect(list.shown()).toBe(7)
  await everything()
  expect([list.shown(), shop.cart.get('k')]).toEqual([7, 7])
})

test('a press whose session turns out to have ended asks for the login and is not shown', async () => {
  session.state = loading
  const list = await tradeList()
  list.press(6)
  list.become(signedOut)
  await settled()
  expect(list.readCart()).toEqual({ status: 'signed-out', items: [] })
  expect(list.titles()).toEqual(['Please login to add items to your cart'])
})

test('a press of one customer is not shown to the next', async () => {
  const list = await tradeList()
  list.press(6)
  await everything()
  list.press(7)
  list.become({ ...signedIn, user: { ...user, id: 'u2' } })
  expect(list.shown()).toBe(0)
  await everything()
  expect(shop.cart.get('k')).toBe(6)
})

test.each(['at once', 'while the session is read', 'while it is sent', 'after it arrived'])('a page that is killed %s has lost nothing', async (moment) => {
  if (moment === 'while the session is read') session.state = loading
  const killed = await tradeList()
  killed.press(6)
  if (moment.endsWith('sent') || moment.endsWith('arrived')) await next('read')
  if (moment.endsWith('arrived')) await next('put 6', 'arrive')
  vi.resetModules()
  vi.clearAllTimers()
  session.listeners.clear()
  session.state = signedIn
  shop.requests = []
  const opened = await tradeList()
  const { start } = await import('./cart-sync.ts')
  start()
  await everything()
  expect([opened.shown(), shop.cart.get('k'), opened.titles()]).toEqual([6, 6, []])
})

test('a quantity set in the cart and one pressed in the list do not undo each other', async () => {
  shop.cart.set('k', 4)
  const list = await tradeList()
  list.press(4)
  await everything()
  list.setQuantity('k', 5)
  await vi.advanceTimersByTimeAsync(350)
  await next('update 5', 'arrive')
  list.press(4)
  await answered()
  expect(list.shown()).toBe(4)
  await everything()
  expect([list.shown(), shop.cart.get('k')]).toEqual([4, 4])
  list.setQuantity('k', 5)
  await everything()
  list.press(4)
  await everything()
  expect([list.shown(), shop.cart.get('k')]).toEqual([4, 4])
})

test('settling saves what waits without its delay', async () => {
  const list = await tradeList()
  list.press(6)
  await next('read')
  const done = list.settleCart()
  await next('put 6')
  await next('read')
  await next('read')
  await done
  expect(shop.cart.get('k')).toBe(6)
})

test('0 takes the product out, and Undo puts it back', async () => {
  shop.cart.set('k', 3)
  const list = await tradeList()
  list.press(3)
  await everything()
  list.press(0)
  expect(list.shown()).toBe(0)
  await everything()
  expect(shop.cart.size).toBe(0)
  const { toastStore } = await import('../../ui/overlay/toast.ts')
  const action = toastStore.read().find(({ title }) => title === 'Item removed from cart')?.action
  if (action && 'onClick' in action) action.onClick()
  expect(list.shown()).toBe(3)
  await everything()
  expect(shop.cart.get('k')).toBe(3)
})

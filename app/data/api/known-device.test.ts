import { beforeEach, expect, test, vi } from 'vitest'
import { withDevice } from './known-device.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) })
})

const SIGN_IN = 'http://shop.example/auth/v1/token?grant_type=password'

/** Records the token of each request; every response to a sign-in returns the next token. */
function shop(tokens: string[]): { send: typeof fetch; carried: (string | null)[] } {
  const carried: (string | null)[] = []
  const send = withDevice((input, init) => {
    carried.push(new Headers(init?.headers).get('x-device-token'))
    const token = String(input) === SIGN_IN ? tokens.shift() : undefined
    return Promise.resolve(new Response(null, { headers: token === undefined ? {} : { 'x-device-token': token } }))
  })
  return { send, carried }
}

test('a sign-in sends the marks of earlier ones, newest first and at most three; other requests send none', async () => {
  const { send, carried } = shop(['one', 'two', 'three', 'four'])
  for (let time = 0; time < 5; time += 1) await send(SIGN_IN, { headers: { apikey: 'k' } })
  await send('http://shop.example/auth/v1/user')
  await send('http://shop.example/rest/v1/orders')
  expect(carried).toEqual([null, 'one', 'two,one', 'three,two,one', 'four,three,two', null, null])
})

test('a browser that refuses storage can still sign in', async () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('refused')
    },
    setItem() {
      throw new Error('refused')
    },
  })
  const { send, carried } = shop(['one', 'two'])
  await send(SIGN_IN)
  expect((await send(SIGN_IN)).status).toBe(200)
  expect(carried).toEqual([null, null])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '#supabase/database.ts'
import { cancelOrder, claimPayment } from './orders.ts'
import { sessionStore } from '../session/session.ts'
import { loadSupabase } from '../api/supabase.ts'

vi.mock('../api/supabase.ts', () => ({ loadSupabase: vi.fn() }))
vi.mock('../session/session.ts', () => ({ sessionStore: { read: vi.fn() } }))

const signedIn = (id: string | null) => vi.mocked(sessionStore.read).mockReturnValue({ user: id === null ? null : { id } } as never)
let sent: { method: string; url: URL; body: unknown }[] = []
/** The database's responses, in order. */
function answers(...list: Response[]) {
  const fetch = (url: URL | RequestInfo, init?: RequestInit) => {
    sent.push({ method: init?.method ?? 'GET', url: new URL(String(url)), body: JSON.parse(String(init?.body ?? 'null')) as unknown })
    return Promise.resolve(list.shift() ?? Response.json(null, { status: 201 }))
  }
  vi.mocked(loadSupabase).mockResolvedValue(new PostgrestClient<Database>('http://shop.example/rest/v1', { fetch }) as never)
}
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  signedIn('me')
})
afterEach(() => void vi.useRealTimers())

test('a cancellation applies while the order is pending, writes its history row, and calls back 100 ms later', async () => {
  answers(Response.json([{ id: 'order' }]))
  const afterwards = vi.fn()
  expect(await cancelOrder('order', afterwards)).toEqual({ ok: true })
  expect(sent.map(({ method, body }) => [method, body])).toEqual([
    ['PATCH', { status: 'cancelled', cancelled_by: 'me' }],
    ['POST', { order_id: 'order', status: 'cancelled', notes: 'Order cancelled by customer', created_by: 'me' }],
  ])
  expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({ id: 'eq.order', status: 'eq.pending', select: 'id' })
  await vi.advanceTimersByTimeAsync(99)
  expect(afterwards).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(afterwards).toHaveBeenCalledOnce()
})

test('no row means that it may already be processed, and no history is written', async () => {
  answers(Response.json([]))
  expect(await cancelOrder('order', vi.fn())).toEqual({ ok: false, message: 'Order cannot be cancelled. It may already be processed.' })
  expect(sent).toHaveLength(1)
})

test('signed out nothing is sent', async () => {
  signedIn(null)
  answers()
  expect(await cancelOrder('order', vi.fn())).toEqual({ ok: false, message: 'User not authenticated' })
  expect(sent).toEqual([])
})

test('a session that ended elsewhere while the page was open counts as signed out', async () => {
  answers(Response.json({ message: 'permission denied for table orders', code: '42501' }, { status: 401 }))
  expect(await cancelOrder('order', vi.fn())).toEqual({ ok: false, message: 'User not authenticated' })
  expect(sent).toHaveLength(1)
})

test('a refusal and a broken client have their texts', async () => {
  answers(Response.json({ message: 'no', code: '42501' }, { status: 403 }))
  expect(await cancelOrder('order', vi.fn())).toEqual({ ok: false, message: 'Failed to cancel order' })
  vi.mocked(loadSupabase).mockRejectedValue(new Error('the client did not load'))
  expect(await cancelOrder('order', vi.fn())).toEqual({ ok: false, message: 'An unexpected error occurred' })
})

test.each(['REFERENCE_USED', 'PAYMENT_NOT_AWAITED', 'INVALID_REFERENCE', 'ORDER_NOT_FOUND'])('a reference refused with %s says so', async (code) => {
  answers(Response.json({ message: 'no', details: JSON.stringify({ code }), code: 'PT409' }, { status: 409 }))
  expect(await claimPayment('order', '412345678901')).toEqual({ ok: false, code })
})

test('a reference with another error or without a response has failed', async () => {
  answers(Response.json({ message: 'no', details: null, code: 'XX000' }, { status: 500 }))
  expect(await claimPayment('order', '412345678901')).toEqual({ ok: false, code: 'FAILED' })
})

import { beforeEach, expect, test, vi } from 'vitest'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '#supabase/database.ts'
import { fetchOrders, serialsOf } from './orders.ts'
import { loadSupabase } from '../api/supabase.ts'

vi.mock('../api/supabase.ts', () => ({ loadSupabase: vi.fn() }))
const asked: URL[] = []
beforeEach(() => {
  asked.length = 0
  const fetch = (url: URL | RequestInfo) => {
    asked.push(new URL(String(url)))
    return Promise.resolve(Response.json([]))
  }
  vi.mocked(loadSupabase).mockResolvedValue(new PostgrestClient<Database>('http://shop.example/rest/v1', { fetch }) as never)
})

test('the five newest orders of the user are fetched by default', async () => {
  await fetchOrders('customer')
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ user_id: 'eq.customer', order: 'created_at.desc', limit: '5' })
})

test('a limit of three returns three, and no limit all', async () => {
  await fetchOrders('customer', 3)
  await fetchOrders('customer', null)
  expect(asked.map(({ searchParams }) => searchParams.get('limit'))).toEqual(['3', null])
})

test('an order names every number that was issued for it', () => {
  const documents = ['BOS/26-27/000001', 'INV/26-27/000002', 'CN/26-27/000001'].map((serial) => ({
    kind: serial.startsWith('CN') ? 'credit_note' : 'invoice',
    serial,
    issued_at: '2026-11-20T10:00:00Z',
  }))
  expect(serialsOf({ documents }, 'invoice')).toBe('INV/26-27/000002, BOS/26-27/000001')
  expect(serialsOf({ documents }, 'credit_note')).toBe('CN/26-27/000001')
  expect(serialsOf({ documents: [] }, 'invoice')).toBe('')
})

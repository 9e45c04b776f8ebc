/**
 * The official client has its own timers (docs/rules.md#numbers-and-timings). These tests check the installed package, so that an
 * update that changes one is noticed.
 */
import { createRequire } from 'node:module'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#supabase/database.ts'
import { expect, test, vi } from 'vitest'
import { clientOptions } from './supabase-client.ts'

const quiet = { auth: { persistSession: false, autoRefreshToken: false } }

test('the session is checked every 30 s and refreshed when 3 of these ticks remain', () => {
  // The package does not export them; they are in a file beside its entry point.
  const here = createRequire(import.meta.url)
  const constants = here(path.join(path.dirname(here.resolve('@supabase/auth-js')), 'lib/constants.js')) as Record<string, unknown>
  expect(constants['AUTO_REFRESH_TICK_DURATION_MS']).toBe(30_000)
  expect(constants['AUTO_REFRESH_TICK_THRESHOLD']).toBe(3)
})

test('the realtime socket sends a heartbeat every 30 s, times out after 10 s, and reconnects after 1, 2, 5 and 10 s', () => {
  const { realtime } = createClient<Database>('http://shop.example', 'a-key', { ...clientOptions, auth: { ...quiet.auth, ...clientOptions.auth } })
  expect(realtime.heartbeatIntervalMs).toBe(30_000)
  expect(realtime.timeout).toBe(10_000)
  expect([1, 2, 3, 4, 5, 50].map((tries) => realtime.reconnectAfterMs(tries))).toEqual([1000, 2000, 5000, 10_000, 10_000, 10_000])
})

test('a list of stored files asks for 100 at a time', async () => {
  const asked = vi.fn((_url: unknown, _init?: RequestInit) => Promise.resolve(Response.json([])))
  const listing = createClient<Database>('http://shop.example', 'a-key', { ...quiet, global: { fetch: asked } })
  await listing.storage.from('category_images').list()
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toMatchObject({ limit: 100, offset: 0 })
})

import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from './queries.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

test('a failed read is retried once', async () => {
  const read = vi.fn(() => Promise.reject(new Error('cut')))
  const outcome = queryClient.fetchQuery({ queryKey: ['failing'], queryFn: read }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await outcome).toMatchObject({ message: 'cut' })
  expect(read).toHaveBeenCalledTimes(2)
})

test('returning to the window fetches nothing, however old the data is', async () => {
  const read = vi.fn(() => Promise.resolve('rows'))
  const stop = new QueryObserver(queryClient, { queryKey: ['read'], queryFn: read }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(read).toHaveBeenCalledTimes(1)
  // The counter-check: the same focus change refetches a query that asks for it.
  const eager = new QueryObserver(queryClient, { queryKey: ['read'], queryFn: read, refetchOnWindowFocus: true }).subscribe(() => undefined)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(read.mock.calls.length).toBeGreaterThan(1)
  stop()
  eager()
})

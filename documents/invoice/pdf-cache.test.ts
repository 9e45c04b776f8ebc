import { expect, test, vi } from 'vitest'
import { createPdfCache } from './pdf-cache.ts'

const file = (size: number) => new Uint8Array(size)

test('a rendered document is cached as long as its content is the same', async () => {
  const cache = createPdfCache(1000)
  const render = vi.fn(async () => file(10))
  const first = await cache.get({ order: 1, total: 5 }, render)
  expect(await cache.get({ order: 1, total: 5 }, render)).toBe(first)
  expect(render).toHaveBeenCalledTimes(1)
  await cache.get({ order: 1, total: 6 }, render)
  expect(render).toHaveBeenCalledTimes(2)
})

test('requests at the same time share one rendering, and a failed one is rendered again', async () => {
  const cache = createPdfCache(1000)
  const render = vi.fn(async (): Promise<Uint8Array> => file(10))
  render.mockRejectedValueOnce(new Error('no font'))
  const both = await Promise.allSettled([cache.get('a', render), cache.get('a', render)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(render).toHaveBeenCalledTimes(1)
  await cache.get('a', render)
  expect(render).toHaveBeenCalledTimes(2)
})

test('beyond the byte limit the least recently used file is evicted', async () => {
  const cache = createPdfCache(25)
  const render = vi.fn(async () => file(10))
  await cache.get('a', render)
  await cache.get('b', render)
  await cache.get('a', render)
  await cache.get('c', render)
  expect(render).toHaveBeenCalledTimes(3)
  await cache.get('a', render)
  expect(render).toHaveBeenCalledTimes(3)
  await cache.get('b', render)
  expect(render).toHaveBeenCalledTimes(4)
  await cache.get('large', async () => file(26))
  await cache.get('large', render)
  expect(render).toHaveBeenCalledTimes(5)
})

import { expect, test, vi } from 'vitest'
import { createKeptDrawings } from './kept-drawings.ts'

const file = (size: number) => new Uint8Array(size)

test('what was drawn once is not drawn again while it shows the same', async () => {
  const kept = createKeptDrawings(1000)
  const draw = vi.fn(async () => file(10))
  const first = await kept.get({ order: 1, total: 5 }, draw)
  expect(await kept.get({ order: 1, total: 5 }, draw)).toBe(first)
  expect(draw).toHaveBeenCalledTimes(1)
  await kept.get({ order: 1, total: 6 }, draw)
  expect(draw).toHaveBeenCalledTimes(2)
})

test('those who ask at the same moment wait for one drawing, and a failed one is drawn again', async () => {
  const kept = createKeptDrawings(1000)
  const draw = vi.fn(async (): Promise<Uint8Array> => file(10))
  draw.mockRejectedValueOnce(new Error('no font'))
  const both = await Promise.allSettled([kept.get('a', draw), kept.get('a', draw)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(draw).toHaveBeenCalledTimes(1)
  await kept.get('a', draw)
  expect(draw).toHaveBeenCalledTimes(2)
})

test('more bytes than may be kept drive out what was asked for longest ago', async () => {
  const kept = createKeptDrawings(25)
  const draw = vi.fn(async () => file(10))
  await kept.get('a', draw)
  await kept.get('b', draw)
  await kept.get('a', draw)
  await kept.get('c', draw)
  expect(draw).toHaveBeenCalledTimes(3)
  await kept.get('a', draw)
  expect(draw).toHaveBeenCalledTimes(3)
  await kept.get('b', draw)
  expect(draw).toHaveBeenCalledTimes(4)
  await kept.get('large', async () => file(26))
  await kept.get('large', draw)
  expect(draw).toHaveBeenCalledTimes(5)
})

import type { StatsFs } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { fullestDisk, noteDisks, serverName } from './disks.ts'

test('the fullest disk for its size counts, not a small one with room', async () => {
  const sizes: Record<string, Partial<StatsFs>> = {
    '/data': { bavail: 50, blocks: 100, bsize: 4096 },
    '/files': { bavail: 60, blocks: 10_000, bsize: 4096 },
  }
  const measure = ((folder: string) => Promise.resolve(sizes[folder])) as unknown as Parameters<typeof fullestDisk>[1]
  expect(await fullestDisk(['/data', '/files'], measure)).toEqual({ free: 245_760, total: 40_960_000 })
})

test('a real disk has some space', async () => {
  const { free, total } = await fullestDisk([tmpdir()])
  expect(free).toBeGreaterThan(0)
  expect(total).toBeGreaterThanOrEqual(free)
})

test('a folder that is gone is logged, and nothing is noted', async () => {
  const lines: string[] = []
  const asked: unknown[] = []
  const pool = { query: (...words: unknown[]) => (asked.push(words), Promise.resolve()) } as unknown as Parameters<typeof noteDisks>[0]
  const stop = noteDisks(pool, ['/no/such/folder'], (_, message) => void lines.push(message))
  await expect.poll(() => lines).toEqual(['health: Failed to note the space on the disk'])
  stop()
  expect(asked).toEqual([])
})

test.each([
  ['web-1.example', 'web-1.example'],
  ['my shop', 'my-shop'],
  ['x'.repeat(80), 'x'.repeat(64)],
  ['', 'server'],
])('a server named %o is noted as %o', (name, noted) => expect(serverName(name)).toBe(noted))

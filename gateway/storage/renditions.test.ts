import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRenditions, type Renditions } from './renditions.ts'
import type { StorageError } from './errors.ts'
import type { Transform } from './transform.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'renditions-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const size = (width: number): Transform => ({ width, height: null, resize: 'cover', quality: 75, format: null })
const VERSION = '0b9f6c1e-1111-4222-8333-444455556666'
const OTHER = '1c9f6c1e-1111-4222-8333-444455556666'

/** Images whose rendering completes on demand. */
function studio(renditions: Renditions) {
  const ends: (() => void)[] = []
  const begun: (string | null)[] = []
  const ask = (width: number, network: string | null) =>
    renditions
      .get(VERSION, size(width), 'webp', network, async () => {
        begun.push(network)
        await new Promise<void>((resolve) => ends.push(resolve))
        return Buffer.from(`${width}`)
      })
      .then(String, (error: unknown) => error)
  const finish = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { ask, begun, finish }
}

test('a network that requests many sizes is refused at its limit, and another one gets the next free renderer', async () => {
  const { ask, begun, finish } = studio(await createRenditions(folder))
  // Which of the sixty are served depends on the disk, which each of them asks first.
  const greedy = Array.from({ length: 60 }, (_, number) => ask(number + 1, '203.0.113.1'))
  const settled: unknown[] = []
  for (const one of greedy) void one.then((outcome) => settled.push(outcome))
  await vi.waitFor(() => expect(settled).toHaveLength(26))
  for (const error of settled) expect(error).toMatchObject({ status: 503, code: 'SlowDown' })
  expect((settled[0] as StorageError).retryAfter).toBeGreaterThan(0)
  const other = ask(500, '203.0.113.2')
  await finish()
  await finish()
  expect(begun.slice(0, 4)).toContain('203.0.113.2')
  void other.then((outcome) => settled.push(outcome))
  while (settled.length < 61) await finish()
  expect(await other).toBe('500')
  expect(settled.filter((outcome) => typeof outcome === 'string')).toHaveLength(35)
})

test('too many renditions of one file evict its own, never those of another', async () => {
  const renditions = await createRenditions(path.join(folder, 'few'), 1024 ** 2, 3)
  const make = async () => Buffer.from('x')
  await renditions.get(OTHER, size(1), 'webp', null, make)
  for (let width = 1; width <= 10; width += 1) await renditions.get(VERSION, size(width), 'webp', null, make)
  const kept = async (version: string) => (await readdir(path.join(folder, 'few/renditions', version.slice(0, 2), version))).length
  expect([await kept(VERSION), await kept(OTHER)]).toEqual([3, 1])
})

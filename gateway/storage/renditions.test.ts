import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
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

const logged: unknown[] = []
const log = (entry: unknown) => void logged.push(entry)
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
  const { ask, begun, finish } = studio(await createRenditions(folder, log))
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
  const renditions = await createRenditions(path.join(folder, 'few'), log, 1024 ** 2, 3)
  const make = async () => Buffer.from('x')
  await renditions.get(OTHER, size(1), 'webp', null, make)
  for (let width = 1; width <= 10; width += 1) await renditions.get(VERSION, size(width), 'webp', null, make)
  const kept = async (version: string) => (await readdir(path.join(folder, 'few/renditions', version.slice(0, 2), version))).length
  expect([await kept(VERSION), await kept(OTHER)]).toEqual([3, 1])
})

test('a picture that cannot be kept is sent all the same, and nothing is left of it', async () => {
  const root = path.join(folder, 'full')
  const renditions = await createRenditions(root, log)
  const make = async () => Buffer.from('x')
  const place = path.join(root, 'renditions', VERSION.slice(0, 2), VERSION)
  await renditions.get(VERSION, size(1), 'webp', null, make)
  const [name = ''] = await readdir(place)
  // A folder in its place: it is written beside it, and cannot take its name.
  await rm(path.join(place, name))
  await mkdir(path.join(place, name, 'in-the-way'), { recursive: true })
  expect(String(await renditions.get(VERSION, size(1), 'webp', null, make))).toBe('x')
  expect(await readdir(place)).toEqual([name])
  // A file in place of its folder.
  await rm(place, { recursive: true })
  await writeFile(place, '')
  expect(String(await renditions.get(VERSION, size(1), 'webp', null, make))).toBe('x')
  expect(logged).toEqual(['EISDIR', 'EEXIST'].map((reason) => ({ level: 'error', message: 'storage: Failed to keep a rendered picture', data: { reason } })))
})

test('after a sweep that failed the next one is made', async () => {
  const root = path.join(folder, 'swept')
  const renditions = await createRenditions(root, log, 1000)
  let width = 0
  const add = () => renditions.get(VERSION, size((width += 1)), 'webp', null, async () => Buffer.alloc(400))
  const count = async () => (await readdir(path.join(root, 'renditions', VERSION.slice(0, 2), VERSION))).length
  // Folders in folders, until their path is longer than a path may be: they cannot be listed.
  const deep = path.join(root, 'renditions', 'deep')
  await mkdir(deep)
  spawnSync('sh', ['-c', 'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do mkdir $LONG && cd -P $LONG; done'], {
    cwd: deep,
    env: { ...process.env, LONG: 'x'.repeat(200) },
  })
  for (let number = 0; number < 4; number += 1) await add()
  expect(await count()).toBe(4)
  expect(logged.at(-1)).toMatchObject({ data: { reason: 'ENAMETOOLONG' } })
  spawnSync('rm', ['-rf', deep])
  await add()
  expect(await count()).toBeLessThan(4)
})

import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sourceFinder, sourceStamp } from './source-stamp.mjs'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shringar-sources-'))
  await mkdir(path.join(root, 'app/parts'), { recursive: true })
  await mkdir(path.join(root, 'build'))
  for (const [name, text] of [
    ['app/a.ts', 'one'],
    ['app/parts/b.ts', 'two'],
    ['app/a.test.ts', 'a test'],
    ['package.json', '{}'],
  ] as const)
    await writeFile(path.join(root, name), text)
  const first = stamp()
  expect(first.isCurrent()).toBe(false)
  first.write()
})
afterEach(() => rm(root, { recursive: true, force: true }))

const stamp = () => sourceStamp(root, 'build/.sources', sourceFinder(root)(['app', 'package.json', 'no-such-folder'], /(?<!\.test)\.(ts|json)$/))
const written = () => readFile(path.join(root, 'build/.sources'), 'utf8')

test('sources that have not changed are current', async () => {
  const before = await written()
  expect(stamp().isCurrent()).toBe(true)
  expect(await written()).toBe(before)
})

test('a change of the same length is seen, also with the time of before', async () => {
  const file = path.join(root, 'app/parts/b.ts')
  await writeFile(file, 'six')
  await utimes(file, new Date(0), new Date(0))
  expect(stamp().isCurrent()).toBe(false)
})

test('a removed and a new file are seen', async () => {
  await rm(path.join(root, 'app/parts/b.ts'))
  expect(stamp().isCurrent()).toBe(false)
  await writeFile(path.join(root, 'app/parts/b.ts'), 'two')
  expect(stamp().isCurrent()).toBe(true)
  await writeFile(path.join(root, 'app/c.ts'), '')
  expect(stamp().isCurrent()).toBe(false)
})

test('a file that was only written again is current, and read only once for it', async () => {
  const before = await written()
  await writeFile(path.join(root, 'app/a.ts'), 'one')
  expect(stamp().isCurrent()).toBe(true)
  const after = await written()
  expect(after).not.toBe(before)
  expect(after.split('\n')[0]).toBe(before.split('\n')[0])
})

test('tests and links to nothing are no sources', async () => {
  await writeFile(path.join(root, 'app/a.test.ts'), 'another test')
  await symlink('/no-such-file', path.join(root, 'app/.#a.ts'))
  expect(stamp().isCurrent()).toBe(true)
})

test('what is written during a build is built by the next start', async () => {
  await writeFile(path.join(root, 'app/a.ts'), 'two')
  const building = stamp()
  expect(building.isCurrent()).toBe(false)
  await writeFile(path.join(root, 'app/a.ts'), 'six')
  building.write()
  expect(stamp().isCurrent()).toBe(false)
})

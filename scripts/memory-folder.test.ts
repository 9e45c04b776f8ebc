import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryFolder } from './memory-folder.ts'

let within: string
beforeEach(async () => void (within = await mkdtemp(path.join(tmpdir(), 'memory-folder-'))))
afterEach(() => rm(within, { recursive: true, force: true }))

test('a folder is made for this process', async () => {
  expect(await memoryFolder(within, 1)).toBe(path.join(within, `shringar-tests-${process.pid}`))
})

test('there is none without enough room, and none without a file system in memory', async () => {
  expect(await memoryFolder(within, Number.MAX_SAFE_INTEGER)).toBeUndefined()
  expect(await memoryFolder(path.join(within, 'missing'), 1)).toBeUndefined()
  expect(await readdir(within)).toEqual([])
})

test('what a killed run has left is removed, what a running one uses and what others own is not', async () => {
  const ended = spawn(process.execPath, ['-e', ''])
  await once(ended, 'exit')
  const running = `shringar-tests-${process.ppid}`
  for (const name of [`shringar-tests-${ended.pid}`, running, 'something-else', 'shringar-tests-x']) await mkdir(path.join(within, name))
  await memoryFolder(within, Number.MAX_SAFE_INTEGER)
  expect((await readdir(within)).toSorted()).toEqual([running, 'shringar-tests-x', 'something-else'].toSorted())
})

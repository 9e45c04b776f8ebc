import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataDirectoryError, lockDataDirectory } from './data-directory.ts'

let folder: string
let pidFile: string
let child: ChildProcess | undefined
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'shringar-folder-')), 'data')
  pidFile = path.join(folder, 'server.pid')
})
afterEach(async () => {
  child?.kill('SIGKILL')
  child = undefined
  await rm(path.dirname(folder), { recursive: true })
})

/** A process that runs until the test ends; with the argument it looks like a shop. */
async function running(...words: string[]): Promise<number> {
  child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => 0, 1000)', ...words], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child.pid as number
}

async function leftBy(content: string): Promise<void> {
  await (
    await lockDataDirectory(folder)
  )()
  await writeFile(pidFile, content)
}

test('the folder is created, locked and unlocked', async () => {
  const release = await lockDataDirectory(folder)
  expect(await readFile(pidFile, 'utf8')).toBe(`${process.pid}\n${hostname()}`)
  await release()
  await expect(readFile(pidFile)).rejects.toThrow('ENOENT')
})

test('a second shop is refused in one sentence and leaves the lock of the first', async () => {
  const pid = await running('build/node/main.js')
  await leftBy(String(pid))
  await expect(lockDataDirectory(folder)).rejects.toThrow(`Another shop (process ${pid}) is running on ${folder}; stop it, or choose another DATA_DIR.`)
  await expect(lockDataDirectory(folder)).rejects.toThrow(DataDirectoryError)
  expect(await readFile(pidFile, 'utf8')).toBe(String(pid))
})

test('the lock of a killed shop is replaced, also when another program has its process id', async () => {
  const pid = await running()
  child?.kill('SIGKILL')
  await once(child as ChildProcess, 'exit')
  for (const mark of [String(pid), String(await running()), '', 'x', '-1', '0', '99999999999999999999', String(process.pid)]) {
    await leftBy(mark)
    const release = await lockDataDirectory(folder)
    expect(await readFile(pidFile, 'utf8'), mark).toBe(`${process.pid}\n${hostname()}`)
    await release()
  }
})

test('a lock of another host is respected while it shows signs of life, and replaced after it', async () => {
  await leftBy('1\nanother-container')
  await expect(lockDataDirectory(folder)).rejects.toThrow(`Another shop (process 1) is running on ${folder}`)
  const past = new Date(Date.now() - 60_000)
  await utimes(pidFile, past, past)
  await (
    await lockDataDirectory(folder)
  )()
})

test('a folder that cannot be created or written gives one sentence', async () => {
  await writeFile(folder, 'a file')
  await expect(lockDataDirectory(folder)).rejects.toThrow(`The data folder ${folder} cannot be created: EEXIST.`)
  await expect(lockDataDirectory(path.join(folder, 'below'))).rejects.toThrow('cannot be created: ENOTDIR.')
})

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedFiles } from './changed-files.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'changed-files-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const git = (...words: string[]) => execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@shop.example', ...words], { cwd: folder, stdio: 'ignore' })
const write = (file: string, text: string) => writeFile(path.join(folder, file), text)

test('the changes of a branch are its committed, edited and added files, not those on main or deleted', async () => {
  git('init', '-b', 'main')
  for (const file of ['kept.ts', 'edited.ts', 'committed.ts', 'deleted.ts', '.gitignore']) await write(file, file === '.gitignore' ? 'ignored.ts' : '1')
  git('add', '-A')
  git('commit', '-m', 'Begin')
  expect(changedFiles(folder)).toEqual([])

  git('switch', '-c', 'branch')
  await write('committed.ts', '2')
  git('commit', '-am', 'Change')
  await write('edited.ts', '2')
  await write('new.ts', '2')
  await write('ignored.ts', '2')
  await rm(path.join(folder, 'deleted.ts'))
  expect(changedFiles(folder)).toEqual(['committed.ts', 'edited.ts', 'new.ts'])
})

test('outside a repository the changes are unknown', () => {
  expect(changedFiles(folder)).toBe(null)
})

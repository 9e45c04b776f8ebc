import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test('a text becomes one line of characters that can be stored and printed', () => {
  expect(oneLine('  48,\r\n12th\t Main \u0000 Road\u0007 ')).toBe('48, 12th Main Road')
  expect(oneLine('Meera \ud83d')).toBe('Meera \ufffd')
  expect([oneLine(null), oneLine(12), oneLine({})]).toEqual(['', '', ''])
})

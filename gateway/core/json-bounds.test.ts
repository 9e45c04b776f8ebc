import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasNul, isTooDeep, MAX_JSON_DEPTH } from './json-bounds.ts'

const bytes = (text: string): Buffer => Buffer.from(text)
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

test('JSON is too deep beyond the last allowed level, closed or not', () => {
  expect(isTooDeep(bytes(nested(MAX_JSON_DEPTH)))).toBe(false)
  expect(isTooDeep(bytes(nested(MAX_JSON_DEPTH + 1)))).toBe(true)
  expect(isTooDeep(bytes('{"a":'.repeat(MAX_JSON_DEPTH + 1)))).toBe(true)
})

test('brackets side by side or in strings are not deep', () => {
  expect(isTooDeep(bytes(`[${Array.from({ length: 500 }, () => '[]').join()}]`))).toBe(false)
  fc.assert(fc.property(fc.string(), (text) => !isTooDeep(bytes(JSON.stringify([`${text}${'[{'.repeat(200)}\\"`])))))
})

test('a NUL is found exactly where the parsed text has one', () => {
  const piece = fc.constantFrom('\\', '\0', 'u0000', '\\u0000', '"', 'a', '0')
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      return hasNul(bytes(JSON.stringify({ text }))) === text.includes('\0')
    }),
  )
  expect(hasNul(bytes('{"a":"\0"}'))).toBe(true)
})

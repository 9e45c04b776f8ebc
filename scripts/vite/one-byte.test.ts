import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { escapedBeyond } from './one-byte.ts'

const TEXTS = ['₹1,499', 'शृंगार', '“…”', '🛍️', 'café × 2', '\u2028']

test('code means the same and has one byte a character', () => {
  for (const text of TEXTS) {
    for (const code of [JSON.stringify(text), `\`a ${text} \${1}\`.slice(2, -2)`, `'${text}'.match(/^[${text}]+$/u)[0]`, `/* ${text} */ '${text}'`]) {
      const escaped = escapedBeyond(code)
      expect(Buffer.byteLength(escaped, 'latin1')).toBe(escaped.length)
      expect(Buffer.from(escaped, 'latin1').toString('latin1'), code).toBe(escaped)
      expect(runInNewContext(escaped), code).toBe(text)
    }
  }
})

test('a character that cannot be escaped fails the build', () => {
  for (const code of ['String.raw`[०-९]`', String.raw`/\₹/`, String.raw`'\–'`]) expect(() => escapedBeyond(code), code).toThrow(/cannot be escaped/)
  expect(escapedBeyond('String.raw`\\d` + "₹"')).toBe(String.raw`String.raw${'`'}\d${'`'} + "\u20b9"`)
})

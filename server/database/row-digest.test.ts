import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowDigest } from './row-digest.ts'

function digestOf(chunks: readonly Buffer[]): { rows: number; sum: string } {
  const digest = createRowDigest()
  for (const chunk of chunks) {
    const reused = Buffer.from(chunk)
    digest.add(reused)
    // The driver uses its memory again.
    reused.fill(0)
  }
  return digest.result()
}

/** Cuts a text into pieces of these lengths, over and over. */
function cut(text: string, lengths: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const length = lengths[n % lengths.length] ?? 1
    pieces.push(bytes.subarray(at, at + length))
    at += length
  }
  return pieces
}

const rows = fc.array(
  fc.string().map((text) => text.replaceAll('\n', '\\n')),
  { minLength: 1 },
)
const text = (list: readonly string[]): string => list.map((row) => `${row}\n`).join('')

test('rows in another order and in other pieces have the same digest', () => {
  fc.assert(
    fc.property(rows, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (list, lengths) => {
      const whole = digestOf([Buffer.from(text(list))])
      const pieces = digestOf(cut(text(list.toReversed()), lengths))
      expect([pieces.rows, pieces.sum]).toEqual([whole.rows, whole.sum])
      expect(whole.rows).toBe(list.length)
    }),
    { numRuns: 50 },
  )
})

test('a row that differs, is missing or is there twice changes it', () => {
  const sumOf = (list: string[]): string => digestOf([Buffer.from(text(list))]).sum
  const sums = [['a', 'b'], ['a', 'c'], ['a'], ['a', 'b', 'b'], ['ab'], ['a', 'a', 'b']].map(sumOf)
  expect(new Set(sums).size).toBe(sums.length)
})

import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowDigest } from './row-digest.ts'

async function digestOf(chunks: readonly Buffer[]): Promise<{ rows: number; sum: string; passed: string }> {
  const passed: Buffer[] = []
  const digest = createRowDigest()
  const into = new Writable({ write: (chunk: Buffer, _encoding, done) => (passed.push(Buffer.from(chunk)), done()) })
  await pipeline(Readable.from(chunks), digest.stream, into)
  return { ...digest.result(), passed: Buffer.concat(passed).toString() }
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

test('rows in another order and in other pieces have the same digest, and pass unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async (list, lengths) => {
      const whole = await digestOf([Buffer.from(text(list))])
      const pieces = await digestOf(cut(text(list.toReversed()), lengths))
      expect([pieces.rows, pieces.sum]).toEqual([whole.rows, whole.sum])
      expect(whole.rows).toBe(list.length)
      expect(whole.passed).toBe(text(list))
    }),
    { numRuns: 50 },
  )
})

test('a row that differs, is missing or is there twice changes it', async () => {
  const sumOf = async (list: string[]): Promise<string> => (await digestOf([Buffer.from(text(list))])).sum
  const sums = await Promise.all([['a', 'b'], ['a', 'c'], ['a'], ['a', 'b', 'b'], ['ab'], ['a', 'a', 'b']].map(sumOf))
  expect(new Set(sums).size).toBe(sums.length)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJoiner, cut } from './bus-parts.ts'

test('laws: any message comes out as it went in, in notices that PostgreSQL takes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(40_000), (value, length) => {
      const message = { value, filling: 'क'.repeat(length) }
      const joiner = createJoiner()
      const notices = cut('me', 7, message)
      for (const notice of notices) expect(Buffer.byteLength(notice)).toBeLessThan(8000)
      const heard = notices.map((notice) => joiner.add(notice))
      expect(heard.slice(0, -1).every((one) => one === null)).toBe(true)
      expect(heard.at(-1)).toEqual({ sender: 'me', message: JSON.parse(JSON.stringify(message)) as unknown })
    }),
    { numRuns: 30 },
  )
})

test('messages of several senders may be mixed; one whose beginning was missed is dropped', () => {
  const joiner = createJoiner()
  const [a, b] = [cut('a', 1, 'x'.repeat(9000)), cut('b', 1, 'y'.repeat(9000))]
  expect([a[0], b[0], a[1]].map((notice) => joiner.add(notice ?? '')?.sender ?? null)).toEqual([null, null, 'a'])
  expect(joiner.add(b[1] ?? '')?.sender).toBe('b')
  expect(joiner.add(cut('c', 1, 'z'.repeat(9000))[1] ?? '')).toBeNull()
  for (const nonsense of ['', 'x', 'a:1:0/1:%%%', 'a:1:0/1:bm90IGpzb24=']) expect(joiner.add(nonsense)).toBeNull()
})

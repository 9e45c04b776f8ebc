import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAssembler, split } from './bus-chunks.ts'

test('any message is split into valid payloads and reassembled unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(40_000), (value, length) => {
      const message = { value, filling: 'क'.repeat(length) }
      const assembler = createAssembler()
      const notices = split('me', 7, message)
      for (const notice of notices) expect(Buffer.byteLength(notice)).toBeLessThan(8000)
      const received = notices.map((notice) => assembler.add(notice))
      expect(received.slice(0, -1).every((one) => one === null)).toBe(true)
      expect(received.at(-1)).toEqual({ sender: 'me', message: JSON.parse(JSON.stringify(message)) as unknown })
    }),
    { numRuns: 30 },
  )
})

test('messages of several senders may interleave; one with a missed beginning is dropped', () => {
  const assembler = createAssembler()
  const [a, b] = [split('a', 1, 'x'.repeat(9000)), split('b', 1, 'y'.repeat(9000))]
  expect([a[0], b[0], a[1]].map((notice) => assembler.add(notice ?? '')?.sender ?? null)).toEqual([null, null, 'a'])
  expect(assembler.add(b[1] ?? '')?.sender).toBe('b')
  expect(assembler.add(split('c', 1, 'z'.repeat(9000))[1] ?? '')).toBeNull()
  for (const nonsense of ['', 'x', 'a:1:0/1:%%%', 'a:1:0/1:bm90IGpzb24=']) expect(assembler.add(nonsense)).toBeNull()
})

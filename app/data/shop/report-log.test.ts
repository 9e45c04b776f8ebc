import { expect, test } from 'vitest'
import { fitting } from './report-log.ts'

test('a report holds the newest 200 entries', () => {
  const all = Array.from({ length: 1000 }, (_, n) => ({ n }))
  expect(fitting(all)).toEqual(all.slice(-200))
})

test('and no more bytes than the function accepts, as encoded', () => {
  const all = Array.from({ length: 100 }, (_, n) => ({ n, message: '₹'.repeat(300) }))
  const kept = fitting(all)
  expect(new TextEncoder().encode(JSON.stringify(kept)).length).toBeLessThan(28_000)
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.at(-1)).toEqual(all.at(-1))
})

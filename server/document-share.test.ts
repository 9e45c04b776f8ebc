import { expect, test } from 'vitest'
import { PressError } from '#documents/press/press.ts'
import { createDocumentShare } from './document-share.ts'

/** Renderings that end on demand. */
function table() {
  const ends: (() => void)[] = []
  return { draw: () => new Promise<string>((resolve) => ends.push(() => resolve('drawn'))), ends }
}
const settled = async (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)

test('an account that requests many documents has one rendered and one waiting; other accounts are not affected', async () => {
  const share = createDocumentShare()
  const { draw, ends } = table()
  const greedy = { account: 'greedy', network: '203.0.113.1' }
  const many = Array.from({ length: 5 }, () => settled(share(greedy, draw)))
  const refused = await Promise.all(many.slice(2))
  for (const error of refused) {
    expect(error).toBeInstanceOf(PressError)
    expect((error as PressError).retryAfter).toBeGreaterThan(0)
  }
  const other = settled(share({ account: 'other', network: '203.0.113.2' }, draw))
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  expect(await other).toBe('drawn')
  ends[0]?.()
  expect(await many[0]).toBe('drawn')
  await new Promise(setImmediate)
  ends[2]?.()
  expect(await many[1]).toBe('drawn')
})

test('many accounts of one network leave capacity for others', async () => {
  const share = createDocumentShare()
  const { draw, ends } = table()
  for (let number = 0; number < 20; number += 1) void settled(share({ account: `made ${number}`, network: '203.0.113.1' }, draw))
  await new Promise(setImmediate)
  expect(ends).toHaveLength(3)
  void settled(share({ account: 'other', network: '203.0.113.2' }, draw))
  await new Promise(setImmediate)
  expect(ends).toHaveLength(4)
})

import { expect, test } from 'vitest'
import { PdfWorkerError } from '#documents/pdf-worker/pdf-worker.ts'
import { createDocumentShare } from './document-share.ts'

/** Renderings that end on demand. */
function table() {
  const ends: (() => void)[] = []
  return { render: () => new Promise<string>((resolve) => ends.push(() => resolve('rendered'))), ends }
}
const settled = async (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)

test('an account that requests many documents has one rendered and one waiting; other accounts are not affected', async () => {
  const share = createDocumentShare()
  const { render, ends } = table()
  const greedy = { account: 'greedy', network: '203.0.113.1' }
  const many = Array.from({ length: 5 }, () => settled(share(greedy, render)))
  const refused = await Promise.all(many.slice(2))
  for (const error of refused) {
    expect(error).toBeInstanceOf(PdfWorkerError)
    expect((error as PdfWorkerError).retryAfter).toBeGreaterThan(0)
  }
  const other = settled(share({ account: 'other', network: '203.0.113.2' }, render))
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  expect(await other).toBe('rendered')
  ends[0]?.()
  expect(await many[0]).toBe('rendered')
  await new Promise(setImmediate)
  ends[2]?.()
  expect(await many[1]).toBe('rendered')
})

test('many accounts of one network leave capacity for others', async () => {
  const share = createDocumentShare()
  const { render, ends } = table()
  for (let number = 0; number < 20; number += 1) void settled(share({ account: `made ${number}`, network: '203.0.113.1' }, render))
  await new Promise(setImmediate)
  expect(ends).toHaveLength(3)
  void settled(share({ account: 'other', network: '203.0.113.2' }, render))
  await new Promise(setImmediate)
  expect(ends).toHaveLength(4)
})

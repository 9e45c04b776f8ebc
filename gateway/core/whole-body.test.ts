import { expect, test } from 'vitest'
import { hasKept, keepBody, readKept } from './whole-body.ts'

test('a kept body is given as bytes, beside a stream that gives the same', async () => {
  const answer = keepBody(new Response('काजल'), 'काजल')
  expect([hasKept(answer), readKept(answer)?.toString()]).toEqual([true, 'काजल'])
  expect(await answer.text()).toBe('काजल')
})

test('of another response there is only the stream', () => {
  const answer = new Response('काजल')
  expect([hasKept(answer), readKept(answer)]).toEqual([false, undefined])
})

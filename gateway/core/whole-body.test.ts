import { expect, test } from 'vitest'
import { hasNoted, noteBody, noted } from './whole-body.ts'

test('a noted body is given as bytes, beside a stream that gives the same', async () => {
  const answer = noteBody(new Response('काजल'), 'काजल')
  expect([hasNoted(answer), noted(answer)?.toString()]).toEqual([true, 'काजल'])
  expect(await answer.text()).toBe('काजल')
})

test('of another response there is only the stream', () => {
  const answer = new Response('काजल')
  expect([hasNoted(answer), noted(answer)]).toEqual([false, undefined])
})

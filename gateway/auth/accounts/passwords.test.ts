import { expect, test } from 'vitest'
import { AuthError } from '../errors.ts'
import { checkNewPassword, createPasswordHasher } from './passwords.ts'

test('excess sign-ins are refused before they fill the queue', async () => {
  const hasher = createPasswordHasher(4)
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, (_, caller) => hasher.verify('guess', null, `network ${caller}`)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  expect(outcomes.length - refused.length).toBe(66)
  expect(refused[0]).toBeInstanceOf(AuthError)
  expect(refused[0]).toMatchObject({ status: 429, code: 'over_request_rate_limit', retryAfter: 5 })
  // The capacity is free again afterwards.
  expect(await hasher.verify('guess', null, null)).toBe(false)
})

test('one caller uses one of two hashing threads and few queue places, so others are not delayed', async () => {
  const hasher = createPasswordHasher(10)
  const flood = Array.from({ length: 80 }, () => hasher.verify('guess', null, 'one'))
  const settled = Promise.allSettled(flood)
  let waiting = true
  void settled.then(() => (waiting = false))
  expect(await hasher.verify('guess', null, 'another')).toBe(false)
  expect(waiting).toBe(true)
  expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(13)
})

test('passwords longer than 72 bytes, with a NUL or a lone surrogate never match and are never set', async () => {
  const hasher = createPasswordHasher(4)
  const stored = await hasher.hash('x'.repeat(72), null)
  expect(await hasher.verify('x'.repeat(72), stored, null)).toBe(true)
  for (const odd of ['x'.repeat(73), `${'x'.repeat(72)}\0`, '\ud800 half of one']) {
    expect(await hasher.verify(odd, stored, null)).toBe(false)
    expect(() => checkNewPassword(odd)).toThrow(AuthError)
  }
  const short = await hasher.hash('abcdefgh', null)
  expect(await hasher.verify('abcdefgh\0 anything', short, null)).toBe(false)
  expect(() => checkNewPassword('abcdefgh\0')).toThrow('cannot be used')
})

test('no password matches the decoy hash of an unknown account', async () => {
  const hasher = createPasswordHasher(4)
  const stored = await hasher.hash('correct horse', null)
  expect(await hasher.verify('correct horse', stored, null)).toBe(true)
  expect(await hasher.verify('correct horse', '', null)).toBe(false)
  expect(await hasher.verify('correct horse', null, null)).toBe(false)
  expect(await hasher.verify('correct horse', 'not a hash', null)).toBe(false)
})

test('the minimum counts characters, the maximum bytes', () => {
  expect(() => checkNewPassword('नमस्तेजी')).not.toThrow()
  expect(() => checkNewPassword('👍👍👍👍👍👍👍')).toThrow('at least 8')
  expect(() => checkNewPassword('x'.repeat(72))).not.toThrow()
  expect(() => checkNewPassword('x'.repeat(73))).toThrow('longer than 72')
})

import { expect, test } from 'vitest'
import { AuthError } from './errors.ts'
import { createLimits } from './limits.ts'
import { checkNewPassword, createPasswordHasher } from './passwords.ts'

test('a flood of sign-ins is refused before it fills the queue', async () => {
  const hasher = createPasswordHasher(4)
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => hasher.verify('guess', null)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  expect(outcomes.length - refused.length).toBe(66)
  expect(refused[0]).toBeInstanceOf(AuthError)
  expect(refused[0]).toMatchObject({ status: 429, code: 'over_request_rate_limit', retryAfter: 5 })
  // The places are free again afterwards.
  expect(await hasher.verify('guess', null)).toBe(false)
})

test('the hash of an unknown account never matches, not even its own password', async () => {
  const hasher = createPasswordHasher(4)
  const stored = await hasher.hash('correct horse')
  expect(await hasher.verify('correct horse', stored)).toBe(true)
  expect(await hasher.verify('correct horse', '')).toBe(false)
  expect(await hasher.verify('correct horse', null)).toBe(false)
  expect(await hasher.verify('correct horse', 'not a hash')).toBe(false)
})

test('characters count for the minimum, bytes for the maximum', () => {
  expect(() => checkNewPassword('नमस्तेजी')).not.toThrow()
  expect(() => checkNewPassword('👍👍👍👍👍👍👍')).toThrow('at least 8')
  expect(() => checkNewPassword('x'.repeat(72))).not.toThrow()
  expect(() => checkNewPassword('x'.repeat(73))).toThrow('longer than 72')
})

test('a use taken back does not count, and memory stays bounded', () => {
  let time = 0
  const limits = createLimits(() => new Date(time))
  for (let use = 0; use < 30; use += 1) {
    limits.use('attempt', 'one')
    limits.undo('attempt', 'one')
  }
  for (let use = 0; use < 10; use += 1) limits.use('attempt', 'one')
  expect(() => limits.use('attempt', 'one')).toThrow('rate limit')
  time += 300_001
  expect(() => limits.use('attempt', 'one')).not.toThrow()
  for (let key = 0; key < 60_000; key += 1) limits.use('mail', `invented ${key}`)
  expect(() => limits.use('mail', 'invented 59999')).toThrow('only request this after')
})

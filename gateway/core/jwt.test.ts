import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signJwt, verifyJwt } from './jwt.ts'

const SECRET = 'a secret of at least thirty-two characters'
const at = (seconds: number) => ({ now: () => new Date(seconds * 1000) })
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a signed token returns its claims', () => {
  const result = verifyJwt(signJwt({ sub: 'a', role: 'authenticated' }, SECRET), SECRET)
  expect(result).toEqual({ ok: true, claims: { sub: 'a', role: 'authenticated' } })
})

test('a token of another secret is refused', () => {
  expect(verifyJwt(signJwt({ role: 'service_role' }, 'another'), SECRET)).toMatchObject({ ok: false, code: 'PGRST301' })
})

test('a changed payload is refused', () => {
  const [header, , signature] = signJwt({ role: 'anon' }, SECRET).split('.')
  expect(verifyJwt(`${header}.${encode({ role: 'service_role' })}.${signature}`, SECRET).ok).toBe(false)
})

test('the header cannot choose the algorithm', () => {
  expect(verifyJwt(`${encode({ alg: 'none' })}.${encode({ role: 'service_role' })}.`, SECRET).ok).toBe(false)
  const signed = `${encode({ alg: 'HS512' })}.${encode({ role: 'service_role' })}`
  const signature = createHmac('sha512', SECRET).update(signed).digest('base64url')
  expect(verifyJwt(`${signed}.${signature}`, SECRET)).toMatchObject({ ok: false, code: 'PGRST301' })
})

test('expiry allows thirty seconds of skew and is checked again for a known token', () => {
  const token = signJwt({ exp: 1000 }, SECRET)
  expect(verifyJwt(token, SECRET, at(1030)).ok).toBe(true)
  expect(verifyJwt(token, SECRET, at(1031))).toEqual({ ok: false, code: 'PGRST303', message: 'JWT expired' })
})

test('a token from the future is refused beyond the skew', () => {
  expect(verifyJwt(signJwt({ nbf: 1031 }, SECRET), SECRET, at(1000))).toMatchObject({ message: 'JWT not yet valid' })
  expect(verifyJwt(signJwt({ iat: 1031 }, SECRET), SECRET, at(1000))).toMatchObject({ message: 'JWT issued at future' })
  expect(verifyJwt(signJwt({ nbf: 1030, iat: 1030 }, SECRET), SECRET, at(1000)).ok).toBe(true)
})

test('times that are not numbers are refused', () => {
  expect(verifyJwt(signJwt({ exp: 'never' }, SECRET), SECRET)).toMatchObject({ ok: false, code: 'PGRST303' })
})

test('the audience must match if one is required', () => {
  const token = signJwt({ aud: ['authenticated', 'other'] }, SECRET)
  expect(verifyJwt(token, SECRET, { audience: 'authenticated' }).ok).toBe(true)
  expect(verifyJwt(token, SECRET, { audience: 'billing' })).toMatchObject({ message: 'JWT not in audience' })
})

test.each(['', 'a', 'a.b', 'a.b.c', '....', 'é.ü.ß', 'x'.repeat(20_000)])('invalid token %# is refused without an exception', (token) => {
  expect(verifyJwt(token, SECRET)).toMatchObject({ ok: false, code: 'PGRST301' })
})

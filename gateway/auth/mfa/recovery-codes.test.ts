import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { openTestGateway, type TestGateway } from '../../testing/gateway.ts'
import { claimsOf, person, secured, signedIn, type Protected } from '../../testing/second-factor.ts'

let database: TestDatabase
let shop: TestGateway

beforeAll(async () => {
  database = await createGatewayDatabase()
  shop = await openTestGateway(database, { auth: { autoconfirm: true, bcryptCost: 4, limits: true } })
})
afterAll(async () => {
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
  await shop.close()
  await database.drop()
})

async function withCodes(): Promise<{ one: Protected; codes: string[] }> {
  const one = await secured(shop)
  const { data, error } = await one.client.auth.mfa.recoveryCodes.generate()
  expect(error).toBeNull()
  return { one, codes: data?.codes ?? [] }
}

test('the ten codes are returned once, later only the number that remains', async () => {
  const { one, codes } = await withCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-tv-z]{16}$/)
  expect((await one.client.auth.mfa.recoveryCodes.getStatus()).data).toEqual({ id: expect.any(String), type: 'recovery_code', total: 10, remaining: 10 })
  expect((await one.client.auth.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists')
  const factors = (await one.client.auth.mfa.listFactors()).data
  expect(factors?.recovery_code).toMatchObject([{ friendly_name: 'Recovery codes', status: 'verified' }])
  expect(factors?.totp).toHaveLength(1)
})

test('a code signs in once, in any letter case and spacing, and the owner is notified', async () => {
  const { one, codes } = await withCodes()
  const client = await signedIn(shop, one.email)
  const typed = ` ${(codes[3] ?? '').toUpperCase().replaceAll(/.{4}/g, '$&-')} `
  const { data, error } = await client.auth.mfa.recoveryCodes.verify({ code: typed })
  expect(error).toBeNull()
  expect(data?.user.email).toBe(one.email)
  expect((await claimsOf(client)).aal).toBe('aal2')
  expect((await claimsOf(client)).amr.map(({ method }) => method)).toEqual(['mfa/recovery_code', 'password'])
  expect(shop.mails.findLast(({ to }) => to === one.email)).toMatchObject({ kind: 'mfa_recovery_code_used' })
  const again = await signedIn(shop, one.email)
  expect((await again.auth.mfa.recoveryCodes.verify({ code: codes[3] ?? '' })).error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  expect((await again.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
})

test('of concurrent requests with one code, one succeeds', async () => {
  const { one, codes } = await withCodes()
  const clients = await Promise.all(Array.from({ length: 4 }, () => signedIn(shop, one.email)))
  const answers = await Promise.all(clients.map((client) => client.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })))
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
})

test('wrong codes lock their own session only', async () => {
  const { one, codes } = await withCodes()
  const stranger = await signedIn(shop, one.email)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await stranger.auth.mfa.recoveryCodes.verify({ code: 'made up made up' })).error?.code).toBe('mfa_verification_failed')
  }
  expect((await stranger.auth.mfa.recoveryCodes.verify({ code: codes[1] ?? '' })).error).toMatchObject({ status: 429, code: 'mfa_recovery_codes_locked' })
  const owner = await signedIn(shop, one.email)
  expect((await owner.auth.mfa.recoveryCodes.verify({ code: codes[1] ?? '' })).error).toBeNull()
})

test('new codes require aal2 and invalidate the old ones', async () => {
  const { one, codes } = await withCodes()
  const half = await signedIn(shop, one.email)
  expect((await half.auth.mfa.recoveryCodes.regenerate()).error?.code).toBe('insufficient_aal')
  expect((await half.auth.mfa.recoveryCodes.unenroll()).error?.code).toBe('insufficient_aal')
  const fresh = (await one.client.auth.mfa.recoveryCodes.regenerate()).data?.codes ?? []
  expect(fresh.filter((code) => codes.includes(code))).toEqual([])
  expect((await half.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error?.code).toBe('mfa_verification_failed')
  expect((await half.auth.mfa.recoveryCodes.verify({ code: fresh[0] ?? '' })).error).toBeNull()
})

test('recovery codes are never the only second factor', async () => {
  const { client } = await person(shop)
  expect((await client.auth.mfa.recoveryCodes.generate()).error?.code).toBe('insufficient_aal')
  expect((await client.auth.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
  expect((await client.auth.mfa.recoveryCodes.verify({ code: 'made up' })).error?.code).toBe('mfa_verification_failed')
  expect((await client.auth.mfa.recoveryCodes.verify({ code: ' - ' })).error?.code).toBe('validation_failed')
})

test('a user signed in by a code can remove the lost app, and the codes are removed with it', async () => {
  const { one, codes } = await withCodes()
  const client = await signedIn(shop, one.email)
  await client.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
  expect((await client.auth.mfa.unenroll({ factorId: one.factorId })).error).toBeNull()
  await client.auth.refreshSession()
  expect(await claimsOf(client)).toMatchObject({ aal: 'aal1', role: 'authenticated' })
  expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
})

test('the codes can be removed without the app', async () => {
  const { one } = await withCodes()
  const { data } = await one.client.auth.mfa.recoveryCodes.unenroll()
  expect(data?.id).toMatch(/^[0-9a-f-]{36}$/)
  expect((await claimsOf(one.client)).aal).toBe('aal2')
  expect((await one.client.auth.mfa.listFactors()).data?.all).toHaveLength(1)
})

import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from '../../testing/gateway.ts'
import { PASSWORD, claimsOf, enrolled, person, refreshTokenOf, secured, signedIn } from '../../testing/second-factor.ts'
import { appCode } from '../../testing/authenticator.ts'

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

async function rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    return (await owner.query(sql, values)).rows
  } finally {
    await owner.end()
  }
}

test('an enrolment returns the secret, its URI and a QR code that a page can show', async () => {
  const { client, email } = await person(shop)
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone', issuer: 'Counter & Co' })
  expect(error).toBeNull()
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'My phone' })
  const totp = data?.type === 'totp' ? data.totp : { secret: '', uri: '', qr_code: '' }
  expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(totp.uri).toBe(
    `otpauth://totp/Counter%20%26%20Co:${encodeURIComponent(email)}?algorithm=SHA1&digits=6&issuer=Counter%20%26%20Co&period=30&secret=${totp.secret}`,
  )
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg .*<\/svg>\s*$/s)
  // Unescaped in a data URL, these would end it or change a character.
  expect(totp.qr_code).not.toMatch(/[#%]/)
  // Not verified yet: the account signs in as before.
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  const listed = await client.auth.mfa.listFactors()
  expect(listed.data?.all).toMatchObject([{ friendly_name: 'My phone', factor_type: 'totp', status: 'unverified' }])
  expect(listed.data?.totp).toEqual([])
})

test('a code verifies the factor and upgrades the session, and its tokens say so, also after a refresh', async () => {
  const one = await enrolled(shop, await person(shop))
  const before = await claimsOf(one.client)
  const challenge = await one.client.auth.mfa.challenge({ factorId: one.factorId })
  expect(challenge.data).toEqual({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) })
  expect((challenge.data?.expires_at ?? 0) - shop.now().getTime() / 1000).toBeCloseTo(300, -1)
  const { data, error } = await one.client.auth.mfa.verify({ factorId: one.factorId, challengeId: challenge.data?.id ?? '', code: one.code() })
  expect(error).toBeNull()
  expect(data?.user.factors).toMatchObject([{ id: one.factorId, status: 'verified' }])
  for (const refresh of [false, true]) {
    if (refresh) expect((await one.client.auth.refreshSession()).error).toBeNull()
    const claims = await claimsOf(one.client)
    expect(claims).toMatchObject({ aal: 'aal2', role: 'authenticated', session_id: before.session_id })
    expect(claims.amr).toEqual([
      { method: 'totp', timestamp: expect.any(Number) },
      { method: 'password', timestamp: before.amr[0]?.timestamp },
    ])
  }
  expect((await one.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  expect(await rows('select aal::text, factor_id from auth.sessions where id = $1', [before.session_id])).toEqual([{ aal: 'aal2', factor_id: one.factorId }])
  expect(shop.mails.findLast(({ to }) => to === one.email)).toMatchObject({ kind: 'mfa_factor_enrolled' })
})

test('verifying ends sessions that gave only the password, and refresh tokens issued before', async () => {
  const one = await enrolled(shop, await person(shop))
  const elsewhere = await signedIn(shop, one.email)
  const stale = await refreshTokenOf(one.client)
  await one.client.auth.mfa.challengeAndVerify({ factorId: one.factorId, code: one.code() })
  expect((await elsewhere.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  const replay = await shop.client().auth.refreshSession({ refresh_token: stale })
  expect(replay.error?.code).toBe('refresh_token_not_found')
  expect((await one.client.auth.refreshSession()).error).toBeNull()
  // A second session at aal2 stays when a third signs in with its code.
  shop.advance(60)
  const third = await signedIn(shop, one.email)
  expect((await third.auth.mfa.challengeAndVerify({ factorId: one.factorId, code: one.code() })).error).toBeNull()
  expect((await one.client.auth.getUser()).error).toBeNull()
})

test('after the password the next level is aal2, and the code reaches it', async () => {
  const one = await secured(shop)
  const client = await signedIn(shop, one.email)
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  expect((await client.auth.mfa.challengeAndVerify({ factorId: one.factorId, code: one.code() })).error).toBeNull()
  expect((await claimsOf(client)).aal).toBe('aal2')
})

test('a code is accepted one step early or late, and only once', async () => {
  const one = await secured(shop)
  const verify = async (code: string): Promise<string | undefined> =>
    (await one.client.auth.mfa.challengeAndVerify({ factorId: one.factorId, code })).error?.code
  expect(await verify(one.code(-2))).toBe('mfa_verification_failed')
  expect(await verify(` ${one.code(-1).slice(0, 3)} ${one.code(-1).slice(3)} `)).toBeUndefined()
  expect(await verify(one.code(-1))).toBe('mfa_verification_failed')
  expect(await verify(one.code(1))).toBeUndefined()
  // A code older than the last one used is refused too.
  expect(await verify(one.code())).toBe('mfa_verification_failed')
  shop.advance(60)
  const codes = await Promise.all(Array.from({ length: 4 }, () => verify(one.code())))
  expect(codes.filter((code) => code === undefined)).toHaveLength(1)
})

test('a challenge is valid for its session, its IP address and five minutes', async () => {
  const one = await secured(shop)
  const challenge = async (): Promise<string> => (await one.client.auth.mfa.challenge({ factorId: one.factorId })).data?.id ?? ''
  const other = await signedIn(shop, one.email)
  const foreign = await other.auth.mfa.verify({ factorId: one.factorId, challengeId: await challenge(), code: one.code() })
  expect(foreign.error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })
  const token = (await one.client.auth.getSession()).data.session?.access_token ?? ''
  const answer = await shop.fetch(
    `/auth/v1/factors/${one.factorId}/verify`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, apikey: KEYS.publishableKey },
      body: JSON.stringify({ challenge_id: await challenge(), code: one.code() }),
    },
    '203.0.113.77',
  )
  expect([answer.status, (await answer.json()).error_code]).toEqual([422, 'mfa_ip_address_mismatch'])
  const old = await challenge()
  shop.advance(301)
  const late = await one.client.auth.mfa.verify({ factorId: one.factorId, challengeId: old, code: one.code() })
  expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
  const used = await challenge()
  expect((await one.client.auth.mfa.verify({ factorId: one.factorId, challengeId: used, code: one.code() })).error).toBeNull()
  shop.advance(60)
  expect((await one.client.auth.mfa.verify({ factorId: one.factorId, challengeId: used, code: one.code() })).error?.code).toBe('mfa_ip_address_mismatch')
})

test("an invalid enrolment gets GoTrue's errors", async () => {
  const { client } = await person(shop)
  const enroll = async (friendlyName: string): Promise<unknown> => {
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
    return error && [error.status, error.code]
  }
  expect(await enroll('One')).toBeNull()
  expect(await enroll('One')).toEqual([422, 'mfa_factor_name_conflict'])
  for (let number = 2; number <= 10; number += 1) expect(await enroll(`Factor ${number}`)).toBeNull()
  expect(await enroll('Eleven')).toEqual([422, 'too_many_enrolled_mfa_factors'])
  // Unfinished enrolments are removed after an hour.
  shop.advance(3601)
  await client.auth.refreshSession()
  expect(await enroll('One')).toBeNull()
  expect((await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'p', phone: '+919800000000' })).error?.code).toBe('mfa_phone_enroll_not_enabled')
  expect((await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'w' })).error?.code).toBe('mfa_webauthn_enroll_not_enabled')
  expect(await enroll('x'.repeat(101))).toEqual([400, 'validation_failed'])
})

test('adding a factor and removing a verified one require aal2', async () => {
  const one = await secured(shop)
  const client = await signedIn(shop, one.email)
  expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' })).error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  expect((await client.auth.mfa.unenroll({ factorId: one.factorId })).error).toMatchObject({ status: 422, code: 'insufficient_aal' })
  expect((await one.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' })).error).toBeNull()
})

test('verifying one factor removes unfinished enrolments of another', async () => {
  const someone = await person(shop)
  const early = await enrolled(shop, someone)
  const late = await signedIn(shop, someone.email)
  const begun = await late.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine too' })
  const secret = begun.data?.type === 'totp' ? begun.data.totp.secret : ''
  await early.client.auth.mfa.challengeAndVerify({ factorId: early.factorId, code: early.code() })
  const again = await signedIn(shop, someone.email)
  const { error } = await again.auth.mfa.challengeAndVerify({ factorId: begun.data?.id ?? '', code: appCode(secret, shop.now()) })
  expect(error?.code).toBe('mfa_factor_not_found')
})

test('removing its factor downgrades a session', async () => {
  const one = await secured(shop)
  expect((await one.client.auth.mfa.unenroll({ factorId: one.factorId })).data).toEqual({ id: one.factorId })
  expect((await one.client.auth.refreshSession()).error).toBeNull()
  const claims = await claimsOf(one.client)
  expect(claims.aal).toBe('aal1')
  expect(claims.amr.map(({ method }) => method)).toEqual(['password'])
  expect((await one.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  expect(shop.mails.findLast(({ to }) => to === one.email)).toMatchObject({ kind: 'mfa_factor_unenrolled' })
})

test('a factor cannot be accessed by another user', async () => {
  const one = await secured(shop)
  const other = await person(shop)
  expect((await other.client.auth.mfa.challenge({ factorId: one.factorId })).error?.code).toBe('mfa_factor_not_found')
  expect((await other.client.auth.mfa.unenroll({ factorId: one.factorId })).error?.code).toBe('mfa_factor_not_found')
  expect((await other.client.auth.mfa.challenge({ factorId: 'no-uuid' })).error?.code).toBe('validation_failed')
  expect((await other.client.auth.mfa.verify({ factorId: one.factorId, challengeId: one.factorId, code: one.code() })).error?.code).toBe('mfa_factor_not_found')
})

test('changing password or email of a protected account requires aal2', async () => {
  const one = await secured(shop)
  const client = await signedIn(shop, one.email)
  const change = { password: 'a new password', current_password: PASSWORD }
  expect((await client.auth.updateUser(change)).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  expect((await client.auth.updateUser({ email: 'taken-over@example.com' })).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  expect((await one.client.auth.updateUser(change)).error).toBeNull()
})

test('secrets and codes are not stored in plain text', async () => {
  const one = await secured(shop)
  const codes = (await one.client.auth.mfa.recoveryCodes.generate()).data?.codes ?? []
  const [stored] = await rows(`select (select json_agg(f)::text from auth.mfa_factors f) || (select json_agg(c)::text from auth.mfa_recovery_codes c) as text`)
  const text = String(stored?.['text'])
  expect(text).toContain(one.factorId)
  for (const secret of [one.secret, ...codes]) {
    expect(secret.length).toBeGreaterThan(10)
    expect(text).not.toContain(secret)
  }
  // An encrypted secret copied to another factor cannot be decrypted there.
  const victim = await secured(shop)
  await rows('update auth.mfa_factors set secret = (select secret from auth.mfa_factors where id = $1) where id = $2', [one.factorId, victim.factorId])
  expect((await victim.client.auth.mfa.challengeAndVerify({ factorId: victim.factorId, code: one.code() })).error?.code).toBe('mfa_verification_failed')
  expect(shop.logged.splice(0).filter(({ level }) => level === 'error')).toMatchObject([{ message: 'auth: Failed to decrypt the secret of a second factor' }])
})

test('only the secret key lists and removes factors of users', async () => {
  const one = await secured(shop)
  await one.client.auth.mfa.recoveryCodes.generate()
  const admin = shop.client({ key: KEYS.secretKey })
  const userId = (await claimsOf(one.client)).sub
  const listed = await admin.auth.admin.mfa.listFactors({ userId })
  expect(listed.data?.factors.map(({ factor_type: type }) => type)).toEqual(['totp', 'recovery_code'])
  const token = (await one.client.auth.getSession()).data.session?.access_token ?? ''
  for (const authorization of [`Bearer ${token}`, `Bearer ${KEYS.publishableKey}`]) {
    for (const [method, path] of [
      ['GET', 'factors'],
      ['DELETE', `factors/${one.factorId}`],
    ]) {
      const answer = await shop.fetch(`/auth/v1/admin/users/${userId}/${path}`, { method, headers: { authorization, apikey: KEYS.publishableKey } })
      expect(answer.status).toBe(authorization.includes('sb_') ? 401 : 403)
    }
  }
  expect((await admin.auth.admin.mfa.deleteFactor({ userId, id: one.factorId })).error).toBeNull()
  expect((await admin.auth.admin.mfa.listFactors({ userId })).data?.factors).toEqual([])
  expect(shop.mails.findLast(({ to }) => to === one.email)).toMatchObject({ kind: 'mfa_factor_unenrolled' })
})

test('a soft deletion removes the secrets of second factors', async () => {
  const one = await secured(shop)
  await one.client.auth.mfa.recoveryCodes.generate()
  const userId = (await claimsOf(one.client)).sub
  expect((await shop.client({ key: KEYS.secretKey }).auth.admin.deleteUser(userId, true)).error).toBeNull()
  expect(await rows('select id from auth.mfa_factors where user_id = $1', [userId])).toEqual([])
  expect(await rows('select id from auth.mfa_recovery_code_sets where user_id = $1', [userId])).toEqual([])
})

test('with secondFactorFirst, a session by password alone is anonymous outside /auth/v1', async () => {
  const strict = await openTestGateway(database, { auth: { autoconfirm: true, bcryptCost: 4, limits: true, secondFactorFirst: true } })
  const one = await secured(strict)
  const half = await signedIn(strict, one.email)
  expect(await claimsOf(half)).toMatchObject({ aal: 'aal1', role: 'anon' })
  expect((await half.auth.updateUser({ data: { full_name: 'Another Person' } })).error?.code).toBe('insufficient_aal')
  await half.auth.signOut({ scope: 'others' })
  expect((await one.client.auth.getUser()).error).toBeNull()
  expect((await half.auth.refreshSession()).error).toBeNull()
  expect((await claimsOf(half)).role).toBe('anon')
  strict.advance(60)
  expect((await half.auth.mfa.challengeAndVerify({ factorId: one.factorId, code: appCode(one.secret, strict.now()) })).error).toBeNull()
  expect(await claimsOf(half)).toMatchObject({ aal: 'aal2', role: 'authenticated' })
  // Signing out before the second factor ends that session and no other.
  const stranger = await signedIn(strict, one.email)
  await stranger.auth.signOut()
  expect((await half.auth.getUser()).error).toBeNull()
  expect((await one.client.auth.getUser()).error).toBeNull()
  await strict.close()
})

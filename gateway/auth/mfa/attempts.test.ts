import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { openTestGateway, type TestGateway } from '../../testing/gateway.ts'
import { enrolled, person, secured, signedIn, type Protected } from '../../testing/second-factor.ts'
import type { SupabaseClient } from '@supabase/supabase-js'

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

const HOME = '198.51.100.1'

async function guess(client: SupabaseClient, one: Protected): Promise<string> {
  // Never one of the three codes that are currently valid.
  const good = [one.code(-1), one.code(), one.code(1)]
  const code = ['000000', '111111', '222222', '333333'].find((text) => !good.includes(text)) ?? ''
  return (await client.auth.mfa.challengeAndVerify({ factorId: one.factorId, code })).error?.code ?? 'ok'
}

test('after five wrong codes a session is locked for 15 minutes', async () => {
  const one = await secured(shop, HOME)
  const client = await signedIn(shop, one.email, HOME)
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await guess(client, one)).toBe('mfa_verification_failed')
  expect(await guess(client, one)).toBe('over_request_rate_limit')
  // Not even the correct code: a limit that accepts it would reveal it.
  expect((await client.auth.mfa.challengeAndVerify({ factorId: one.factorId, code: one.code() })).error?.status).toBe(429)
  shop.advance(15 * 60 + 1)
  expect((await client.auth.mfa.challengeAndVerify({ factorId: one.factorId, code: one.code() })).error).toBeNull()
})

test('concurrent guesses count one by one', async () => {
  const one = await secured(shop, HOME)
  const client = await signedIn(shop, one.email, HOME)
  const challenges = await Promise.all(Array.from({ length: 12 }, () => client.auth.mfa.challenge({ factorId: one.factorId })))
  const codes = await Promise.all(
    challenges.map(async ({ data }) => (await client.auth.mfa.verify({ factorId: one.factorId, challengeId: data?.id ?? '', code: '000000' })).error?.code),
  )
  expect(codes.filter((code) => code === 'mfa_verification_failed').length).toBeLessThanOrEqual(5)
})

test('an attacker with the password can neither guess from many networks nor lock the owner out', async () => {
  const one = await secured(shop, HOME)
  let tried = 0
  for (let network = 1; network <= 6; network += 1) {
    const stranger = await signedIn(shop, one.email, `203.0.113.${network}`)
    for (let attempt = 0; attempt < 5; attempt += 1) if ((await guess(stranger, one)) === 'mfa_verification_failed') tried += 1
  }
  expect(tried).toBe(10)
  expect(shop.mails.filter(({ to, kind }) => to === one.email && kind === 'mfa_wrong_codes')).toHaveLength(1)
  // The owner's known network is not limited.
  const owner = await signedIn(shop, one.email, HOME)
  expect((await owner.auth.mfa.challengeAndVerify({ factorId: one.factorId, code: one.code() })).error).toBeNull()
  // From a new network a recovery code still signs in.
  const codes = (await owner.auth.mfa.recoveryCodes.generate()).data?.codes ?? []
  const travelling = await signedIn(shop, one.email, '192.0.2.50')
  expect(await guess(travelling, one)).toBe('over_request_rate_limit')
  expect((await travelling.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toBeNull()
})

test('an attacker has thirty attempts a day', async () => {
  const one = await secured(shop, HOME)
  let tried = 0
  for (let hour = 0; hour < 6; hour += 1) {
    for (let session = 0; session < 3; session += 1) {
      const stranger = await signedIn(shop, one.email, `203.0.113.${100 + hour}`)
      for (let attempt = 0; attempt < 5; attempt += 1) if ((await guess(stranger, one)) === 'mfa_verification_failed') tried += 1
    }
    shop.advance(3601)
  }
  expect(tried).toBe(30)
})

test('wrong codes during enrolment do not count towards the limit per factor', async () => {
  const one = await enrolled(shop, await person(shop, HOME))
  for (let attempt = 0; attempt < 4; attempt += 1) expect(await guess(one.client, one)).toBe('mfa_verification_failed')
  expect((await one.client.auth.mfa.challengeAndVerify({ factorId: one.factorId, code: one.code() })).error).toBeNull()
  expect(shop.mails.filter(({ to, kind }) => to === one.email && kind === 'mfa_wrong_codes')).toHaveLength(0)
})

test('a session has at most twenty open challenges', async () => {
  const one = await secured(shop, HOME)
  const answers = []
  for (let number = 0; number < 21; number += 1) answers.push((await one.client.auth.mfa.challenge({ factorId: one.factorId })).error?.status)
  expect(answers.filter((status) => status === undefined).length).toBeLessThanOrEqual(20)
  expect(answers.at(-1)).toBe(429)
})

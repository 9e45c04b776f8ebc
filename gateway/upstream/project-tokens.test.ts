import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import { expect, test } from 'vitest'
import { UpstreamAway } from '../core/errors.ts'
import { signJwt } from '../core/jwt.ts'
import { resolveSession } from '../core/session.ts'
import { KEYS } from '../testing/gateway.ts'
import { listen } from '../testing/upstream.ts'
import { createTokenVerifier, type ProjectTokens } from './project-tokens.ts'

const ISSUER = 'https://project.supabase.co/auth/v1'
const SECRET = 'the shared secret of an older project'
const CLAIMS = { iss: ISSUER, aud: 'authenticated', role: 'authenticated', sub: 'f3a5cdd6-0000-4000-8000-000000000001' }

type Key = { kid: string; privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK }
async function makeKey(kid: string, alg = 'ES256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}
function sign({ kid, privateKey, jwk }: Key, claims: Record<string, unknown> = {}, seconds = 3600): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ ...CLAIMS, iat: now, exp: now + seconds, ...claims }).setProtectedHeader({ alg: jwk.alg ?? '', kid, typ: 'JWT' }).sign(privateKey)
}

async function open(keys: Key[], options: Partial<ProjectTokens> = {}) {
  const published = { keys, reads: 0, away: false }
  const { url } = await listen((_, response) => {
    published.reads += 1
    if (published.away) return void response.writeHead(503).end()
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: published.keys.map(({ jwk }) => jwk) }))
  })
  const verify = createTokenVerifier({ keysUrl: `${url}/auth/v1/.well-known/jwks.json`, issuer: ISSUER, secret: undefined, ...options })
  return { verify, published }
}

test.each(['ES256', 'RS256', 'EdDSA'])('a token signed with a published %s key is good, and the keys are read once', async (alg) => {
  const key = await makeKey('one', alg)
  const { verify, published } = await open([key])
  for (const claims of [{}, {}, { sub: 'another' }])
    expect(await verify(await sign(key, claims))).toMatchObject({ ok: true, claims: { role: 'authenticated' } })
  expect(published.reads).toBe(1)
})

test('a caller is who the token says', async () => {
  const key = await makeKey('one')
  const { verify } = await open([key])
  const authorization = `Bearer ${await sign(key)}`
  const resolved = await resolveSession({ headers: new Headers({ authorization, apikey: KEYS.publishableKey }) }, { ...KEYS, verifyToken: verify })
  expect(resolved).toMatchObject({ ok: true, session: { role: 'authenticated', claims: { sub: CLAIMS.sub } } })
  const forged = signJwt({ ...CLAIMS, role: 'service_role', exp: 4e9 }, KEYS.jwtSecret)
  expect(await resolveSession({ headers: new Headers({ authorization: `Bearer ${forged}` }) }, { ...KEYS, verifyToken: verify })).toMatchObject({ ok: false })
})

test('a rotated key is found, and tokens of a withdrawn one are refused', async () => {
  const [old, next] = [await makeKey('old'), await makeKey('next')]
  const { verify, published } = await open([old], { cooldown: 0 })
  expect(await verify(await sign(old))).toMatchObject({ ok: true })
  published.keys = [next]
  expect(await verify(await sign(next))).toMatchObject({ ok: true })
  expect(await verify(await sign(old, { session_id: 'new' }))).toMatchObject({ ok: false, code: 'PGRST301' })
})

test('a token that was good is refused once its key is withdrawn and the keys are read again', async () => {
  const [old, next] = [await makeKey('old'), await makeKey('next')]
  const { verify, published } = await open([old, next], { maxAge: 0 })
  const [withdrawn, good] = [await sign(old), await sign(next)]
  for (const token of [withdrawn, good, withdrawn, good]) expect(await verify(token)).toMatchObject({ ok: true })
  published.keys = [next]
  expect(await verify(withdrawn)).toMatchObject({ ok: false, code: 'PGRST301' })
  expect(await verify(good)).toMatchObject({ ok: true })
})

test('while the keys cannot be read the last ones count, for as long as they may', async () => {
  const key = await makeKey('one')
  const { verify, published } = await open([key], { maxAge: 0 })
  const token = await sign(key)
  expect(await verify(token)).toMatchObject({ ok: true })
  published.away = true
  for (const one of [token, await sign(key, { session_id: 'new' })]) expect(await verify(one)).toMatchObject({ ok: true })
  expect(await verify(await sign(await makeKey('two')))).toMatchObject({ ok: false, code: 'PGRST301' })
  const { verify: strict, published: gone } = await open([key], { maxAge: 0, maxStale: 0 })
  expect(await strict(token)).toMatchObject({ ok: true })
  gone.away = true
  await expect(strict(token)).rejects.toBeInstanceOf(UpstreamAway)
})

test('tokens with invented keys do not make the server ask again each time', async () => {
  const [key, other] = [await makeKey('one'), await makeKey('two')]
  const { verify, published } = await open([key])
  await verify(await sign(key))
  for (let index = 0; index < 5; index += 1)
    expect(await verify(await sign({ ...other, kid: `invented ${index}` }))).toMatchObject({ ok: false, code: 'PGRST301' })
  expect(published.reads).toBe(1)
})

test.each([
  ['another issuer', { iss: 'https://other.supabase.co/auth/v1' }],
  ['no issuer', { iss: undefined }],
  ['another audience', { aud: 'other' }],
  ['no audience', { aud: undefined }],
  ['no end', { exp: undefined }],
])('a token with %s is refused', async (_, claims) => {
  const key = await makeKey('one')
  const { verify } = await open([key], { secret: SECRET })
  expect(await verify(await sign(key, claims))).toMatchObject({ ok: false })
  expect(await verify(signJwt({ ...CLAIMS, exp: 4e9, ...claims }, SECRET))).toMatchObject({ ok: false })
})

test('an expired token is refused, also when it was good before', async () => {
  const key = await makeKey('one')
  const { verify } = await open([key])
  const token = await sign(key, {}, 60)
  expect(await verify(token)).toMatchObject({ ok: true })
  const later = () => new Date(Date.now() + 120_000)
  expect(await verify(token, later)).toEqual({ ok: false, code: 'PGRST303', message: 'JWT expired' })
  expect(await verify(await sign(key, {}, -120))).toEqual({ ok: false, code: 'PGRST303', message: 'JWT expired' })
})

test('neither alg none nor a published key as a secret is accepted', async () => {
  const key = await makeKey('one', 'RS256')
  const claims = { ...CLAIMS, exp: 4e9, role: 'service_role' }
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const secret of [undefined, SECRET]) {
    const { verify } = await open([key], { secret })
    for (const alg of ['none', 'None', 'NONE'])
      expect(await verify(`${encode({ alg, kid: 'one' })}.${encode(claims)}.`)).toMatchObject({ ok: false, code: 'PGRST301' })
    const publicTexts = [await exportSPKI(key.publicKey), JSON.stringify(key.jwk), key.jwk.n ?? '']
    for (const text of publicTexts) expect(await verify(signJwt(claims, text))).toMatchObject({ ok: false, code: 'PGRST301' })
    const [, payload, signature] = (await sign(key)).split('.')
    expect(await verify(`${encode({ alg: 'ES256', kid: 'one' })}.${payload}.${signature}`)).toMatchObject({ ok: false })
    expect(await verify(`${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}.${signature}`)).toMatchObject({ ok: false, code: 'PGRST301' })
  }
})

test('the shared secret of an older project verifies users and its two keys, and nothing without it', async () => {
  const user = signJwt({ ...CLAIMS, exp: 4e9 }, SECRET)
  const key = signJwt({ iss: 'supabase', ref: 'project', role: 'anon', exp: 4e9 }, SECRET)
  const { verify } = await open([], { secret: SECRET })
  expect(await verify(user)).toMatchObject({ ok: true })
  expect(await verify(key)).toMatchObject({ ok: true, claims: { role: 'anon' } })
  expect(await verify(signJwt({ iss: 'supabase', role: 'postgres', exp: 4e9 }, SECRET))).toMatchObject({ ok: false })
  const { verify: without } = await open([])
  for (const token of [user, key]) expect(await without(token)).toMatchObject({ ok: false, code: 'PGRST301' })
})

test('while the keys cannot be read nobody is refused: the answer is that it is not known', async () => {
  const key = await makeKey('one')
  const { verify, published } = await open([key])
  published.away = true
  await expect(verify(await sign(key))).rejects.toBeInstanceOf(UpstreamAway)
  published.away = false
  expect(await verify(await sign(key))).toMatchObject({ ok: true })
})

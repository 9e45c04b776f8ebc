import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from '../../testing/gateway.ts'

let database: TestDatabase
let shop: TestGateway

beforeAll(async () => {
  database = await createGatewayDatabase()
  shop = await openTestGateway(database)
})
afterAll(async () => {
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
  await shop.close()
  await database.drop()
})

const [MINE, THEIRS] = ['mine, correct horse', 'known to a stranger']
let count = 0
const address = (): string => `person${(count += 1)}@example.com`
const fragment = (answer: Response): URLSearchParams => new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1))
const codeOf = async (email: string, password: string): Promise<string> =>
  (await shop.client().auth.signInWithPassword({ email, password })).error?.code ?? 'signed in'

/** Signs up and returns the mail's link. Advances the clock by the minute that the mail limit requires. */
async function signUp(email: string, password: string, full_name = 'New Customer'): Promise<string> {
  const sent = shop.mails.length
  const { error } = await shop.client().auth.signUp({ email, password, options: { data: { full_name } } })
  expect(error).toBeNull()
  const mail = await vi.waitFor(() => {
    const found = shop.mails[sent]
    if (!found) throw new Error('no mail')
    return found
  })
  expect(mail).toMatchObject({ kind: 'signup', to: email, data: {} })
  shop.advance(61)
  return mail.link
}

async function confirmed(email = address()): Promise<string> {
  const link = await signUp(email, MINE)
  expect((await shop.press(link, { password: MINE })).status).toBe(303)
  return email
}

test('a later sign-up by a stranger does not affect mine: only my link and my password work', async () => {
  const email = address()
  const mine = await signUp(email, MINE, 'Meera')
  const theirs = await signUp(email, THEIRS, 'Not Meera')
  const session = fragment(await shop.press(mine, { password: MINE }))
  expect(session.get('access_token')).toBeTruthy()
  expect([await codeOf(email, MINE), await codeOf(email, THEIRS)]).toEqual(['signed in', 'invalid_credentials'])
  const { data } = await shop.client().auth.signInWithPassword({ email, password: MINE })
  expect(data.user?.user_metadata).toMatchObject({ full_name: 'Meera', email, sub: data.user?.id, email_verified: true })
  // Their link is invalid, even with their password.
  expect(fragment(await shop.press(theirs, { password: THEIRS })).get('error_code')).toBe('otp_expired')
})

test.each(['earlier', 'later'])('at the link of a stranger’s %s sign-up my password is wrong, and I can replace theirs with mine', async (when) => {
  const email = address()
  if (when === 'later') await signUp(email, MINE)
  const theirs = await signUp(email, THEIRS)
  if (when === 'earlier') await signUp(email, MINE)
  const page = await shop.press(theirs, { password: MINE })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('role="alert"')
  expect(await codeOf(email, THEIRS)).not.toBe('signed in')
  const done = await shop.press(theirs, { password: MINE, choice: 'replace' })
  expect(fragment(done).get('access_token')).toBeTruthy()
  expect([await codeOf(email, MINE), await codeOf(email, THEIRS)]).toEqual(['signed in', 'invalid_credentials'])
})

test('submitting no password confirms nothing, a short one is refused, and guessing is limited', async () => {
  const email = address()
  const link = await signUp(email, MINE)
  for (const [typed, sentence] of [
    [{}, 'Type your password'],
    [{ password: '' }, 'Type your password'],
    [{ password: 'short', choice: 'replace' }, 'at least 8 characters'],
  ] as const) {
    const page = await shop.press(link, typed)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(sentence)
  }
  expect(await codeOf(email, MINE)).toBe('email_not_confirmed')
  for (let guess = 0; guess < 9; guess++) await shop.press(link, { password: `guess ${guess}` })
  expect(fragment(await shop.press(link, { password: MINE })).get('error_code')).toBe('over_request_rate_limit')
  shop.advance(301)
  expect(fragment(await shop.press(link, { password: MINE })).get('access_token')).toBeTruthy()
})

test('a password reset of an unconfirmed address invalidates all its sign-ups', async () => {
  const email = address()
  const theirs = await signUp(email, THEIRS)
  const sent = shop.mails.length
  await shop.client().auth.resetPasswordForEmail(email)
  await vi.waitFor(() => expect(shop.mails[sent]).toMatchObject({ kind: 'recovery', data: {} }))
  const tokens = fragment(await shop.press(shop.mails[sent]?.link ?? ''))
  const client = shop.client()
  await client.auth.setSession({ access_token: tokens.get('access_token') ?? '', refresh_token: tokens.get('refresh_token') ?? '' })
  expect((await client.auth.updateUser({ password: MINE })).error).toBeNull()
  expect(fragment(await shop.press(theirs, { password: THEIRS })).get('error_code')).toBe('otp_expired')
  expect([await codeOf(email, MINE), await codeOf(email, THEIRS)]).toEqual(['signed in', 'invalid_credentials'])
})

test('a resent confirmation belongs to the latest sign-up, and three sign-ups are kept', async () => {
  const email = address()
  const links = []
  for (const password of ['first password', 'second password', 'third password', MINE]) links.push(await signUp(email, password))
  const sent = shop.mails.length
  await shop.client().auth.resend({ type: 'signup', email })
  await vi.waitFor(() => expect(shop.mails).toHaveLength(sent + 1))
  expect(fragment(await shop.press(links[0] ?? '', { password: 'first password' })).get('error_code')).toBe('otp_expired')
  expect(fragment(await shop.press(links[3] ?? '', { password: MINE })).get('error_code')).toBe('otp_expired')
  expect(fragment(await shop.press(shop.mails[sent]?.link ?? '', { password: MINE })).get('access_token')).toBeTruthy()
})

const PAGE = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

/** Signs up as a page does and returns the response's cookie. */
async function cookieOf(email: string, headers: Record<string, string> = PAGE): Promise<string> {
  const body = JSON.stringify({ email, password: MINE })
  const answer = await shop.fetch('/auth/v1/signup', { method: 'POST', body, headers: { ...headers, apikey: KEYS.publishableKey } })
  expect(answer.status).toBe(200)
  shop.advance(61)
  return answer.headers.get('set-cookie') ?? ''
}

/** Opens the link with a cookie and presses the button; the texts of the page, and what the button did. */
async function pressWith(link: string, cookie: string): Promise<{ page: string; done: Response }> {
  const page = await shop.fetch(link, { headers: { cookie } })
  const token = new URL(link).searchParams.get('token') ?? ''
  const body = new URLSearchParams({ token, type: 'signup', redirect_to: 'http://shop.test/login' })
  return { page: await page.text(), done: await shop.fetch('/auth/v1/verify', { method: 'POST', body, headers: { cookie } }) }
}

test('in the browser that signed up the link needs no password, for an hour and for its own link alone', async () => {
  const email = address()
  const cookie = await cookieOf(email)
  expect(cookie).toMatch(/^sb-registering=[\w-]{43}; Path=\/auth\/v1\/verify; Max-Age=3600; HttpOnly; SameSite=Lax$/)
  const mine = cookie.split(';')[0] ?? ''
  const own = (await shop.mailTo(email)).link
  const theirs = await signUp(email, THEIRS)
  const stranger = await pressWith(theirs, mine)
  expect(stranger.page).toContain('name="password"')
  expect(stranger.done.status).toBe(200)
  expect(await codeOf(email, THEIRS)).not.toBe('signed in')
  const { page, done } = await pressWith(own, mine)
  expect(page).not.toContain('name="password"')
  expect(fragment(done).get('access_token')).toBeTruthy()
  expect(done.headers.get('set-cookie')).toContain('sb-registering=; ')
  expect([await codeOf(email, MINE), await codeOf(email, THEIRS)]).toEqual(['signed in', 'invalid_credentials'])

  const late = address()
  const old = (await cookieOf(late)).split(';')[0] ?? ''
  shop.advance(3600)
  expect((await pressWith((await shop.mailTo(late)).link, old)).page).toContain('name="password"')
})

test('the cookie says nothing about the account, and only the shop’s own pages get one', async () => {
  const taken = await confirmed()
  const shape = (cookie: string): string => cookie.replace(/=[\w-]{43};/, '=…;')
  expect(shape(await cookieOf(taken))).toBe(shape(await cookieOf(address())))
  for (const site of ['cross-site', 'same-site', 'none']) expect(await cookieOf(address(), { ...PAGE, 'sec-fetch-site': site })).toBe('')
  expect(await cookieOf(address(), { 'content-type': 'application/json' })).toBe('')
})

test('clients that redeem the token themselves and PKCE work', async () => {
  const email = address()
  const token_hash = new URL(await signUp(email, MINE)).searchParams.get('token') ?? ''
  expect((await shop.client().auth.verifyOtp({ type: 'signup', token_hash })).data.session?.user.email).toBe(email)
  expect(await codeOf(email, MINE)).toBe('signed in')

  const asking = shop.client({ flowType: 'pkce' })
  const other = address()
  await asking.auth.signUp({ email: other, password: MINE })
  const answer = await shop.press((await shop.mailTo(other)).link, { password: MINE })
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  expect((await asking.auth.exchangeCodeForSession(code)).data.session?.user.email).toBe(other)
})

test('a sign-up gets the same response for a new, an unconfirmed and a registered address; the owner of an account is notified once a day', async () => {
  const [fresh, waiting, owned] = [address(), address(), await confirmed()]
  await signUp(waiting, MINE, 'A secret name')
  const ask = async (email: string) => (await shop.client().auth.signUp({ email, password: THEIRS, options: { data: { full_name: 'Me' } } })).data.user
  const shapes = []
  for (const email of [fresh, waiting, owned]) {
    const first = await ask(email)
    shop.advance(61)
    const again = await ask(email)
    expect(again?.id).toBe(first?.id)
    expect(again?.identities?.[0]?.identity_id).toBe(first?.identities?.[0]?.identity_id)
    expect(first?.user_metadata).toEqual({ full_name: 'Me', sub: first?.id, email, email_verified: false, phone_verified: false })
    const text = JSON.stringify(first).replaceAll(email, 'EMAIL')
    shapes.push(text.replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, 'ID').replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, 'TIME'))
    shop.advance(61)
  }
  expect(new Set(shapes).size).toBe(1)
  expect(shop.mails.filter(({ to, kind }) => to === owned && kind === 'account_exists')).toHaveLength(1)
  expect(await codeOf(owned, MINE)).toBe('signed in')
})

test('a change to a registered address gets the same response, notifies its owner, and cannot be completed', async () => {
  const [owned, mine, free] = [await confirmed(), await confirmed(), address()]
  const client = shop.client()
  await client.auth.signInWithPassword({ email: mine, password: MINE })
  const answers = []
  for (const wanted of [free, owned]) {
    const { data, error } = await client.auth.updateUser({ email: wanted })
    answers.push([error, data.user?.new_email === wanted, data.user?.email])
    shop.advance(61)
  }
  expect(answers).toEqual([
    [null, true, mine],
    [null, true, mine],
  ])
  expect(shop.mails.findLast(({ to }) => to === owned)).toMatchObject({ kind: 'account_exists' })
  // The caller's own mailbox confirms as usual and learns only that the other is pending.
  expect(fragment(await shop.press(shop.mails.findLast(({ to }) => to === mine)?.link ?? '')).get('message')).toContain('other email')
  expect((await client.auth.getUser()).data.user?.email).toBe(mine)
})

test('an unconfirmed sign-up by a stranger does not block the owner of the mailbox from using the address', async () => {
  const [mine, wanted] = [await confirmed(), address()]
  const theirs = await signUp(wanted, THEIRS)
  const client = shop.client()
  await client.auth.signInWithPassword({ email: mine, password: MINE })
  const sent = shop.mails.length
  expect((await client.auth.updateUser({ email: wanted })).error).toBeNull()
  const links = await vi.waitFor(() => {
    const found = shop.mails.slice(sent).filter(({ kind }) => kind === 'email_change')
    if (found.length < 2) throw new Error('not both yet')
    return found.map(({ link }) => link)
  })
  for (const link of links) await shop.press(link)
  expect((await client.auth.getUser()).data.user?.email).toBe(wanted)
  expect([await codeOf(wanted, MINE), await codeOf(wanted, THEIRS)]).toEqual(['signed in', 'invalid_credentials'])
  expect(fragment(await shop.press(theirs, { password: THEIRS })).get('error_code')).toBe('otp_expired')
})

test('email change requests are limited before the address is looked up', async () => {
  const [owned, mine] = [await confirmed(), await confirmed()]
  const client = shop.client()
  await client.auth.signInWithPassword({ email: mine, password: MINE })
  await shop.client().auth.resetPasswordForEmail(owned)
  expect((await client.auth.updateUser({ email: owned })).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  shop.advance(61)
  for (let change = 0; change < 9; change++) {
    await client.auth.updateUser({ email: address() })
    shop.advance(61)
  }
  expect((await client.auth.updateUser({ email: owned })).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
})

test('an account created by an administrator is confirmed by the button alone', async () => {
  const email = address()
  await shop.client({ key: KEYS.secretKey }).auth.admin.createUser({ email, password: MINE })
  await shop.client().auth.resend({ type: 'signup', email })
  expect(fragment(await shop.press((await shop.mailTo(email)).link, {})).get('access_token')).toBeTruthy()
  expect(await codeOf(email, MINE)).toBe('signed in')
})

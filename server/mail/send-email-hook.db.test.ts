/** The Send Email hook with a shop's real queue, and with a project that answers the shop's requests and calls it. */
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { AuthMail } from '#gateway/gateway.ts'
import { KEYS, openTestGateway, ORIGIN } from '#gateway/testing/gateway.ts'
import { openForwarding, type Forwarding } from '#gateway/testing/upstream.ts'
import { HOOK_SECRET, hookCall, signCall } from '../testing/hook-calls.ts'
import { openMailShop, type MailShop } from '../testing/mail-shop.ts'
import type { MailWorker } from './mail-worker.ts'
import { LARGEST_CALL, SEND_EMAIL_HOOK, sendEmailHook } from './send-email-hook.ts'

let shop: MailShop
beforeAll(async () => void (shop = await openMailShop()))
afterEach(async () => {
  await shop.clear()
  await shop.owner.query('delete from private.hook_calls')
})
afterAll(() => shop.close())

const logged: unknown[][] = []

/** What a shop gives to its gateway. */
function withHook(worker: MailWorker, secrets = [HOOK_SECRET]) {
  const hook = sendEmailHook({ secrets, siteUrl: ORIGIN, queue: worker.queueHookMails, log: (...entry) => void logged.push(entry) })
  return { functions: { [SEND_EMAIL_HOOK]: hook }, openFunctions: [SEND_EMAIL_HOOK], functionLimits: { [SEND_EMAIL_HOOK]: LARGEST_CALL } }
}

const call = ({ fetch }: Forwarding, body: string, headers = signCall(body)): Promise<Response> =>
  fetch(`/functions/v1/${SEND_EMAIL_HOOK}`, { method: 'POST', body, headers })

/** A project whose accounts are in the shop's database, and the shop in front of it. */
async function openProject(worker: MailWorker): Promise<Forwarding> {
  const answers: number[] = []
  const project = await openTestGateway(shop.database, {
    mails: {
      async send({ kind, to, link }: AuthMail) {
        const token_hash = new URL(link).searchParams.get('token') ?? ''
        const redirect_to = new URL(link).searchParams.get('redirect_to') ?? ''
        answers.push((await call(front, hookCall(kind, { token_hash, redirect_to }, { email: to }))).status)
      },
    },
  })
  const listener = getRequestListener((request) => project.gateway.fetch(request), { overrideGlobalObjects: false })
  const front: Forwarding = await openForwarding((request, response) => listener(request, response), withHook(worker))
  closing.push(project.close)
  return front
}
const closing: (() => Promise<void>)[] = []
afterEach(async () => void (await Promise.all(closing.splice(0).map((close) => close()))))

const linkIn = (text: string | undefined): string => /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(text ?? '')?.[0] ?? ''

test('a sign-up through the shop: the project calls the hook, and the link of the shop’s mail confirms the account', async () => {
  const { fetch, gateway } = await openProject(shop.open())
  expect(await gateway.awayServices()).toEqual([])
  const json = { apikey: KEYS.publishableKey, 'content-type': 'application/json' }
  const account = JSON.stringify({ email: 'new@looks.example', password: 'correct horse' })
  const signIn = () => fetch('/auth/v1/token?grant_type=password', { method: 'POST', headers: json, body: account })
  const signedUp = await fetch(`/auth/v1/signup?redirect_to=${ORIGIN}/profile`, { method: 'POST', headers: json, body: account })
  expect(signedUp.status).toBe(200)
  await expect.poll(async () => (await shop.outbox()).length).toBe(1)
  expect((await signIn()).status).toBe(400)

  const [mail] = await shop.outbox()
  expect(mail).toMatchObject({ subject: 'Confirm your email for Shringar', to: [{ address: 'new@looks.example' }], from: { name: 'Shringar' } })
  const link = linkIn(mail?.text)
  expect(link).toContain(`${ORIGIN}/auth/v1/verify?token=`)
  expect(mail?.html).toContain(link.replaceAll('&', '&#38;'))
  const page = await (await fetch(link)).text()
  const form = new URLSearchParams({ password: 'correct horse' })
  for (const [, name = '', value = ''] of page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g))
    form.set(
      name,
      value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
    )
  const confirmed = await fetch('/auth/v1/verify', { method: 'POST', body: form })
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, expect.stringContaining(`${ORIGIN}/profile#access_token=`)])
  expect((await signIn()).status).toBe(200)
})

test('a call that is repeated, under its id or another, is one mail', async () => {
  const front = await openForwarding(() => expect.unreachable('nothing is forwarded'), withHook(shop.open()))
  const body = hookCall('recovery')
  const first = signCall(body)
  const answers = await Promise.all([call(front, body, first), call(front, body, first), call(front, body)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await call(front, body)).status).toBe(200)
  await shop.allSent()
  expect((await shop.outbox()).map(({ subject }) => subject)).toEqual(['Reset your Shringar password'])
  expect((await call(front, hookCall('recovery'))).status).toBe(200)
  await expect.poll(async () => (await shop.mails()).length).toBe(2)
})

test('a change of the address asks both mailboxes, each with its own link', async () => {
  const front = await openForwarding(() => expect.unreachable('nothing is forwarded'), withHook(shop.open()))
  const data = { token: '111111', token_new: '222222', token_hash: 'of-the-new', token_hash_new: 'of-the-present' }
  expect((await call(front, hookCall('email_change', data, { new_email: 'new@looks.example' }))).status).toBe(200)
  await shop.allSent()
  const sent = (await shop.outbox()).map(({ to, subject, text }) => [to?.[0]?.address, subject, new URL(linkIn(text)).searchParams.get('token')])
  expect(new Set(sent)).toEqual(
    new Set([
      ['meera@looks.example', 'Confirm the change of your email at Shringar', 'of-the-present'],
      ['new@looks.example', 'Confirm your new email for Shringar', 'of-the-new'],
    ]),
  )
})

test('in the queue a link and a code are sealed, and gone once the mail is sent', async () => {
  let seen: unknown[] = []
  const worker = shop.open({
    watch: async (stage) => {
      if (stage === 'claimed') seen = (await shop.owner.query('select kind, recipient, data from private.mails')).rows
    },
  })
  const front = await openForwarding(() => expect.unreachable('nothing is forwarded'), withHook(worker))
  await call(front, hookCall('reauthentication', { token_hash: '' }))
  await shop.allSent()
  expect(seen).toEqual([
    { kind: 'reauthentication', recipient: 'meera@looks.example', data: { sealed: expect.any(String) as string, expires_at: expect.any(String) as string } },
  ])
  expect(JSON.stringify(seen)).not.toContain('482715')
  expect((await shop.owner.query("select from private.mails where data ? 'sealed'")).rowCount).toBe(0)
  const [mail] = await shop.outbox()
  expect(mail?.text).toContain('Your code: 482715')
  expect(mail?.text).not.toContain('/auth/v1/verify')
})

test('while the secret changes both are good; a foreign one, a large body and an unknown kind queue nothing', async () => {
  const next = Buffer.alloc(32, 9)
  const front = await openForwarding(() => expect.unreachable('nothing is forwarded'), withHook(shop.open(), [next, HOOK_SECRET]))
  for (const secrets of [[HOOK_SECRET], [next], [HOOK_SECRET, next]]) {
    const body = hookCall('magiclink')
    expect((await call(front, body, signCall(body, { secrets }))).status).toBe(200)
  }
  const body = hookCall('magiclink')
  expect((await call(front, body, signCall(body, { secrets: [Buffer.alloc(32, 1)] }))).status).toBe(401)
  expect((await call(front, 'x'.repeat(LARGEST_CALL + 1))).status).toBe(413)
  expect((await call(front, hookCall('birthday_wishes'))).status).toBe(400)
  expect(await shop.mails()).toHaveLength(3)
  expect(JSON.stringify(logged)).not.toMatch(/meera|482715|2f9d41c8/)
})

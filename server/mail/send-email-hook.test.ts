import { expect, test } from 'vitest'
import { UpstreamAway } from '#gateway/core/errors.ts'
import type { Caller } from '#gateway/functions/dispatch.ts'
import { HOOK_SECRET, hookCall, signCall } from '../testing/hook-calls.ts'
import type { HookMail } from './hook-mails.ts'
import { LARGEST_CALL, sendEmailHook, type HookOptions } from './send-email-hook.ts'

const ADDRESS = 'https://shop.example/functions/v1/send-email-hook'
const CALLER: Caller = { role: 'anon', user: null, claims: {}, token: null, network: null }

function open(options: Partial<HookOptions> = {}) {
  const queued: { call: string; mails: readonly HookMail[] }[] = []
  const logged: unknown[][] = []
  const hook = sendEmailHook({
    secrets: [HOOK_SECRET],
    siteUrl: 'https://shop.example',
    queue: async (call, mails) => void queued.push({ call, mails }),
    log: (...entry) => void logged.push(entry),
    ...options,
  })
  const post = async (body: string, headers: Record<string, string> = signCall(body)) => {
    const answer = await hook(new Request(ADDRESS, { method: 'POST', body, headers }), CALLER)
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as { code?: string; message?: string } }
  }
  return { hook, post, queued, logged }
}

test('the link of a mail leads to the shop, and on to a page of the shop alone', async () => {
  const { post, queued } = open()
  const { status, headers } = await post(hookCall('signup'))
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const link = 'https://shop.example/auth/v1/verify?token=pkce_2f9d41c8&type=signup&redirect_to='
  expect(queued[0]?.mails[0]?.link).toBe(`${link}https%3A%2F%2Fshop.example%2Fprofile`)
  await post(hookCall('signup', { redirect_to: 'https://evil.example/profile' }))
  expect(queued[1]?.mails[0]?.link).toBe(`${link}${encodeURIComponent('https://shop.example')}`)
})

test('a call is the same whichever attempt delivers it, and another one for each mail', async () => {
  const { post, queued } = open()
  const body = hookCall('signup')
  await post(body, signCall(body, { id: 'first attempt' }))
  await post(body, signCall(body, { id: 'second attempt' }))
  await post(hookCall('signup'))
  const [one, two, three] = queued.map(({ call }) => call)
  expect([one === two, one === three, one?.length]).toEqual([true, false, 64])
})

test('without a secret nothing is taken, not even a signed call', async () => {
  const { post, queued } = open({ secrets: [] })
  expect(await post(hookCall('signup'))).toMatchObject({ status: 404, body: { code: 'NOT_SET' } })
  expect(queued).toEqual([])
})

test('an unsigned, changed, old or foreign call is refused and queues nothing', async () => {
  const { post, queued } = open()
  const body = hookCall('signup')
  const unsigned = { status: 401, body: { code: 'BAD_SIGNATURE' } }
  expect(await post(body, {})).toMatchObject(unsigned)
  expect(await post(body, signCall(`${body} `))).toMatchObject(unsigned)
  expect(await post(body, signCall(body, { secrets: [Buffer.alloc(32, 8)] }))).toMatchObject(unsigned)
  expect(await post(body, signCall(body, { time: Math.floor(Date.now() / 1000) - 400 }))).toMatchObject({ status: 401, body: { code: 'NOT_NOW' } })
  expect(queued).toEqual([])
})

test('a kind of mail that the shop does not have is refused by name, and nothing about the person is logged', async () => {
  const { post, queued, logged } = open()
  expect(await post(hookCall('birthday_wishes'))).toMatchObject({
    status: 400,
    body: { code: 'UNKNOWN_MAIL', message: 'This shop has no mail birthday_wishes' },
  })
  expect(await post(hookCall('meera@looks.example'))).toMatchObject({ status: 400, body: { code: 'UNKNOWN_MAIL', message: 'This shop has no mail' } })
  expect(await post(hookCall('signup', {}, { email: '' }))).toMatchObject({ status: 400, body: { code: 'INVALID' } })
  for (const body of ['[]', '{"user":', 'null']) expect(await post(body)).toMatchObject({ status: 400, body: { code: 'INVALID' } })
  expect(queued).toEqual([])
  expect(logged[0]).toEqual(['warn', 'send-email-hook: UNKNOWN_MAIL', { kind: 'birthday_wishes' }])
  expect(JSON.stringify(logged)).not.toMatch(/meera|482715|2f9d41c8/)
})

test('of a body that is too large the rest is not read', async () => {
  const { hook, post, queued } = open()
  let chunks = 0
  const body = new ReadableStream({
    pull(controller) {
      chunks += 1
      controller.enqueue(new Uint8Array(16 * 1024))
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half', headers: signCall('') }
  expect((await hook(new Request(ADDRESS, init), CALLER)).status).toBe(413)
  expect(chunks).toBeLessThan(LARGEST_CALL / (16 * 1024) + 4)
  const large = hookCall('signup', {}, { user_metadata: { note: 'x'.repeat(LARGEST_CALL) } })
  expect((await post(large)).status).toBe(413)
  expect((await post(hookCall('signup', {}, { user_metadata: { note: 'x'.repeat(LARGEST_CALL / 2) } }))).status).toBe(200)
  expect(queued).toHaveLength(1)
})

test('while the database does not answer, the project is asked to call again', async () => {
  const { post } = open({ queue: () => Promise.reject(new UpstreamAway('gone')) })
  const answer = await post(hookCall('signup'))
  expect([answer.status, answer.headers.get('retry-after'), answer.body.code]).toEqual([503, '1', 'BUSY'])
})

test('only POST is taken', async () => {
  const { hook } = open()
  const answer = await hook(new Request(ADDRESS), CALLER)
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
})

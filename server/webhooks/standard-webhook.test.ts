import { expect, test } from 'vitest'
import { HOOK_SECRET, signCall } from '../testing/hook-calls.ts'
import { checkWebhook, readWebhookSecret } from './standard-webhook.ts'

const NOW = new Date('2026-11-26T10:00:00Z')
const time = NOW.getTime() / 1000
const OTHER = Buffer.alloc(32, 8)
const body = Buffer.from('{"name":"मीरा"}')
const check = (
  headers: Record<string, string>,
  { secrets = [HOOK_SECRET], bytes = body, now = NOW }: { secrets?: Buffer[]; bytes?: Buffer; now?: Date } = {},
) => checkWebhook(secrets, new Headers(headers), bytes, now)

test('the example of the standard’s own library is verified', () => {
  const secret = readWebhookSecret('v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  if (!secret) throw new Error('not read')
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const at = { secrets: [secret], bytes: Buffer.from('{"test": 2432232314}'), now: new Date(1614265330_000) }
  expect(check(headers, at)).toBe('signed')
  expect(check(headers, { ...at, bytes: Buffer.from('{"test": 2432232315}') })).toBe('unsigned')
})

test('each secret of the list is valid, and each signature of a call', () => {
  expect(check(signCall(body, { time }))).toBe('signed')
  expect(check(signCall(body, { time, secrets: [OTHER] }))).toBe('unsigned')
  expect(check(signCall(body, { time, secrets: [OTHER] }), { secrets: [HOOK_SECRET, OTHER] })).toBe('signed')
  expect(check(signCall(body, { time, secrets: [OTHER, HOOK_SECRET] }))).toBe('signed')
  expect(check(signCall(body, { time }), { secrets: [] })).toBe('unsigned')
})

test('a signature is of this id, this time and these bytes alone', () => {
  const good = signCall(body, { time, id: 'one' })
  const changed: Record<string, string>[] = [
    { ...good, 'webhook-id': 'two' },
    { ...good, 'webhook-id': '' },
    { ...good, 'webhook-timestamp': String(time + 1) },
    { ...good, 'webhook-timestamp': `${time}.0` },
    { ...good, 'webhook-timestamp': '' },
    { ...good, 'webhook-signature': '' },
    { ...good, 'webhook-signature': 'v1' },
    { ...good, 'webhook-signature': good['webhook-signature'].replace('v1,', 'v1a,') },
    { ...good, 'webhook-signature': good['webhook-signature'].slice(0, -2) },
    { ...good, 'webhook-signature': `${'v1,x '.repeat(300)}${good['webhook-signature']}` },
  ]
  for (const headers of changed) expect(check(headers), JSON.stringify(headers)).toBe('unsigned')
  expect(check(good, { bytes: Buffer.from('{"name":"मीना"}') })).toBe('unsigned')
  // Bytes that are no text are not the same as the text that a decoder makes of them.
  const broken = Buffer.from([0x7b, 0xff, 0x7d])
  expect(check(signCall(broken.toString('utf8'), { time }), { bytes: broken })).toBe('unsigned')
  expect(check(signCall(broken, { time }), { bytes: broken })).toBe('signed')
})

test('a call counts for five minutes on either side of the clock', () => {
  for (const [seconds, expected] of [
    [-300, 'signed'],
    [300, 'signed'],
    [-301, 'not now'],
    [301, 'not now'],
  ] as const)
    expect(check(signCall(body, { time: time + seconds })), String(seconds)).toBe(expected)
  // Without a secret a caller does not learn whether the time would do.
  expect(check(signCall(body, { time: 0, secrets: [OTHER] }))).toBe('unsigned')
})

import { expect, test } from 'vitest'
import { hookCall } from '../testing/hook-calls.ts'
import { readHookMails } from './hook-mails.ts'

const siteUrl = 'https://shop.example'
const place = { siteUrl, linkTo: (token: string, type: string, to: unknown) => `${siteUrl}/verify ${token} ${type} ${String(to)}` }
const read = (body: string) => readHookMails(JSON.parse(body) as Record<string, unknown>, place)
const linkOf = (token: string, type: string): string => `${siteUrl}/verify ${token} ${type} https://shop.example/profile`
const to = 'meera@looks.example'

test.each([
  ['signup', 'signup'],
  ['recovery', 'recovery'],
  ['invite', 'invite'],
  ['magiclink', 'magiclink'],
] as const)('%s is a mail with a link and without the code of it', (type, kind) => {
  expect(read(hookCall(type))).toEqual({ ok: true, mails: [{ kind, to, link: linkOf('pkce_2f9d41c8', type), hours: 1 }] })
})

test('a sign-in by code has both', () => {
  const mail = { kind: 'magiclink', to, link: linkOf('pkce_2f9d41c8', 'email'), code: '482715', hours: 1 }
  expect(read(hookCall('email'))).toEqual({ ok: true, mails: [mail] })
})

test('a proof of identity is a code alone', () => {
  expect(read(hookCall('reauthentication', { token_hash: '' }))).toEqual({
    ok: true,
    mails: [{ kind: 'reauthentication', to, link: siteUrl, code: '482715', hours: 1 }],
  })
  expect(read(hookCall('reauthentication', { token: '' }))).toEqual({ ok: false, code: 'INVALID' })
})

test('a change of the address that both mailboxes confirm is two mails: token_hash_new is that of the present one', () => {
  const data = { token: '111111', token_new: '222222', token_hash: 'of-the-new', token_hash_new: 'of-the-present' }
  for (const name of ['new_email', 'email_new'])
    expect(read(hookCall('email_change', data, { [name]: 'new@looks.example' }))).toEqual({
      ok: true,
      mails: [
        { kind: 'email_change', to: 'new@looks.example', link: linkOf('of-the-new', 'email_change'), hours: 1 },
        { kind: 'email_change_current', to, link: linkOf('of-the-present', 'email_change'), hours: 1 },
      ],
    })
})

test('a change that the new mailbox alone confirms is one mail, also for an account that had no address', () => {
  for (const email of [to, ''])
    expect(read(hookCall('email_change', { token_hash: 'of-the-new' }, { email, new_email: 'new@looks.example' }))).toEqual({
      ok: true,
      mails: [{ kind: 'email_change', to: 'new@looks.example', link: linkOf('of-the-new', 'email_change'), hours: 1 }],
    })
})

test.each([
  ['password_changed_notification', 'password_changed'],
  ['phone_changed_notification', 'phone_changed'],
  ['identity_linked_notification', 'identity_linked'],
  ['identity_unlinked_notification', 'identity_unlinked'],
  ['mfa_factor_enrolled_notification', 'mfa_factor_enrolled'],
  ['mfa_factor_unenrolled_notification', 'mfa_factor_unenrolled'],
])('%s is a mail that only informs', (type, kind) => {
  const none = { token: '', token_hash: '' }
  expect(read(hookCall(type, none))).toEqual({ ok: true, mails: [{ kind, to, link: siteUrl, hours: 168 }] })
  expect(read(hookCall(type, none, { email: '' })), 'without an address').toEqual({ ok: true, mails: [] })
})

test('the notice of a changed address goes to the former one', () => {
  const mail = { kind: 'email_changed', to: 'old@looks.example', link: siteUrl, hours: 168 }
  expect(read(hookCall('email_changed_notification', { old_email: 'old@looks.example' }))).toEqual({ ok: true, mails: [mail] })
})

test('other kinds are named, unless the name could say something about a person', () => {
  expect(read(hookCall('birthday_wishes'))).toEqual({ ok: false, code: 'UNKNOWN_MAIL', kind: 'birthday_wishes' })
  for (const type of ['meera@looks.example', 'constructor ', 'x'.repeat(100), ''])
    expect(read(hookCall(type)), type).toEqual({ ok: false, code: 'UNKNOWN_MAIL', kind: '' })
  for (const type of ['constructor', '__proto__', 'hasOwnProperty']) expect(read(hookCall(type)), type).toMatchObject({ ok: false, code: 'UNKNOWN_MAIL' })
})

test('a call without an address, a token or one of its parts is refused', () => {
  const invalid = { ok: false, code: 'INVALID' }
  expect(read(hookCall('signup', { token_hash: '' }))).toEqual(invalid)
  expect(read(hookCall('signup', { token_hash: 'a b' }))).toEqual(invalid)
  for (const email of ['', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example', undefined, 7])
    expect(read(hookCall('signup', {}, { email }))).toEqual(invalid)
  expect(read(hookCall('email_change', { token_hash_new: 'of-the-present' }, { email: '', new_email: 'new@looks.example' }))).toEqual(invalid)
  for (const call of ['{}', '{"user":[],"email_data":{}}', '{"user":{},"email_data":null}']) expect(read(call)).toEqual(invalid)
})

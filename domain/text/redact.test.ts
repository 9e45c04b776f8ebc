import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskEmail, redact, redactError, redactText } from './redact.ts'

const from = (letters: string, min: number, max = min) =>
  fc.array(fc.constantFrom(...letters), { minLength: min, maxLength: max }).map((found) => found.join(''))
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const BASE64 = `${LETTERS}ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_`
const jwt = fc.tuple(from(BASE64, 10, 40), from(BASE64, 10, 80), from(BASE64, 20, 43)).map(([head, body, sign]) => `eyJ${head}.${body}.${sign}`)
const shopKey = fc.tuple(fc.constantFrom('sb_publishable', 'sb_secret', 'shringar_sk'), from(BASE64, 20, 43)).map(([kind, rest]) => `${kind}_${rest}`)
const word = from(`${LETTERS}0123456789`, 12, 30)
const named = fc
  .tuple(fc.constantFrom('password', 'refresh_token', 'access_token', 'apikey', 'token_hash', 'client_secret', 'PASSWORD'), word)
  .chain(([name, secret]) =>
    fc
      .constantFrom(
        `${name}=${secret}`,
        `"${name}":"${secret}"`,
        `${name}: ${secret}`,
        JSON.stringify(JSON.stringify({ [name]: secret })),
        `?${name}=${secret}&x=1`,
        `'${name}': '${secret}'`,
      )
      .map((text) => ({ text, secret })),
  )
const bearer = word.map((secret) => ({ text: `Authorization: Bearer ${secret}`, secret }))
const email = fc.tuple(word, word, fc.constantFrom('in', 'com', 'example')).map(([name, host, top]) => ({ text: `${name}@${host}.${top}`, secret: host }))
const phone = fc.tuple(fc.constantFrom('6', '7', '8', '9'), from('0123456789', 9)).chain(([first, rest]) => {
  const digits = first + rest
  return fc
    .constantFrom(
      digits,
      `+91${digits}`,
      `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`,
      `0${digits}`,
      `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`,
    )
    .map((text) => ({ text, secret: text }))
})
const whole = (text: fc.Arbitrary<string>) => text.map((secret) => ({ text: secret, secret }))
const anySecret = fc.oneof(whole(jwt), whole(shopKey), named, bearer, email, phone)
const around = fc.string({ unit: 'grapheme', maxLength: 30 })

describe('no secret is left', () => {
  test('in a text, with any characters around it', () => {
    fc.assert(
      fc.property(around, anySecret, around, (before, { text, secret }, after) => {
        expect(redactText(`${before} ${text} ${after}`)).not.toContain(secret)
      }),
      { numRuns: 2000 },
    )
  })

  test('tokens and keys are found inside a word too', () => {
    fc.assert(
      fc.property(around, fc.oneof(jwt, shopKey), around, (before, secret, after) => {
        expect(redactText(before + secret + after)).not.toContain(secret)
      }),
      { numRuns: 500 },
    )
  })

  test('anywhere in a value: keys, lists, errors and their properties', () => {
    fc.assert(
      fc.property(anySecret, fc.string(), ({ text, secret }, key) => {
        const error = Object.assign(new Error(`failed: ${text}`), { details: text })
        const kept = JSON.stringify(redact({ [key]: text, list: [[text]], error, [text]: 1, nested: { deep: { text } } }))
        expect(kept).not.toContain(secret)
        expect(JSON.stringify(redactError(error))).not.toContain(secret)
      }),
      { numRuns: 1000 },
    )
  })
})

test('fields with secrets or personal data are recognised by their name', () => {
  expect(
    redact({ password: 'x', user: { phone: 9820012345, full_name: 'Meera', email: 'meera@looks.example' }, access_token: ['a'], session: { a: 1 }, ok: true }),
  ).toEqual({
    password: '•••',
    user: { phone: '•••', full_name: '•••', email: 'm•••@l•••' },
    access_token: '•••',
    session: '•••',
    ok: true,
  })
})

test.each([
  'Failed to fetch',
  'GET /rest/v1/products?select=id,gst_percent&limit=1 200 in 34 ms',
  'order 3f0e1a52-77aa-4a7e-9a0e-1b2c3d4e5f60 is shipped',
  '2026-11-20T14:03:11.123Z',
  'permission denied for table profiles',
  '₹1,500.00 for 12 units, 18 % GST',
  'at render (http://localhost:4400/assets/shell-2z8IBEWO.js:1:20311)',
])('a harmless text stays as it is: %s', (text) => {
  expect(redactText(text)).toBe(text)
})

test('an email address is masked so that it cannot be used', () => {
  expect(maskEmail('meera@looks.example')).toBe('m•••@l•••')
  expect(maskEmail('')).toBe('•••@•••')
})

test('a long text is truncated before it is searched, and not within an address', () => {
  const long = `${'word '.repeat(1598)}meera@looks.example more`
  const kept = redactText(long)
  expect(kept.length).toBeLessThan(8001)
  expect(kept).not.toContain('meera')
  expect(redactText('pwd'.repeat(10_000))).toHaveLength(8001)
})

test('a number ends where a word begins', () => {
  expect(redactText('98200 12345 4b')).toBe('•number• 4b')
  expect(redactText('9820012345x and 1234 12345678 90ab')).toBe('9820012345x and •number• 90ab')
})

test('cycles, getters that throw, functions and very long texts are handled', () => {
  const circle: Record<string, unknown> = { long: 'x'.repeat(5000), run: () => 1, at: new Date(0), many: Array.from({ length: 200 }, (_, n) => n) }
  circle['self'] = circle
  Object.defineProperty(circle, 'bad', {
    enumerable: true,
    get: () => {
      throw new Error('no')
    },
  })
  const kept = redact(circle) as Record<string, unknown>
  expect(String(kept['long'])).toHaveLength(2001)
  expect(kept).toMatchObject({ run: '[function]', at: '1970-01-01T00:00:00.000Z', bad: '[unreadable]' })
  expect(kept['many']).toHaveLength(50)
  expect(JSON.stringify(kept)).toContain('[deeper]')
})

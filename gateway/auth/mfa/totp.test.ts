import fc from 'fast-check'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { base32, hotp, keyUri, matchingStep, stepOf, STEP_SECONDS, type Hash } from './totp.ts'

const seed = (length: number): Buffer => Buffer.from('1234567890'.repeat(7).slice(0, length))
const SEEDS: Record<Hash, Buffer> = { sha1: seed(20), sha256: seed(32), sha512: seed(64) }

// RFC 6238, Appendix B: eight digits.
test.each([
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
])('at second %i the codes are those of RFC 6238, Appendix B', (second, sha1, sha256, sha512) => {
  const step = stepOf(new Date(second * 1000))
  expect([hotp(SEEDS.sha1, step, 8, 'sha1'), hotp(SEEDS.sha256, step, 8, 'sha256'), hotp(SEEDS.sha512, step, 8, 'sha512')]).toEqual([sha1, sha256, sha512])
})

// RFC 4226, Appendix D: six digits.
test('the first ten codes by counter are those of RFC 4226, Appendix D', () => {
  const codes = Array.from({ length: 10 }, (_, counter) => hotp(SEEDS.sha1, counter))
  expect(codes).toEqual(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])
})

// RFC 4648, section 10, without the padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of "%s" is "%s"', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
})

const secrets = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes))
const times = fc.integer({ min: 600, max: 4_000_000_000 }).map((second) => new Date(second * 1000))

test('a code is accepted in its own step and the adjacent ones, and returns its step', () => {
  fc.assert(
    fc.property(secrets, times, fc.integer({ min: -6, max: 6 }), (secret, now, away) => {
      const step = stepOf(now) + away
      const code = hotp(secret, step)
      const found = matchingStep(secret, code, now)
      if (Math.abs(away) <= 1) expect(hotp(secret, found ?? -1)).toBe(code)
      // Six digits repeat occasionally: if the code of a distant step is accepted, an adjacent step has the same one.
      else expect(found === null || hotp(secret, found) === code).toBe(true)
      expect(found === null || Math.abs(found - stepOf(now)) <= 1).toBe(true)
    }),
  )
})

test('only six digits are a code', () => {
  fc.assert(
    fc.property(secrets, times, fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('١٢٣٤٥٦'), fc.constant('0x1234')), (secret, now, text) => {
      fc.pre(!/^\d{6}$/.test(text))
      expect(matchingStep(secret, text, now)).toBeNull()
    }),
  )
})

test('dynamic truncation follows the RFC bit by bit', () => {
  fc.assert(
    fc.property(secrets, fc.nat(2 ** 40), (secret, counter) => {
      const message = Buffer.from(counter.toString(16).padStart(16, '0'), 'hex')
      const mac = [...createHmac('sha1', secret).update(message).digest()]
      const offset = (mac[19] ?? 0) % 16
      const value = mac.slice(offset, offset + 4).reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte % 128 : byte), 0)
      expect(hotp(secret, counter)).toBe(String(value % 1_000_000).padStart(6, '0'))
    }),
  )
})

test('base32 round-trips every secret', () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const bits = [...base32(secret)].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
      const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
      expect(Buffer.from(bytes)).toEqual(secret)
    }),
  )
})

test('the URI in the QR code names issuer and account, with any characters in them', () => {
  const url = new URL(keyUri('asha+test@example.com', 'Beauty & Co: #1', 'MZXW6YTB'))
  expect(url.href).toMatch(/^otpauth:\/\/totp\/Beauty%20%26%20Co%3A%20%231:asha%2Btest%40example.com\?/)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    algorithm: 'SHA1',
    digits: '6',
    issuer: 'Beauty & Co: #1',
    period: String(STEP_SECONDS),
    secret: 'MZXW6YTB',
  })
})

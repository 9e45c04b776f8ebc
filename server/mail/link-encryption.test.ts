import { expect, test } from 'vitest'
import { createLinkCipher } from './link-encryption.ts'

const LINK = 'https://shop.example/auth/v1/verify?token=abc&type=recovery मीरा'
const cipher = createLinkCipher(['a secret of the server'])

test('an encrypted link reveals nothing, differs each time, and is decrypted only with its secret', () => {
  const encrypted = cipher.encrypt(LINK)
  expect(Buffer.from(encrypted, 'base64url').toString('latin1')).not.toContain('token')
  expect(cipher.encrypt(LINK)).not.toBe(encrypted)
  expect(createLinkCipher(['a secret of the server']).decrypt(encrypted)).toBe(LINK)
  expect(() => createLinkCipher(['another secret']).decrypt(encrypted)).toThrow()
})

test('modified, truncated or invented text is not decrypted', () => {
  const bytes = Buffer.from(cipher.encrypt(LINK), 'base64url')
  for (const at of [0, 12, 28, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => cipher.decrypt(changed.toString('base64url')), String(at)).toThrow()
  }
  for (const text of ['', 'abc', bytes.subarray(0, -1).toString('base64url')]) expect(() => cipher.decrypt(text)).toThrow()
})

test('a link that was encrypted with an older secret is decrypted until that is removed', () => {
  const encrypted = createLinkCipher(['old']).encrypt(LINK)
  expect(createLinkCipher(['new', 'old']).decrypt(encrypted)).toBe(LINK)
  expect(() => createLinkCipher(['new']).decrypt(encrypted)).toThrow()
  expect(createLinkCipher(['old', 'new']).decrypt(createLinkCipher(['new', 'old']).encrypt(LINK))).toBe(LINK)
})

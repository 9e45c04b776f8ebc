import { expect, test } from 'vitest'
import { createLinkCipher } from './link-encryption.ts'

const LINK = 'https://shop.example/auth/v1/verify?token=abc&type=recovery मीरा'
const seal = createLinkCipher('a secret of the server')

test('a sealed link shows nothing, differs each time, and opens with its secret alone', () => {
  const sealed = seal.close(LINK)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('token')
  expect(seal.close(LINK)).not.toBe(sealed)
  expect(createLinkCipher('a secret of the server').open(sealed)).toBe(LINK)
  expect(() => createLinkCipher('another secret').open(sealed)).toThrow()
})

test('what was changed, cut or made up does not open', () => {
  const bytes = Buffer.from(seal.close(LINK), 'base64url')
  for (const at of [0, 12, 28, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => seal.open(changed.toString('base64url')), String(at)).toThrow()
  }
  for (const text of ['', 'abc', bytes.subarray(0, -1).toString('base64url')]) expect(() => seal.open(text)).toThrow()
})

/** Encrypts the secrets of second factors for the database, with a key that is not stored in it. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto'

const VERSION = 'v1'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

function encryptionKey(serverSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', serverSecret, '', 'second factor secrets', KEY_BYTES))
}

/** AES-256-GCM with the factor's id as additional data: a ciphertext copied to another factor cannot be decrypted. */
export function encryptSecret(serverSecret: string, factorId: string, secret: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(serverSecret), nonce).setAAD(Buffer.from(factorId))
  const encrypted = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${encrypted.toString('base64url')}`
}

/** Throws if the key differs or the text was modified. */
export function decryptSecret(serverSecret: string, factorId: string, text: string): Buffer {
  const [version, body = ''] = text.split('.')
  const bytes = Buffer.from(body, 'base64url')
  if (version !== VERSION || bytes.length <= NONCE_BYTES + TAG_BYTES) throw new Error('Encrypted secret of a second factor has an unknown format')
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey(serverSecret), bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(factorId))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** Without 0, 1, i, l, o and u, which are easily misread on paper. */
const CODE_ALPHABET = '23456789abcdefghjkmnpqrstvwxyz'
export const RECOVERY_CODE_LENGTH = 16

/** About 78 random bits: too many to guess, so an unkeyed digest is enough, and it survives a rotation of the server's keys. */
export function newRecoveryCode(): string {
  return Array.from({ length: RECOVERY_CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}

/** Ignores letter case, spaces and hyphens. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '')
}

export function recoveryCodeHash(setId: string, code: string): string {
  return createHash('sha256').update(`${setId} ${code}`).digest('hex')
}

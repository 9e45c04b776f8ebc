/** How the secrets of second factors lie in the database: sealed with a key that is not in it. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto'

const VERSION = 'v1'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

function sealingKey(serverSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', serverSecret, '', 'second factor secrets', KEY_BYTES))
}

/** AES-256-GCM. The factor's id goes in: a sealed secret that is copied to another factor does not open. */
export function sealSecret(serverSecret: string, factorId: string, secret: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(serverSecret), nonce).setAAD(Buffer.from(factorId))
  const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${sealed.toString('base64url')}`
}

/** Throws where the key is another one or the text was changed. */
export function openSecret(serverSecret: string, factorId: string, text: string): Buffer {
  const [version, body = ''] = text.split('.')
  const bytes = Buffer.from(body, 'base64url')
  if (version !== VERSION || bytes.length <= NONCE_BYTES + TAG_BYTES) throw new Error('a sealed secret has an unknown form')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(serverSecret), bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(factorId))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** No 0, 1, i, l, o, u: nothing that is read as something else on paper. */
const CODE_ALPHABET = '23456789abcdefghjkmnpqrstvwxyz'
export const RECOVERY_CODE_LENGTH = 16

/** About 78 random bits: too many to guess, so a plain digest is enough and survives a change of the server's keys. */
export function newRecoveryCode(): string {
  return Array.from({ length: RECOVERY_CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}

/** As it was typed: letter case, spaces and hyphens do not count. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '')
}

export function recoveryCodeHash(setId: string, code: string): string {
  return createHash('sha256').update(`${setId} ${code}`).digest('hex')
}

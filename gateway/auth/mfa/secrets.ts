/** Encrypts the secrets of second factors for the database, with a key that is not stored in it. */
import type { Query } from '#postgres/statement.ts'
import type { DataKeys } from '../../core/session.ts'
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

/** The secret, and whether the first key opened it. Throws if none of the keys does. */
export function decryptWithAny(keys: DataKeys, factorId: string, text: string): { secret: Buffer; current: boolean } {
  let failure: unknown
  for (const [place, key] of keys.entries()) {
    try {
      return { secret: decryptSecret(key, factorId, text), current: place === 0 }
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/**
 * Encrypts with the first key what other keys have encrypted, so that these can be removed. What no key opens stays as it is.
 *
 * @returns how many secrets were changed
 */
export async function resealSecrets(query: Query, keys: DataKeys): Promise<number> {
  const rows = await query<{ id: string; secret: string }>("select id, secret from auth.mfa_factors where coalesce(secret, '') <> ''")
  let changed = 0
  for (const { id, secret } of rows) {
    try {
      const opened = decryptWithAny(keys, id, secret)
      if (opened.current) continue
      await query('update auth.mfa_factors set secret = $3 where id = $1 and secret = $2', [id, secret, encryptSecret(keys[0], id, opened.secret)])
      changed += 1
    } catch (error) {
      // Of other keys, lost before: its owner signs in with a recovery code.
      if (!(error instanceof Error) || 'severity' in error) throw error
    }
  }
  return changed
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

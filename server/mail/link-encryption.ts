/** Encrypts the links of sign-in mails in the queue, so that reading the database or a backup gives no access to accounts. */
import type { DataKeys } from '#gateway/core/session.ts'
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

export type LinkCipher = {
  encrypt(text: string): string
  /** Throws for anything not encrypted with one of these secrets. */ decrypt(encrypted: string): string
}

/** AES-256-GCM. @param secrets keys are derived from them: the first encrypts, all decrypt */
export function createLinkCipher(secrets: DataKeys): LinkCipher {
  const derived = (secret: string): Buffer => createHmac('sha256', secret).update('links in mails').digest()
  const key = derived(secrets[0])
  const all = secrets.map(derived)
  const open = (bytes: Buffer, one: Buffer): string => {
    const cipher = createDecipheriv('aes-256-gcm', one, bytes.subarray(0, 12), { authTagLength: 16 })
    cipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
  }
  return {
    encrypt(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url')
      let failure: unknown
      for (const one of all) {
        try {
          return open(bytes, one)
        } catch (error) {
          failure = error
        }
      }
      throw failure
    },
  }
}

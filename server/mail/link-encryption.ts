/** Encrypts the links of sign-in mails in the queue, so that reading the database or a backup gives no access to accounts. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

export type LinkCipher = { encrypt(text: string): string; /** Throws for anything not encrypted with this secret. */ decrypt(encrypted: string): string }

/** AES-256-GCM. @param secret the JWT secret, from which the key is derived */
export function createLinkCipher(secret: string): LinkCipher {
  const key = createHmac('sha256', secret).update('links in mails').digest()
  return {
    encrypt(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url')
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      cipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
    },
  }
}

/** Keeps the links of sign-in mails unreadable in the queue: who reads the database, or a backup, opens no account. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

export type LinkCipher = { close(text: string): string; /** Throws on anything that was not closed with this secret. */ open(sealed: string): string }

/** @param secret the server's own (the JWT secret); the key is derived from it */
export function createLinkCipher(secret: string): LinkCipher {
  const key = createHmac('sha256', secret).update('links in mails').digest()
  return {
    close(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      cipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
    },
  }
}

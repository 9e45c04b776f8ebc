/** Addresses that carry their own permission for a while. */
import { createHmac } from 'node:crypto'
import { signJwt, verifyJwt, type Claims } from '../core/jwt.ts'
import { StorageError } from './errors.ts'

export type UrlSigner = {
  sign(claims: Claims, seconds: number): string
  /** The claims of an unexpired token made for exactly this use and file. */
  verify(token: string | null, use: 'download' | 'upload', file: string): Claims
}

/** @param jwtSecret its derived key signs: an address must never pass for an access token, nor the other way round. */
export function createUrlSigner(jwtSecret: string, now: () => Date): UrlSigner {
  const key = createHmac('sha256', jwtSecret).update('signed storage addresses').digest('hex')
  const refuse = (message: string): never => {
    throw new StorageError(400, 'InvalidJWT', 'InvalidJWT', message)
  }
  return {
    sign(claims, seconds) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      return signJwt({ ...claims, iat: issuedAt, exp: issuedAt + seconds }, key)
    },
    verify(token, use, file) {
      if (token === null || token === '') return refuse('The token is missing')
      const result = verifyJwt(token, key, { now })
      if (!result.ok) return refuse(result.message === 'JWT expired' ? '"exp" claim timestamp check failed' : 'invalid signature')
      const { exp } = result.claims
      // Core allows clocks to differ by 30 s; both times here are this server's own.
      if (typeof exp !== 'number' || exp * 1000 <= now().getTime()) return refuse('"exp" claim timestamp check failed')
      if (result.claims['use'] !== use || result.claims['url'] !== file) return refuse('The token is for another file')
      return result.claims
    },
  }
}

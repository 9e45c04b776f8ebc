/** Signs and verifies the tokens of signed URLs. */
import { createHmac } from 'node:crypto'
import { signJwt, verifyJwt, type Claims } from '../core/jwt.ts'
import type { DataKeys } from '../core/session.ts'
import { StorageError } from './errors.ts'

export type UrlSigner = {
  sign(claims: Claims, seconds: number): string
  /** The claims of an unexpired token for exactly this use and file. Throws InvalidJWT. */
  verify(token: string | null, use: 'download' | 'upload', file: string): Claims
}

/** @param dataKeys the first signs, with a key derived from it, so that a URL token is never valid as an access token and vice versa */
export function createUrlSigner(dataKeys: DataKeys, now: () => Date): UrlSigner {
  const derived = (key: string): string => createHmac('sha256', key).update('signed storage addresses').digest('hex')
  const signing = derived(dataKeys[0])
  const accepted = dataKeys.map(derived)
  const refuse = (message: string): never => {
    throw new StorageError(400, 'InvalidJWT', 'InvalidJWT', message)
  }
  return {
    sign(claims, seconds) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      return signJwt({ ...claims, iat: issuedAt, exp: issuedAt + seconds }, signing)
    },
    verify(token, use, file) {
      if (token === null || token === '') return refuse('The token is missing')
      const result = verifyJwt(token, accepted, { now })
      if (!result.ok) return refuse(result.message === 'JWT expired' ? '"exp" claim timestamp check failed' : 'invalid signature')
      const { exp } = result.claims
      // verifyJwt allows 30 s of clock skew; here both times are this server's own.
      if (typeof exp !== 'number' || exp * 1000 <= now().getTime()) return refuse('"exp" claim timestamp check failed')
      if (result.claims['use'] !== use || result.claims['url'] !== file) return refuse('The token is for another file')
      return result.claims
    },
  }
}

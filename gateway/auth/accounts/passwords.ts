/** bcrypt hashing as GoTrue stores it, off the main thread, with a bounded queue that is fair between callers. */
import { hash, verify } from '@node-rs/bcrypt'
import { randomBytes } from 'node:crypto'
import { createFairShare, ShareExceeded } from '../../core/fair-share.ts'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'

export const MIN_PASSWORD_CHARACTERS = 8
/** bcrypt ignores further bytes: longer passwords would be truncated silently. */
export const MAX_PASSWORD_BYTES = 72

/** One caller uses at most one of the two hashing threads and few places in the queue, so that others are not delayed. */
const SHARE = { total: 2, perKey: 1, waiting: 64, waitingPerKey: 12, longestWait: 10_000 }

/** The key of the hashing queue: the network, or the account if the network is not known. Null for a program with the secret key. */
export function shareOf(caller: AuthCaller, account: string): string | null {
  return caller.serviceRole ? null : (caller.limitedIp ?? `account ${account}`)
}

export type PasswordHasher = {
  hash(password: string, share: string | null): Promise<string>
  /** `stored` null (no such account, or one without a password) takes the same time and returns false. */
  verify(password: string, stored: string | null, share: string | null): Promise<boolean>
}

/** @param cost bcrypt's work factor; 10 takes about 84 ms. */
export function createPasswordHasher(cost: number): PasswordHasher {
  const shares = createFairShare(SHARE)
  let decoy: Promise<string> | undefined

  async function inTurn<T>(share: string | null, work: () => Promise<T>): Promise<T> {
    try {
      return await shares.run(share, work)
    } catch (error) {
      // With a longer queue the response would come after the client's timeout.
      if (!(error instanceof ShareExceeded)) throw error
      throw new AuthError(429, 'over_request_rate_limit', 'Too many sign-ins at the moment, please try again shortly', {}, 5)
    }
  }

  return {
    hash: (password, share) => inTurn(share, () => hash(password, cost)),
    async verify(password, stored, share) {
      decoy ??= hash(randomBytes(32).toString('base64url'), cost)
      // A password that cannot be set must not match a truncated one.
      if (!isHashable(password)) return false
      const against = stored === null || stored === '' ? await decoy : stored
      const matches = await inTurn(share, () => verify(password, against).catch(() => false))
      return matches && against === stored
    },
  }
}

/** bcrypt stops at a NUL and at the 72nd byte; a lone surrogate has no UTF-8 encoding. */
function isHashable(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_PASSWORD_BYTES && !password.includes('\0') && password.isWellFormed()
}

/** Throws GoTrue's errors for an invalid new password. */
export function checkNewPassword(password: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new AuthError(400, 'validation_failed', `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`)
  }
  if (!isHashable(password)) throw new AuthError(400, 'validation_failed', 'Password contains characters that cannot be used')
  if ([...password].length < MIN_PASSWORD_CHARACTERS) {
    throw new AuthError(422, 'weak_password', `Password should be at least ${MIN_PASSWORD_CHARACTERS} characters.`, { weak_password: { reasons: ['length'] } })
  }
}

/** bcrypt, as GoTrue stores it, off the main thread and with a bounded queue in which callers take turns. */
import { hash, verify } from '@node-rs/bcrypt'
import { randomBytes } from 'node:crypto'
import { createFairShare, ShareExceeded } from '../core/fair-share.ts'
import type { AuthCaller } from './context.ts'
import { AuthError } from './errors.ts'

export const MIN_PASSWORD_CHARACTERS = 8
/** bcrypt reads no further: longer passwords would be cut silently. */
export const MAX_PASSWORD_BYTES = 72

/** One caller gets one of the two cores that hash, and few places in the queue: nobody else's sign-in waits for theirs. */
const SHARE = { total: 2, perKey: 1, waiting: 64, waitingPerKey: 12, longestWait: 10_000 }

/** Whose share of the hashing it is: the network's, or the account's where the network is not known. Null: a program with the secret key. */
export function shareOf(caller: AuthCaller, account: string): string | null {
  return caller.serviceRole ? null : (caller.limitedIp ?? `account ${account}`)
}

export type PasswordHasher = {
  hash(password: string, share: string | null): Promise<string>
  /** `stored` null (no such account, or one without a password) costs the same time and answers false. */
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
      // Beyond this the answer would come after the client gave up.
      if (!(error instanceof ShareExceeded)) throw error
      throw new AuthError(429, 'over_request_rate_limit', 'Too many sign-ins at the moment, please try again shortly', {}, 5)
    }
  }

  return {
    hash: (password, share) => inTurn(share, () => hash(password, cost)),
    async verify(password, stored, share) {
      decoy ??= hash(randomBytes(32).toString('base64url'), cost)
      // What could never be set is not cut to what was.
      if (!isHashable(password)) return false
      const against = stored === null || stored === '' ? await decoy : stored
      const matches = await inTurn(share, () => verify(password, against).catch(() => false))
      return matches && against === stored
    },
  }
}

/** bcrypt ends at a NUL and at its 72nd byte; half a character has no bytes of its own. */
function isHashable(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_PASSWORD_BYTES && !password.includes('\0') && password.isWellFormed()
}

/** Throws GoTrue's refusals of a new password. */
export function checkNewPassword(password: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new AuthError(400, 'validation_failed', `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`)
  }
  if (!isHashable(password)) throw new AuthError(400, 'validation_failed', 'Password contains characters that cannot be used')
  if ([...password].length < MIN_PASSWORD_CHARACTERS) {
    throw new AuthError(422, 'weak_password', `Password should be at least ${MIN_PASSWORD_CHARACTERS} characters.`, { weak_password: { reasons: ['length'] } })
  }
}

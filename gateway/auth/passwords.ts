/** bcrypt, as GoTrue stores it, off the main thread and with a bounded queue. */
import { hash, verify } from '@node-rs/bcrypt'
import { randomBytes } from 'node:crypto'
import { AuthError } from './errors.ts'

export const MIN_PASSWORD_CHARACTERS = 8
/** bcrypt reads no further: longer passwords would be cut silently. */
export const MAX_PASSWORD_BYTES = 72

const AT_ONCE = 2
const MAX_WAITING = 64

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** `stored` null (no such account, or one without a password) costs the same time and answers false. */
  verify(password: string, stored: string | null): Promise<boolean>
}

/** @param cost bcrypt's work factor; 10 takes about 84 ms. */
export function createPasswordHasher(cost: number): PasswordHasher {
  let running = 0
  const waiting: (() => void)[] = []
  let decoy: Promise<string> | undefined

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < AT_ONCE) running += 1
    else {
      // Beyond this the answer would come after the client gave up, and every further sign-in would wait too.
      if (waiting.length >= MAX_WAITING) throw new AuthError(429, 'over_request_rate_limit', 'Too many sign-ins at the moment, please try again shortly', {}, 5)
      await new Promise<void>((resolve) => waiting.push(resolve)) // the one who finishes hands its place over
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(password, stored) {
      decoy ??= hash(randomBytes(32).toString('base64url'), cost)
      const against = stored === null || stored === '' ? await decoy : stored
      const matches = await inTurn(() => verify(password, against).catch(() => false))
      return matches && against === stored
    },
  }
}

/** Throws GoTrue's refusals of a new password. */
export function checkNewPassword(password: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new AuthError(400, 'validation_failed', `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`)
  }
  if ([...password].length < MIN_PASSWORD_CHARACTERS) {
    throw new AuthError(422, 'weak_password', `Password should be at least ${MIN_PASSWORD_CHARACTERS} characters.`, { weak_password: { reasons: ['length'] } })
  }
}

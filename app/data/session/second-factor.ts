/** Two-step sign-in through the official client: turning it on and off, recovery codes, and entering a code at a sign-in. */
import * as say from '#words/security.ts'
import { loadSupabase } from '../api/supabase.ts'

export type SecondFactor = {
  /** ISO time when it was turned on; null while it is off */ since: string | null
  /** null when there are none */ codes: { total: number; remaining: number } | null
}

export type Refused = { ok: false; message: string }
type Answer = { code?: string | undefined; name: string; message: string } | null

/** The message for a wrong code; `recovery` for a recovery code. */
function refusal(error: NonNullable<Answer>, recovery = false): Refused {
  const message = (() => {
    switch (error.code) {
      case 'mfa_verification_failed':
        return recovery ? say.wrongRecoveryCode : say.wrongCode
      case 'over_request_rate_limit':
        return say.tooManyCodes
      case 'mfa_recovery_codes_locked':
        return say.tooManyRecoveryCodes
      case 'session_not_found':
      case 'bad_jwt':
      case 'refresh_token_not_found':
        return say.tookTooLong
      default:
        return error.name === 'AuthRetryableFetchError' ? say.noAnswer : say.somethingWrong
    }
  })()
  return { ok: false, message }
}

const failed: Refused = { ok: false, message: say.somethingWrong }

async function attempt<T>(work: () => Promise<T | Refused>): Promise<T | Refused> {
  try {
    return await work()
  } catch {
    return failed
  }
}

export async function fetchSecondFactor(): Promise<SecondFactor> {
  const { auth } = await loadSupabase()
  const { data, error } = await auth.mfa.listFactors()
  if (error) throw new Error(error.message)
  const codes = data.recovery_code.length > 0 ? await auth.mfa.recoveryCodes.getStatus() : null
  return { since: data.totp[0]?.updated_at ?? null, codes: codes?.data ?? null }
}

export type Enrolment = { id: string; /** image address */ qrCode: string; /** base32 */ secret: string; uri: string }

/** Starts over: an unfinished earlier attempt is removed. @param issuer what the app shows beside the address */
export function beginEnrolment(issuer: string): Promise<{ ok: true; enrolment: Enrolment } | Refused> {
  return attempt(async () => {
    const { auth } = await loadSupabase()
    const listed = await auth.mfa.listFactors()
    if (listed.error) return refusal(listed.error)
    for (const factor of listed.data.all) if (factor.status === 'unverified') await auth.mfa.unenroll({ factorId: factor.id })
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: say.appName, issuer })
    if (error) return refusal(error)
    return { ok: true, enrolment: { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret, uri: data.totp.uri } }
  })
}

/** The first code turns it on. This session is then signed in with both factors; every other session ends. */
export function confirmEnrolment(id: string, code: string): Promise<{ ok: true } | Refused> {
  return attempt(async () => {
    const { auth } = await loadSupabase()
    const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code })
    return error ? refusal(error) : { ok: true }
  })
}

/** Removing the last app removes the recovery codes too. */
export function turnOffSecondFactor(): Promise<{ ok: true } | Refused> {
  return attempt(async () => {
    const { auth } = await loadSupabase()
    const listed = await auth.mfa.listFactors()
    if (listed.error) return refusal(listed.error)
    for (const factor of listed.data.totp) {
      const { error } = await auth.mfa.unenroll({ factorId: factor.id })
      if (error) return refusal(error)
    }
    // The token still names the factor that was just removed.
    await auth.refreshSession()
    return { ok: true }
  })
}

const grouped = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code

/** Creates a new set; an older one stops working. The codes are never shown again. */
export function makeRecoveryCodes(replace: boolean): Promise<{ ok: true; codes: string[] } | Refused> {
  return attempt(async () => {
    const { recoveryCodes } = (await loadSupabase()).auth.mfa
    const { data, error } = await (replace ? recoveryCodes.regenerate() : recoveryCodes.generate())
    return error ? refusal(error) : { ok: true, codes: data.codes.map(grouped) }
  })
}

/** Verifies the app's code, after the password. */
export function giveCode(code: string): Promise<{ ok: true } | Refused> {
  return attempt(async () => {
    const { auth } = await loadSupabase()
    const { data } = await auth.getSession()
    const factor = data.session?.user.factors?.find(({ factor_type: type, status }) => type === 'totp' && status === 'verified')
    if (!factor) return { ok: false, message: say.tookTooLong }
    const { error } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code })
    return error ? refusal(error) : { ok: true }
  })
}

export function giveRecoveryCode(code: string): Promise<{ ok: true } | Refused> {
  return attempt(async () => {
    const { auth } = await loadSupabase()
    const { error } = await auth.mfa.recoveryCodes.verify({ code })
    return error ? refusal(error, true) : { ok: true }
  })
}

/** Drops the half-finished sign-in: the next one starts with the password. */
export async function giveUpSignIn(): Promise<void> {
  const { auth } = await loadSupabase()
  await auth.signOut({ scope: 'local' })
}

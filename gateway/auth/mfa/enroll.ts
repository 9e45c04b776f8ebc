/** POST /factors and DELETE /factors/{id} */
import { randomBytes, randomUUID } from 'node:crypto'
import QRCode from 'qrcode-svg'
import { inTransaction } from '#postgres/transaction.ts'
import { audit } from '../audit.ts'
import { json, type AuthEndpoint } from '../context.ts'
import { AuthError } from '../errors.ts'
import { checkRoom, lockCaller, readName, requireFactor } from './factors.ts'
import { encryptSecret } from './secrets.ts'
import { notify, removeFactor } from './session.ts'
import { base32, keyUri } from './totp.ts'

/** The length of the hash (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20

/** The client puts the SVG into a data URL unescaped, so it must not contain reserved characters: colours are names, not #hex. */
function renderQrCode(content: string): string {
  return new QRCode({
    content,
    padding: 4,
    ecl: 'M',
    join: true,
    container: 'svg-viewbox',
    color: 'black',
    background: 'white',
    pretty: false,
    xmlDeclaration: false,
  }).svg()
}

export const enroll: AuthEndpoint = async (context, { body, caller }) => {
  const { factor_type: type } = body
  if (type === 'phone') throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  if (type === 'webauthn') throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  if (type !== 'totp') throw new AuthError(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  const name = readName(body['friendly_name'], 'friendly_name')
  const issuer = readName(body['issuer'], 'issuer') || new URL(context.links.redirect(undefined)).host
  const id = randomUUID()
  const secret = randomBytes(SECRET_BYTES)
  const account = await inTransaction(context.pool, {}, async (query) => {
    const who = await lockCaller(query, caller)
    const now = context.now()
    await checkRoom(query, who, name, now)
    await query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, $3, 'totp', 'unverified', $4, $4, $5)`,
      [id, who.user.id, name, now, encryptSecret(context.dataKeys[0], id, secret)],
    )
    await audit(context, query, 'factor_in_progress', who.user.id, caller)
    return who.user.email ?? who.user.id
  })
  const uri = keyUri(account, issuer, base32(secret))
  return json({ id, type, friendly_name: name, totp: { qr_code: renderQrCode(uri), secret: base32(secret), uri } })
}

export const unenroll: AuthEndpoint = async (context, { params, caller }) => {
  const { id, send } = await inTransaction(context.pool, {}, async (query) => {
    const who = await lockCaller(query, caller)
    const factor = await requireFactor(query, who.user.id, params[0])
    if (factor.factor_type === 'recovery_code') {
      throw new AuthError(422, 'validation_failed', 'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes')
    }
    const verified = factor.status === 'verified'
    if (verified && who.aal !== 'aal2') throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    await removeFactor(query, factor)
    await audit(context, query, 'factor_unenrolled', who.user.id, caller)
    return { id: factor.id, send: verified ? await notify(context, query, who.user, 'mfa_factor_unenrolled') : () => {} }
  })
  send()
  return json({ id })
}

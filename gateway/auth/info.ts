/** GET /settings, /health and /.well-known/jwks.json: public. */
import { json, type AuthEndpoint } from './context.ts'

export const settings: AuthEndpoint = async (context) =>
  json({
    external: { anonymous_users: false, email: true, phone: false },
    disable_signup: false,
    mailer_autoconfirm: context.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })

export const health: AuthEndpoint = async (context) => {
  await context.query('select 1')
  return json({ version: 'gateway', name: 'auth', description: 'A faithful subset of the GoTrue API' })
}

/** Tokens are signed with a shared secret (HS256), which has no public key: clients verify a token by GET /user. */
export const jwks: AuthEndpoint = async () => json({ keys: [] }, 200, { 'cache-control': 'public, max-age=600' })

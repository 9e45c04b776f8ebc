/** /auth/v1: routing, the caller, and errors in GoTrue's format. */
import { parseJsonObject } from '../core/json-object.ts'
import type pg from 'pg'
import { isDatabaseError } from '#postgres/sql-state.ts'
import type { Query } from '#postgres/statement.ts'
import type { Tries } from '#postgres/tries/limits.ts'
import { memoryTries } from '#postgres/tries/memory-tries.ts'
import { limitedNetwork } from '../core/client-network.ts'
import { isUnavailable, isUnstorable } from '../core/errors.ts'
import { urlOf } from '../core/request-url.ts'
import { dataKeysOf, isSecretKey, verifyToken, type Keys } from '../core/session.ts'
import { generateLink, invite } from './links/admin-links.ts'
import { adminDeleteUser, adminGetUser, adminListUsers, adminUpdateUser, createUser } from './accounts/admin-users.ts'
import type { AuthCaller, AuthContext, AuthEndpoint, Log, MailDelivery } from './context.ts'
import { AuthError, errorResponse } from './errors.ts'
import { health, jwks, settings } from './info.ts'
import { createLimits } from './limits.ts'
import { plainLinkPages, type LinkPages } from './links/link-page.ts'
import { createLinks } from './links/links.ts'
import { logout } from './sessions/logout.ts'
import { adminDeleteFactor, adminListFactors } from './mfa/admin.ts'
import { enroll, unenroll } from './mfa/enroll.ts'
import { recoveryCodes } from './mfa/recovery-codes.ts'
import { challenge, verifyFactor } from './mfa/verify.ts'
import { createPasswordHasher } from './accounts/passwords.ts'
import { otp, recover, resend } from './links/recover.ts'
import { createRedirectCheck } from './links/redirects.ts'
import { signup } from './accounts/signup.ts'
import { token } from './sessions/token.ts'
import { getUser, putUser } from './accounts/user.ts'
import { submitVerify, showVerify } from './links/verify-page.ts'
import { postVerify } from './links/verify.ts'

export type AuthOptions = {
  /** Opened as supabase_auth_admin. The caller closes it. */
  pool: pg.Pool
  /** Public origin of the gateway. */
  url: string
  siteUrl: string
  redirectAllowList: string[]
  keys: Keys
  autoconfirm: boolean
  secondFactorFirst?: boolean
  bcryptCost: number
  /** false disables the limits per client address; limits per account always apply. */
  limits: boolean
  mails: MailDelivery
  /** Texts and styles of the page behind a mailed link. */
  linkPages?: LinkPages
  log: Log
  now: () => Date
  /** Where tries are counted; default: in the memory of this process. */
  tries?: Tries
}

export type AuthHandler = {
  /** `path` is what follows /auth/v1. */
  handle(request: Request, path: string, remoteAddress: string | null): Promise<Response>
  /** Resolves when all background work, such as sending mails, is done. */
  settle(): Promise<void>
}

const ROUTES: [string, RegExp, AuthEndpoint][] = [
  ['POST', /^\/signup$/, signup],
  ['POST', /^\/token$/, token],
  ['POST', /^\/recover$/, recover],
  ['POST', /^\/resend$/, resend],
  ['POST', /^\/otp$/, otp],
  ['GET', /^\/verify$/, showVerify],
  ['HEAD', /^\/verify$/, showVerify],
  ['POST', /^\/verify$/, (context, request) => (request.fromForm ? submitVerify : postVerify)(context, request)],
  ['POST', /^\/logout$/, logout],
  ['GET', /^\/user$/, getUser],
  ['PUT', /^\/user$/, putUser],
  ['POST', /^\/factors$/, enroll],
  ['GET', /^\/factors\/recovery-codes$/, recoveryCodes.status],
  ['POST', /^\/factors\/recovery-codes$/, recoveryCodes.generate],
  ['DELETE', /^\/factors\/recovery-codes$/, recoveryCodes.remove],
  ['POST', /^\/factors\/recovery-codes\/regenerate$/, recoveryCodes.regenerate],
  ['POST', /^\/factors\/recovery-codes\/verify$/, recoveryCodes.verify],
  ['DELETE', /^\/factors\/([^/]+)$/, unenroll],
  ['POST', /^\/factors\/([^/]+)\/challenge$/, challenge],
  ['POST', /^\/factors\/([^/]+)\/verify$/, verifyFactor],
  ['GET', /^\/settings$/, settings],
  ['GET', /^\/health$/, health],
  ['GET', /^\/\.well-known\/jwks\.json$/, jwks],
  ['POST', /^\/invite$/, invite],
  ['POST', /^\/admin\/users$/, createUser],
  ['GET', /^\/admin\/users$/, adminListUsers],
  ['GET', /^\/admin\/users\/([^/]+)$/, adminGetUser],
  ['PUT', /^\/admin\/users\/([^/]+)$/, adminUpdateUser],
  ['DELETE', /^\/admin\/users\/([^/]+)$/, adminDeleteUser],
  ['GET', /^\/admin\/users\/([^/]+)\/factors$/, adminListFactors],
  ['DELETE', /^\/admin\/users\/([^/]+)\/factors\/([^/]+)$/, adminDeleteFactor],
  ['POST', /^\/admin\/generate_link$/, generateLink],
]

/** GoTrue endpoints that this server does not support: answered with 501 instead of 404. */
const UNSUPPORTED =
  /^\/(authorize|callback|sso|saml|reauthenticate|passkeys|oauth|user\/identities|user\/oauth|admin\/(sso|oauth|audit|custom-providers)|admin\/users\/[^/]+\/passkeys)(\/|$)/

async function callerOf(request: Request, keys: Keys, remoteAddress: string | null, options: AuthOptions): Promise<AuthCaller> {
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
  const jwt = bearer !== null && !bearer.startsWith('sb_') ? bearer : null
  const result = jwt === null ? null : await verifyToken(jwt, keys, options.now)
  const key = jwt === null ? (request.headers.get('apikey') ?? bearer ?? '') : ''
  const claims = result?.ok ? result.claims : null
  return {
    ip: remoteAddress,
    limitedIp: options.limits ? limitedNetwork(remoteAddress) : null,
    userAgent: request.headers.get('user-agent')?.slice(0, 500) ?? null,
    serviceRole: claims?.['role'] === 'service_role' || (key.startsWith('sb_') && isSecretKey(key, keys)),
    claims,
    tokenError: result !== null && !result.ok ? result.message : null,
  }
}

const isForm = (request: Request): boolean => /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')

async function readBody(request: Request, form: boolean): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return {}
  const text = (await request.text()).trim()
  if (text === '') return {}
  if (form) return Object.fromEntries(new URLSearchParams(text))
  const body = parseJsonObject(text)
  if (!body) throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
  return body
}

export function createAuthHandler(options: AuthOptions): AuthHandler {
  const { pool, log, mails } = options
  const issuer = `${options.url.replace(/\/$/, '')}/auth/v1`
  const pending = new Set<Promise<void>>()
  const query: Query = async (text, values) => (await pool.query(text, values)).rows
  const context: AuthContext = {
    pool,
    query,
    jwtSecret: options.keys.jwtSecret,
    dataKeys: dataKeysOf(options.keys),
    issuer,
    autoconfirm: options.autoconfirm,
    secondFactorFirst: options.secondFactorFirst ?? false,
    passwords: createPasswordHasher(options.bcryptCost),
    limits: createLimits(options.tries ?? memoryTries(options.now)),
    linkPages: options.linkPages ?? plainLinkPages,
    links: createLinks(issuer, createRedirectCheck(options.siteUrl, options.url, options.redirectAllowList)),
    queueMail: 'queue' in mails ? mails.queue : async (_query, mail) => () => context.inBackground(`send a ${mail.kind} mail`, () => mails.send(mail)),
    inBackground(what, work) {
      const task = (async () => {
        try {
          await work()
        } catch (error) {
          log({ level: 'error', message: `auth: Failed to ${what}`, data: error })
        }
      })()
      pending.add(task)
      void task.finally(() => pending.delete(task))
    },
    log,
    now: options.now,
  }

  async function dispatch(request: Request, path: string, remoteAddress: string | null): Promise<Response> {
    const matching = ROUTES.flatMap(([method, pattern, endpoint]) => {
      const match = pattern.exec(path)
      return match ? [{ method, endpoint, params: match.slice(1) }] : []
    })
    const route = matching.find(({ method }) => method === request.method)
    if (!route) {
      if (matching.length > 0) throw new AuthError(405, 'method_not_allowed', `${request.method} is not allowed here`)
      if (UNSUPPORTED.test(path)) throw new AuthError(501, 'not_implemented', `${path} is not supported by this server`)
      throw new AuthError(404, 'not_found', 'No such endpoint')
    }
    const caller = await callerOf(request, options.keys, remoteAddress, options)
    const fromForm = path === '/verify' && isForm(request)
    return route.endpoint(context, { request, url: urlOf(request), body: await readBody(request, fromForm), fromForm, caller, params: route.params })
  }

  return {
    async handle(request, path, remoteAddress) {
      try {
        return await dispatch(request, path, remoteAddress)
      } catch (error) {
        if (error instanceof AuthError) return errorResponse(error, request)
        // Another request registered the address between the lookup and the insert.
        if (isDatabaseError(error) && error.constraint === 'users_email_partial_key') {
          return errorResponse(new AuthError(422, 'email_exists', 'A user with this email address has already been registered'), request)
        }
        if (isUnstorable(error)) {
          return errorResponse(new AuthError(400, 'validation_failed', 'A text or a number cannot be stored'), request)
        }
        log({ level: 'error', message: `auth: ${request.method} ${path} failed`, data: error })
        if (isUnavailable(error)) return errorResponse(new AuthError(503, 'unexpected_failure', 'The database does not answer: try again in a moment'), request)
        return errorResponse(new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information'), request)
      }
    },
    async settle() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

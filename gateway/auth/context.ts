/** What every auth endpoint gets. */
import type pg from 'pg'
import type { Query } from '#postgres/statement.ts'
import type { Claims } from '../core/jwt.ts'
import type { LinkPages } from './link-page.ts'
import type { LinkBuilder } from './links.ts'
import type { Limits } from './limits.ts'
import type { PasswordHasher } from './passwords.ts'

export type AuthMailKind = 'signup' | 'recovery' | 'email_change' | 'magiclink' | 'invite'
/** Mails that only tell something: their link is the site itself. */
export type AuthNoticeKind = 'account_exists' | 'mfa_factor_enrolled' | 'mfa_factor_unenrolled' | 'mfa_recovery_code_used' | 'mfa_wrong_codes'
export type AuthMail = { kind: AuthMailKind | AuthNoticeKind; to: string; link: string; expiresAt: Date; data: { full_name?: string } }
/** What is to be done once the transaction is committed. */
export type Then = () => void
/** How mails leave: each by itself after its transaction, or in it into somebody's queue. */
export type MailOut = { send(mail: AuthMail): Promise<void> } | { queue(query: Query, mail: AuthMail): Promise<Then> }
export type Log = (entry: { level: 'info' | 'warn' | 'error'; message: string; data?: unknown }) => void

export type AuthContext = {
  /** Opened as supabase_auth_admin. */
  pool: pg.Pool
  /** A single statement outside any transaction. */
  query: Query
  /** Signs access tokens and derives refresh tokens. */
  jwtSecret: string
  /** `iss` of access tokens: the public address of /auth/v1. */
  issuer: string
  /** Accounts are usable at once, no mail is sent. */
  autoconfirm: boolean
  /** An account with a second factor is signed in by nothing less: until it is given, tokens carry the role `anon`. */
  secondFactorFirst: boolean
  passwords: PasswordHasher
  limits: Limits
  links: LinkBuilder
  linkPages: LinkPages
  /** Takes a mail in the transaction that makes its link, so that there is never the one without the other. */
  post(query: Query, mail: AuthMail): Promise<Then>
  /** Work that must not delay the answer, because its duration would tell who has an account. Failures are logged. */
  later(what: string, work: () => Promise<unknown>): void
  log: Log
  now(): Date
}

/** Who sent the request: from the verified token or key, never from the body. */
export type AuthCaller = {
  ip: string | null
  /** Limits per client address do not bind loopback (docs/api.md#limits-per-client). */
  limitedIp: string | null
  userAgent: string | null
  serviceRole: boolean
  /** Absent without a bearer token; the error says why a token was refused. */
  claims: Claims | null
  tokenError: string | null
}

export type AuthRequest = {
  request: Request
  url: URL
  body: Record<string, unknown>
  /** The body came from a form of a page, whose answer is a page again. */
  fromForm: boolean
  caller: AuthCaller
  /** Path segments captured by the route's pattern. */
  params: string[]
}

export type AuthEndpoint = (context: AuthContext, request: AuthRequest) => Promise<Response>

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers } })
}

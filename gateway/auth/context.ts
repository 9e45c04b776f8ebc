/** The services and types shared by all auth endpoints. */
import type pg from 'pg'
import type { Query } from '#postgres/statement.ts'
import type { DataKeys } from '../core/session.ts'
import type { AuthCaller } from './caller.ts'
import type { LinkPages } from './links/link-page.ts'
import type { LinkBuilder } from './links/links.ts'
import type { AuthMailKind, AuthNoticeKind } from './mail-kinds.ts'
import type { Limits } from './limits.ts'
import type { PasswordHasher } from './accounts/passwords.ts'

export type { AuthCaller } from './caller.ts'
export type { AuthMailKind, AuthNoticeKind } from './mail-kinds.ts'

export type AuthMail = { kind: AuthMailKind | AuthNoticeKind; to: string; link: string; expiresAt: Date; data: { full_name?: string } }
/** Call once the transaction is committed. */
export type AfterCommit = () => void
/** How mails are delivered: sent after the transaction, or queued inside it. */
export type MailDelivery = { send(mail: AuthMail): Promise<void> } | { queue(query: Query, mail: AuthMail): Promise<AfterCommit> }
export type Log = (entry: { level: 'info' | 'warn' | 'error'; message: string; data?: unknown }) => void

export type AuthContext = {
  /** Opened as supabase_auth_admin. */
  pool: pg.Pool
  /** A single statement outside any transaction. */
  query: Query
  /** Signs access tokens. */
  jwtSecret: string
  /** For all else: the first seals, signs and derives, all open and verify. */
  dataKeys: DataKeys
  /** `iss` of access tokens: the public address of /auth/v1. */
  issuer: string
  /** Accounts work without confirmation, and no mail is sent. */
  autoconfirm: boolean
  /** Require the second factor of accounts that have one: until it is given, tokens carry the role `anon`. */
  secondFactorFirst: boolean
  passwords: PasswordHasher
  limits: Limits
  links: LinkBuilder
  linkPages: LinkPages
  /** Queues a mail in the transaction that creates its link, so that neither exists without the other. */
  queueMail(query: Query, mail: AuthMail): Promise<AfterCommit>
  /** Runs work without delaying the response, whose duration would reveal who has an account. Logs `Failed to ${what}`. */
  inBackground(what: string, work: () => Promise<unknown>): void
  log: Log
  now(): Date
}

export type AuthRequest = {
  request: Request
  url: URL
  body: Record<string, unknown>
  /** The body is a form submission, answered with a page. */
  fromForm: boolean
  caller: AuthCaller
  /** Path segments captured by the route's pattern. */
  params: string[]
}

export type AuthEndpoint = (context: AuthContext, request: AuthRequest) => Promise<Response>

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers } })
}

/**
 * POST /functions/v1/send-email-hook: a Supabase project asks the shop to send a mail about an account
 * (docs/decisions/0109-send-email-hook.md). The signature authenticates the project; there is no user and no API key.
 */
import { createHash } from 'node:crypto'
import { createLinks } from '#gateway/auth/links/links.ts'
import { createRedirectCheck } from '#gateway/auth/links/redirects.ts'
import type { AuthMailKind } from '#gateway/auth/mail-kinds.ts'
import { isUnavailable } from '#gateway/core/errors.ts'
import type { EdgeFunction } from '#gateway/functions/dispatch.ts'
import { jsonAnswer } from '#functions/json-answer.ts'
import { parseObject, readBytes } from '#functions/request-body.ts'
import type { Log } from '../log/log.ts'
import { readHookMails, type HookMail } from './hook-mails.ts'
import { checkWebhook } from '../webhooks/standard-webhook.ts'

export const SEND_EMAIL_HOOK = 'send-email-hook'
/** Bytes. A call holds the whole account twice, with what its owner wrote into it. */
export const LARGEST_CALL = 256 * 1024

export type HookOptions = {
  /** The valid secrets; none: the project sends its own mails. */
  secrets: readonly Buffer[]
  /** The shop's public origin without a trailing slash. */
  siteUrl: string
  /** Queues all mails of a call, or none if that call queued them before. `call` is a digest of it. */
  queue(call: string, mails: readonly HookMail[]): Promise<void>
  log: Log
  now?: () => Date
}

const refuse = (status: number, code: string, message: string, headers: Record<string, string> = {}): Response => jsonAnswer(status, { code, message }, headers)

/** @returns 200, also for a call that was received before · 400 INVALID, UNKNOWN_MAIL · 401 · 404 without a secret · 405 · 413 · 503 */
export function sendEmailHook({ secrets, siteUrl, queue, log, now = () => new Date() }: HookOptions): EdgeFunction {
  const links = createLinks(`${siteUrl}/auth/v1`, createRedirectCheck(siteUrl, siteUrl, []))
  const place = { siteUrl, linkTo: (token: string, type: string, to: unknown) => links.verify(token, type as AuthMailKind, links.redirect(to)) }

  return async (request) => {
    if (secrets.length === 0) return refuse(404, 'NOT_SET', 'SEND_EMAIL_HOOK_SECRET is not set: this shop takes no calls of a Send Email hook')
    if (request.method !== 'POST') return refuse(405, 'METHOD_NOT_ALLOWED', 'The hook is called by POST', { allow: 'POST' })
    const body = await readBytes(request, LARGEST_CALL)
    if (!body) return refuse(413, 'TOO_LARGE', `A call has at most ${LARGEST_CALL} bytes`)
    const check = checkWebhook(secrets, request.headers, body, now())
    if (check !== 'signed') {
      log('warn', `${SEND_EMAIL_HOOK}: ${check === 'unsigned' ? 'Invalid signature' : 'Signed too long ago, or in the future'}`)
      return check === 'unsigned'
        ? refuse(401, 'BAD_SIGNATURE', 'The signature is not of this secret')
        : refuse(401, 'NOT_NOW', 'The call was signed more than five minutes ago, or in the future')
    }
    const call = parseObject(body)
    const read = call ? readHookMails(call, place) : { ok: false as const, code: 'INVALID' as const }
    if (!read.ok) {
      // Nothing of the call but the name of a kind: the rest is about a person.
      log('warn', `${SEND_EMAIL_HOOK}: ${read.code}`, read.code === 'UNKNOWN_MAIL' ? { kind: read.kind } : undefined)
      return read.code === 'INVALID'
        ? refuse(400, 'INVALID', 'The call lacks an address, a token or a field')
        : refuse(400, 'UNKNOWN_MAIL', `This shop has no mail ${read.kind}`.trim())
    }
    try {
      // The project repeats a call under a new id. Its body is the same then, and only then: each call has tokens or a moment of its own.
      await queue(createHash('sha256').update(body).digest('hex'), read.mails)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      log('warn', `${SEND_EMAIL_HOOK}: The database does not answer`)
      return refuse(503, 'BUSY', 'The database does not answer: try again in a moment', { 'retry-after': '1' })
    }
    return jsonAnswer(200, {})
  }
}

import * as v from 'valibot'
import { sampleOf } from '#documents/mails/sample.ts'
import { checkMessageText, MESSAGES } from '#documents/mails/texts.ts'
import type { MessageKey } from '#documents/mails/texts.ts'
import { smallLogoFile } from '#domain/shop/brand.ts'
import { readSettings } from '#domain/shop/settings.ts'
import { checkBody, fieldsOf, text } from '../check-body.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { may } from '../permission.ts'
import { readJsonObject } from '../request-body.ts'

const isMessage = (key: unknown): key is MessageKey => typeof key === 'string' && Object.hasOwn(MESSAGES, key)

/** Without a key all messages are wanted. */
const WANTED = fieldsOf({ key: v.optional(v.custom<MessageKey>(isMessage, 'There is no such message')), subject: text, opening: text })

/**
 * POST /functions/v1/message-texts, for staff. `{}`: all messages with their default texts and allowed placeholders.
 * `{ key, subject, opening }`: a preview of the message with these texts and sample data.
 *
 * @returns 200 `{ messages: [{ key, subject, opening, placeholders }] }` or `{ subject, text, html }` · 400 `{ code: 'INVALID', fields }` ·
 * 401 · 403 · 405
 */
export const messageTexts: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  if (!context.user) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  const wanted = checkBody(WANTED, await readJsonObject(request))
  if (!wanted.ok) return jsonAnswer(400, { code: 'INVALID', fields: wanted.fields })
  const { mayAsk, row } = await context.asUser(async (query) => {
    const [mayAsk, settings] = await Promise.all([may(query, 'settings.write'), query<Record<string, unknown>>('select * from public.settings')])
    return { mayAsk, row: settings[0] ?? {} }
  })
  if (!mayAsk) return jsonAnswer(403, { code: 'FORBIDDEN' })
  const { key, subject, opening } = wanted.body
  if (key === undefined) return jsonAnswer(200, { messages: Object.entries(MESSAGES).map(([name, message]) => ({ key: name, ...message })) })
  const fields = checkMessageText(key, { subject, opening })
  if (Object.keys(fields).length > 0) return jsonAnswer(400, { code: 'INVALID', fields })
  const settings = readSettings(row)
  const { origin } = new URL(request.url)
  const logo = settings.logo === null ? {} : { logo: origin + smallLogoFile(settings.logo) }
  return jsonAnswer(200, sampleOf(key, { subject, opening }, { settings, origin, ...logo }))
}

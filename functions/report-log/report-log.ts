import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { readJsonObject } from '../request-body.ts'
import { readEntries, textOf } from './read-entries.ts'

const tooMany = (): Response => jsonAnswer(429, { code: 'TOO_MANY' }, { 'retry-after': '3600' })

/**
 * POST /functions/v1/report-log `{ entries, page?, build? }`: keeps the log of a visit that went wrong and answers the
 * number it can be found by. Signed in or not. Nothing of it is trusted, shown or run anywhere.
 *
 * @returns 200 `{ number }` · 400 `{ code: 'INVALID' }` · 405 · 429 `{ code: 'TOO_MANY' }`
 */
export const reportLog: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const user = context.user?.id ?? null
  // Before the body is read: one log too many is refused without the work of reading and redacting it.
  const [limit] = await context.asOrderDesk((query) => query<{ free: boolean }>('select private.may_file_diagnostics($1) as free', [user]))
  if (!limit?.free) return tooMany()
  const body = await readJsonObject(request)
  const entries = readEntries(body?.['entries'])
  if (!body || !entries) return jsonAnswer(400, { code: 'INVALID' })
  const [filed] = await context.asOrderDesk((query) =>
    query<{ number: string | null; refusal: string | null }>('select number, refusal from private.file_diagnostics($1, $2, $3, $4, $5)', [
      user,
      textOf(body['page'], 300).replace(/[?#].*$/s, ''),
      textOf(body['build'], 60),
      textOf(request.headers.get('user-agent'), 300),
      JSON.stringify(entries),
    ]),
  )
  if (filed?.refusal === 'TOO_MANY') return tooMany()
  if (!filed?.number) throw new Error('a log was kept without a number')
  context.log('warn', `a customer sent the log ${filed.number}`, { entries: entries.length, errors: entries.filter(({ level }) => level === 'error').length })
  return jsonAnswer(200, { number: filed.number })
}

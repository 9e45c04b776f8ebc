import * as v from 'valibot'
import { checkBody, fieldsOf } from '../check-body.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { readJsonObject } from '../request-body.ts'
import { entries as logEntries, textOf } from './read-entries.ts'

const textUpTo = (longest: number) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => textOf(value, longest)),
  )
const LOG = fieldsOf({ entries: logEntries, page: textUpTo(300), build: textUpTo(60) })

const tooMany = (): Response => jsonAnswer(429, { code: 'TOO_MANY' }, { 'retry-after': '3600' })

/**
 * POST /functions/v1/report-log `{ entries, page?, build? }`: stores the diagnostic log of a failed visit and returns its number.
 * Signed in or not. The log is untrusted: it is never displayed or executed anywhere.
 *
 * @returns 200 `{ number }` · 400 `{ code: 'INVALID' }` · 405 · 429 `{ code: 'TOO_MANY' }`
 */
export const reportLog: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const user = context.user?.id ?? null
  // Check the limit first: a log beyond it is refused without reading and redacting the body.
  const [limit] = await context.asOrderService((query) => query<{ free: boolean }>('select private.may_file_diagnostics($1) as free', [user]))
  if (!limit?.free) return tooMany()
  const checked = checkBody(LOG, await readJsonObject(request))
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID' })
  const { entries, page, build } = checked.body
  const [filed] = await context.asOrderService((query) =>
    query<{ number: string | null; refusal: string | null }>('select number, refusal from private.file_diagnostics($1, $2, $3, $4, $5)', [
      user,
      page.replace(/[?#].*$/s, ''),
      build,
      textOf(request.headers.get('user-agent'), 300),
      JSON.stringify(entries),
    ]),
  )
  if (filed?.refusal === 'TOO_MANY') return tooMany()
  if (!filed?.number) throw new Error('Stored log has no number')
  context.log('warn', `report-log: Received ${filed.number}`, { entries: entries.length, errors: entries.filter(({ level }) => level === 'error').length })
  return jsonAnswer(200, { number: filed.number })
}

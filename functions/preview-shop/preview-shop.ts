import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'

/**
 * POST /functions/v1/preview-shop: sets the cookie with which the server shows staff the closed shop
 * (docs/decisions/0072-a-closed-shop.md). The database asks at each read whether the person is still staff and the session still open.
 *
 * @returns 200 `{}` · 401 SIGNED_OUT · 403 FORBIDDEN · 405
 */
export const previewShop: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  const [caller] = await context.asUser((query) =>
    query<{ staff: boolean; session: string | null }>("select public.may('panel') as staff, auth.jwt() ->> 'session_id' as session"),
  )
  if (!caller?.staff || caller.session === null) return jsonAnswer(403, { code: 'FORBIDDEN' })
  return jsonAnswer(200, {}, { 'set-cookie': context.signPreview(user.id, caller.session) })
}

import * as v from 'valibot'
import { checkBody, fieldsOf, uuid } from '../check-body.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { parseObject, readBytes } from '../request-body.ts'

/** Bytes of the file. */
export const LARGEST_PHOTO = 6 * 1024 * 1024
/** Bytes of the body: the file in base64, and the rest. More than the gateway takes for other functions (functions/registry.ts). */
export const LARGEST_PHOTO_BODY = Math.ceil((LARGEST_PHOTO * 4) / 3) + 1024

const IMAGE = 'A picture in base64 is required'
const ASKED = fieldsOf({
  return_id: uuid('A return is required'),
  // not v.base64: its expression repeats a group, which exhausts the stack on pictures above 3 MB
  image: v.pipe(
    v.string(IMAGE),
    v.nonEmpty(IMAGE),
    v.check((text) => text.length % 4 === 0 && /^[\da-z+/]*={0,2}$/i.test(text), IMAGE),
  ),
})

const STATUS: Record<string, number> = { GONE: 404, STALE: 409, TOO_MANY: 409 }

/**
 * POST /functions/v1/add-return-photo `{ return_id, image }`: adds a photo to the caller's own return, while the shop has not answered it.
 * `image`: the file in base64, up to 6 MB; the server stores a picture that it has encoded again.
 *
 * @returns 200 `{}` · 400 INVALID with `fields` · 401 · 404 GONE · 405 · 409 STALE (it is answered) or TOO_MANY (four are there)
 */
export const addReturnPhoto: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  const bytes = await readBytes(request, LARGEST_PHOTO_BODY)
  if (bytes === null) return jsonAnswer(400, { code: 'INVALID', fields: { image: 'The file is larger than 6 MB' } })
  const asked = checkBody(ASKED, parseObject(bytes))
  if (!asked.ok) return jsonAnswer(400, { code: 'INVALID', fields: asked.fields })
  const { return_id: id, image } = asked.body
  const ask = (sql: string, values: unknown[]) =>
    context.asOrderService(async (query) => (await query<{ refusal: string | null }>(sql, values))[0]?.refusal ?? null)
  // Before the file is decoded: what is refused costs nothing.
  const early = await ask('select private.may_add_return_photo($1, $2) as refusal', [user.id, id])
  if (early !== null) return jsonAnswer(STATUS[early] ?? 409, { code: early })
  const photo = await context.inDocumentShare(() => context.readPhoto(Buffer.from(image, 'base64')))
  if (photo === null) return jsonAnswer(400, { code: 'INVALID', fields: { image: 'This file is not a PNG, JPEG, WebP or AVIF picture' } })
  const refused = await ask('select private.add_return_photo($1, $2, $3) as refusal', [user.id, id, Buffer.from(photo)])
  return refused === null ? jsonAnswer(200, {}) : jsonAnswer(STATUS[refused] ?? 409, { code: refused })
}

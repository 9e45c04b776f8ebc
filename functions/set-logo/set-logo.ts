import * as v from 'valibot'
import { detailOf, hasSqlState } from '#postgres/sql-state.ts'
import { checkBody, fieldsOf } from '../check-body.ts'
import type { LogoRefusal, ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { callerMay } from '../permission.ts'
import { parseObject, readBytes } from '../request-body.ts'

/** Bytes of the file. */
export const LARGEST_LOGO = 2 * 1024 * 1024
/** Bytes of the body: the file in base64, and the rest. */
const LARGEST_BODY = Math.ceil((LARGEST_LOGO * 4) / 3) + 1024

const SENTENCES: Record<LogoRefusal['refused'] | 'TOO_LARGE', string> = {
  NOT_A_PICTURE: 'This file is not a PNG, JPEG, WebP or AVIF picture',
  TOO_SMALL: 'The logo has to be at least 48 pixels wide and 32 pixels high',
  WRONG_SHAPE: 'The logo has to be at most 8 times as wide as high, and at most twice as high as wide',
  TOO_LARGE: 'The file is larger than 2 MB',
}

const ASKED = fieldsOf({
  variant: v.picklist(['light', 'dark'], 'light or dark is required'),
  version: v.pipe(v.number('The version of the settings is required'), v.integer('The version of the settings is required')),
  image: v.nullable(v.pipe(v.string('A picture in base64, or null, is required'), v.base64('A picture in base64, or null, is required'))),
})

/**
 * POST /functions/v1/set-logo `{ variant, version, image }`, for staff who may change the settings: sets the logo for light or dark grounds.
 * `image`: the file in base64, up to 2 MB; null takes the logo away. `version`: that of the settings.
 *
 * @returns 200 `{ version }` · 400 INVALID with `fields` · 401 · 403 · 405 · 409 STALE
 */
export const setLogo: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  if (!(await callerMay(context, 'settings.write'))) return jsonAnswer(403, { code: 'FORBIDDEN' })
  const bytes = await readBytes(request, LARGEST_BODY)
  const asked = bytes === null ? refusedLogo('TOO_LARGE') : checkBody(ASKED, parseObject(bytes))
  if (!asked.ok) return jsonAnswer(400, { code: 'INVALID', fields: asked.fields })
  const { variant, version, image } = asked.body
  const logo = image === null ? null : await context.readLogo(Buffer.from(image, 'base64'))
  if (logo !== null && 'refused' in logo) return jsonAnswer(400, { code: 'INVALID', fields: refusedLogo(logo.refused).fields })
  try {
    const [saved] = await context.asOrderService((query) =>
      query<{ version: number }>('select private.set_logo($1, $2, $3, $4, $5, $6, $7) as version', [
        user.id,
        version,
        variant,
        logo && Buffer.from(logo.png),
        logo && Buffer.from(logo.small),
        logo?.width ?? null,
        logo?.height ?? null,
      ]),
    )
    return jsonAnswer(200, { version: saved?.version })
  } catch (error) {
    if (hasSqlState(error, '42501')) return jsonAnswer(403, { code: 'FORBIDDEN' })
    if (detailOf(error)['code'] === 'STALE') return jsonAnswer(409, { code: 'STALE' })
    throw error
  }
}

const refusedLogo = (reason: keyof typeof SENTENCES) => ({ ok: false as const, fields: { image: SENTENCES[reason] } })

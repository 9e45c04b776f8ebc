import { ApiError } from '../../core/errors.ts'

/** The shape of the body: all rows, or exactly one object. */
export type Shape = { readonly single: boolean; readonly nullsStripped: boolean; readonly contentType: string }

const ROWS: Shape = { single: false, nullsStripped: false, contentType: 'application/json; charset=utf-8' }
const OBJECT = 'application/vnd.pgrst.object+json'
const ARRAY = 'application/vnd.pgrst.array+json'

function shapeOf(type: string, parameters: string[]): Shape | null {
  const nullsStripped = parameters.includes('nulls=stripped')
  const suffix = nullsStripped ? ';nulls=stripped; charset=utf-8' : '; charset=utf-8'
  if (type === '*/*' || type === 'application/json' || type === 'application/*') return ROWS
  if (type === OBJECT || type === 'application/vnd.pgrst.object') {
    return { single: true, nullsStripped, contentType: `${OBJECT}${suffix}` }
  }
  if (type === ARRAY || type === 'application/vnd.pgrst.array') {
    return { single: false, nullsStripped, contentType: `${ARRAY}${suffix}` }
  }
  return null
}

/** Chooses the response's shape from Accept. Throws 406 PGRST107 if none is available. */
export function negotiate(accept: string | null): Shape {
  if (accept === null || accept === '' || accept === 'application/json' || accept === '*/*') return ROWS
  const accepted = accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { shape: shapeOf(type, parameters), quality: quality === undefined ? 1 : Number(quality) }
  })
  const [best] = accepted.filter(({ shape, quality }) => shape && quality > 0).sort((a, b) => b.quality - a.quality)
  if (best?.shape) return best.shape
  throw new ApiError(406, 'PGRST107', `None of these media types are available: ${accept}`)
}

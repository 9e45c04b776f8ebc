import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

/** Pixels per side: more pixels add no information. */
const SIDE = 48

/** ThumbHash (evanw.github.io/thumbhash) of an opaque picture file, base64: about 20 bytes that show its colours before it loads. */
export async function thumbhash(file: string): Promise<string> {
  const small = sharp(file).resize(SIDE, SIDE, { fit: 'inside' })
  const { data, info } = await small.removeAlpha().ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

/** Pixels a side: more says nothing more. */
const SIDE = 48

/** ThumbHash (evanw.github.io/thumbhash) of an opaque picture file, base64: some 20 bytes that tell its colours before it is there. */
export async function thumbhash(file: string): Promise<string> {
  const small = sharp(file).resize(SIDE, SIDE, { fit: 'inside' })
  const { data, info } = await small.removeAlpha().ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

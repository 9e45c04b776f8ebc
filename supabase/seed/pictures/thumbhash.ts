import sharp from 'sharp'
import { thumbhash as encode, THUMBHASH_SIDE } from '#domain/thumbhash.ts'

/** ThumbHash of a picture file, base64. */
export async function thumbhash(file: string): Promise<string> {
  const small = sharp(file).resize(THUMBHASH_SIDE, THUMBHASH_SIDE, { fit: 'inside' })
  const { data, info } = await small.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return Buffer.from(encode(data, 3, info.width, info.height)).toString('base64')
}

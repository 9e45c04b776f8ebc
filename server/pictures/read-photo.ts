/** Encodes a customer's photo again: JPEG within bounds, upright, without anything else that was in the file (cameras store the place in it). */
import { sharp } from '#gateway/storage/sharp.ts'

const FORMATS = new Set(['png', 'jpeg', 'webp', 'heif'])
/** Pixels of the file before it is decoded. */
const MAX_PIXELS = 50e6
/** The longer side of what is stored, in pixels: enough to see a scratch on a lid. */
const LONGEST = 1600
/** Bytes that the database stores (private.return_photos). */
const MOST_BYTES = 2_000_000

/** @returns null when the file is no picture that can be read */
export async function readPhoto(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }).timeout({ seconds: 10 })
    const { format } = await open().metadata()
    if (!FORMATS.has(format)) return null
    const photo = await open()
      .autoOrient()
      .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 78 })
      .toBuffer()
    return photo.length <= MOST_BYTES ? photo : null
  } catch {
    return null
  }
}

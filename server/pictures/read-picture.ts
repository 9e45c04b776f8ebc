/** A downloaded file as a picture of a product: checked by decoding it, made smaller than any page shows, with its thumbhash. */
import { rgbaToThumbHash } from 'thumbhash'
import { openImage } from '#gateway/storage/transform.ts'

export type ReadPicture = { bytes: Uint8Array; type: string; extension: string; thumbhash: string }

/** Maximum pixels per side: as in the form (app/admin/products/edit/picture-file.ts). */
const MOST_SIDE = 2400
/** Pixels per side of what the thumbhash is made of. */
const THUMBHASH_SIDE = 48
const TYPES: Record<string, { type: string; extension: string }> = {
  jpeg: { type: 'image/jpeg', extension: 'jpg' },
  png: { type: 'image/png', extension: 'png' },
  webp: { type: 'image/webp', extension: 'webp' },
  heif: { type: 'image/avif', extension: 'avif' },
}

/** @returns null for what is no picture of a known format, is damaged or has too many pixels */
export async function readPicture(bytes: Uint8Array): Promise<ReadPicture | null> {
  try {
    const { format, width, height, exif, pages = 1, compression } = await (await openImage(bytes)).metadata()
    const known = TYPES[format ?? '']
    if (known === undefined || pages > 1 || (format === 'heif' && compression !== 'av1')) return null
    const small = (await openImage(bytes)).autoOrient().resize(THUMBHASH_SIDE, THUMBHASH_SIDE, { fit: 'inside' }).flatten({ background: '#fff' }).ensureAlpha()
    const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
    const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
    // A camera writes the place into the EXIF data, and its orientation is lost in some viewers: such a picture is encoded again.
    if (Math.max(width, height) <= MOST_SIDE && exif === undefined) return { bytes, ...known, thumbhash }
    const smaller = (await openImage(bytes)).autoOrient().resize(MOST_SIDE, MOST_SIDE, { fit: 'inside', withoutEnlargement: true })
    return { bytes: await smaller.webp({ quality: 90 }).toBuffer(), type: 'image/webp', extension: 'webp', thumbhash }
  } catch {
    return null
  }
}

/** Parses and limits image transformations, and renders them with sharp. */
import { invalid, StorageError } from './errors.ts'

const MAX_SIDE = 2500
const MAX_PIXELS = 40e6

export type ImageFormat = 'avif' | 'webp' | 'jpeg' | 'png'
export type Transform = {
  width: number | null
  height: number | null
  resize: 'cover' | 'contain' | 'fill'
  quality: number | null
  format: ImageFormat | 'origin' | null
}

function readSide(name: string, value: string | null): number | null {
  if (value === null || value === '') return null
  const side = Number(value)
  if (!Number.isInteger(side) || side < 1 || side > MAX_SIDE) throw invalid(`${name} must be a whole number from 1 to ${MAX_SIDE}`)
  return side
}

function choice<T extends string>(name: string, value: string | null, allowed: readonly T[]): T | null {
  if (value === null || value === '') return null
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw invalid(`${name} must be one of ${allowed.join(', ')}`)
  return found
}

export function readTransform(query: URLSearchParams): Transform {
  const quality = query.get('quality') ? Number(query.get('quality')) : null
  if (quality !== null && (!Number.isInteger(quality) || quality < 20 || quality > 100)) throw invalid('quality must be a whole number from 20 to 100')
  return {
    width: readSide('width', query.get('width')),
    height: readSide('height', query.get('height')),
    resize: choice('resize', query.get('resize'), ['cover', 'contain', 'fill'] as const) ?? 'cover',
    quality,
    format: choice('format', query.get('format'), ['origin', 'avif', 'webp', 'jpeg', 'png'] as const),
  }
}

/** The response format: the requested one, else the best that Accept names, else the original's. */
export function negotiate(transform: Transform, accept: string, original: string): ImageFormat {
  const own: ImageFormat = original === 'image/png' ? 'png' : original === 'image/webp' ? 'webp' : original === 'image/avif' ? 'avif' : 'jpeg'
  if (transform.format === 'origin') return own
  if (transform.format !== null) return transform.format
  if (accept.includes('image/avif')) return 'avif'
  if (accept.includes('image/webp')) return 'webp'
  return own === 'avif' || own === 'webp' ? 'jpeg' : own
}

/** Reads a picture of one of these formats, within bounds of memory and time; what is damaged fails. */
export async function openImage(bytes: Uint8Array) {
  const { sharp } = await import('./sharp.ts')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }).timeout({ seconds: 20 })
}

/** Resizes without enlarging, applies the EXIF orientation and drops the metadata (cameras store the location in it). */
export async function render(bytes: Uint8Array, transform: Transform, format: ImageFormat): Promise<Buffer<ArrayBuffer>> {
  const fit = transform.resize === 'contain' ? 'inside' : transform.resize
  try {
    const image = (await openImage(bytes))
      .autoOrient()
      .resize({ width: transform.width ?? undefined, height: transform.height ?? undefined, fit, withoutEnlargement: true })
    switch (format) {
      case 'avif':
        // Effort 2 takes 98 ms at 640 px. The timeout cannot stop this encoder, so size and effort limit its work.
        return Buffer.from(await image.avif({ quality: transform.quality ?? 52, effort: 2 }).toBuffer())
      case 'webp':
        return Buffer.from(await image.webp({ quality: transform.quality ?? 78 }).toBuffer())
      case 'png':
        return Buffer.from(await image.png({ compressionLevel: 9 }).toBuffer())
      case 'jpeg':
        return Buffer.from(
          await image
            .flatten({ background: '#fff' })
            .jpeg({ quality: transform.quality ?? 80, mozjpeg: true })
            .toBuffer(),
        )
    }
  } catch (error) {
    throw new StorageError(
      422,
      'InvalidRequest',
      'invalid_image',
      `The image could not be rendered: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`,
    )
  }
}

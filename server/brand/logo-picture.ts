/** Prepares an uploaded logo: checks it by its pixels, cuts off its empty margin and writes it as PNG in the two sizes that the shop uses. */
import { sharp } from '#gateway/storage/sharp.ts'
import type { LogoPicture, LogoRefusal } from '#functions/context.ts'

const FORMATS = new Set(['png', 'jpeg', 'webp', 'heif'])
/** Pixels of the file before it is decoded. */
const MAX_PIXELS = 25e6
const LARGE = { width: 1080, height: 360 }
const SMALL = { width: 480, height: 120 }
const LEAST = { width: 48, height: 32 }
/** Width divided by height: a header has a fixed height, and a longer logo would be a thin line in it. */
const RATIO = { least: 0.5, most: 8 }

/** @returns the reason when the file is no picture that can be a logo */
export async function readLogo(bytes: Uint8Array): Promise<LogoPicture | LogoRefusal> {
  try {
    const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }).timeout({ seconds: 10 })
    const { format } = await open().metadata()
    if (!FORMATS.has(format)) return { refused: 'NOT_A_PICTURE' }
    const upright = await open().autoOrient().toColourspace('srgb').png().toBuffer()
    const whole = await trimmed(upright)
    const { width, height } = await sharp(whole).metadata()
    if (width < LEAST.width || height < LEAST.height) return { refused: 'TOO_SMALL' }
    if (width / height < RATIO.least || width / height > RATIO.most) return { refused: 'WRONG_SHAPE' }
    const scaled = (most: typeof LARGE) =>
      sharp(whole)
        .resize({ ...most, fit: 'inside', withoutEnlargement: true })
        .png({ compressionLevel: 9 })
        .toBuffer({ resolveWithObject: true })
    const [large, small] = await Promise.all([scaled(LARGE), scaled(SMALL)])
    return { png: large.data, small: small.data, width: large.info.width, height: large.info.height }
  } catch {
    return { refused: 'NOT_A_PICTURE' }
  }
}

/** A picture of one colour has nothing to trim. */
const trimmed = (png: Buffer): Promise<Buffer> =>
  sharp(png)
    .trim({ threshold: 8 })
    .png()
    .toBuffer()
    .catch(() => png)

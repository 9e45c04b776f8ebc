import { Resvg } from '@resvg/resvg-js'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { createInk } from './ink.ts'

const font = (file: string): string => createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}`)
const FONT_FILES = [
  'cormorant-garamond/600SemiBold/CormorantGaramond_600SemiBold.ttf',
  'jost/400Regular/Jost_400Regular.ttf',
  'jost/500Medium/Jost_500Medium.ttf',
].map(font)

/** Film grain: without it, long gradients show bands after compression; more of it costs kilobytes. */
async function filmGrain(width: number, height: number): Promise<Buffer> {
  const { random } = createInk(7, { h: 0, s: 0, l: 80 })
  const bytes = Buffer.alloc(width * height * 4)
  for (let k = 0; k < bytes.length; k += 4) {
    const value = 128 + (random() + random() + random() - 1.5) * 60
    bytes[k] = bytes[k + 1] = bytes[k + 2] = value
    bytes[k + 3] = 7
  }
  return sharp(bytes, { raw: { width, height, channels: 4 } }).png().toBuffer()
}

// At most .11: on the ivory of the pages a stronger one makes the corners look dirty.
const vignette = (width: number, height: number): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="v" cx=".5" cy=".48" r=".78"><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#201018" stop-opacity=".11"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#v)"/></svg>`)

/** Renders an SVG scene as WebP (or as PNG for inspection), `width` × `height` pixels, drawn at twice that size for clean edges. */
export async function develop(scene: string, width: number, height: number, { quality = 88, png = false } = {}): Promise<Buffer> {
  const drawn = new Resvg(scene, { fitTo: { mode: 'width', value: width * 2 }, font: { fontFiles: FONT_FILES, loadSystemFonts: false, defaultFontFamily: 'Jost' } }).render()
  const small = await sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } }).resize(width, height, { fit: 'cover' }).removeAlpha().png({ compressionLevel: 1 }).toBuffer()
  const finished = sharp(small).composite([{ input: vignette(width, height) }, { input: await filmGrain(width, height), blend: 'overlay' }])
  return png ? finished.png().toBuffer() : finished.webp({ quality, effort: 5, smartSubsample: true }).toBuffer()
}

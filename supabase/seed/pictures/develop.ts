import { Resvg } from '@resvg/resvg-js'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { createInk } from './ink.ts'

const font = (file: string): string => createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}`)
const FONT_FILES = [
  'cormorant-garamond/600SemiBold/CormorantGaramond_600SemiBold.ttf',
  'jost/400Regular/Jost_400Regular.ttf',
  'jost/500Medium/Jost_500Medium.ttf',
].map(font)

const films = new Map<string, Promise<Buffer>>()
function filmSpeckle(width: number, height: number, strength: number): Promise<Buffer> {
  const key = `${width} ${height} ${strength}`
  const film = films.get(key) ?? newFilm(width, height, strength)
  films.set(key, film)
  return film
}

/** Film speckle: without it, long gradients show bands after compression; more of it costs kilobytes. */
async function newFilm(width: number, height: number, strength: number): Promise<Buffer> {
  const { random } = createInk(7, { h: 0, s: 0, l: 80 })
  const bytes = Buffer.alloc(width * height * 4)
  for (let k = 0; k < bytes.length; k += 4) {
    const value = 128 + (random() + random() + random() - 1.5) * 60
    bytes[k] = bytes[k + 1] = bytes[k + 2] = value
    bytes[k + 3] = strength
  }
  return sharp(bytes, { raw: { width, height, channels: 4 } }).png().toBuffer()
}

// At most .11: on the ivory of the pages a stronger one makes the corners look dirty.
const vignette = (width: number, height: number): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="v" cx=".5" cy=".48" r=".78"><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#201018" stop-opacity=".11"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#v)"/></svg>`)

/** WebP quality from 1 to 100, and how strong the speckle of the film is (0 to 255). */
type Finish = { quality?: number; speckle?: number; limited?: boolean }

/** A square product picture is not larger than this: cloth, straw and sponge lose nothing that one sees. */
const MOST_BYTES = 80 * 1024

/** Adds speckle and a slight vignette to a drawn picture, as WebP; `limited` lowers the quality until the file is small enough. */
export async function finish(drawn: Buffer, width: number, height: number, { quality = 88, speckle = 7, limited = false }: Finish = {}): Promise<Buffer> {
  const film = speckle === 0 ? [] : [{ input: await filmSpeckle(width, height, speckle), blend: 'overlay' as const }]
  const finished = sharp(drawn).composite([{ input: vignette(width, height) }, ...film])
  for (let tried = quality; ; tried -= 14) {
    const bytes = await finished.clone().webp({ quality: tried, effort: 4, smartSubsample: true }).toBuffer()
    if (!limited || bytes.length <= MOST_BYTES || tried <= 20) return bytes
  }
}

function draw(scene: string, pixels: number): Sharp {
  const drawn = new Resvg(scene, { fitTo: { mode: 'width', value: pixels }, font: { fontFiles: FONT_FILES, loadSystemFonts: false, defaultFontFamily: 'Jost' } }).render()
  return sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4, premultiplied: true } })
}

/** Renders an SVG scene as WebP, `width` × `height` pixels, drawn at twice that size for clean edges. */
export async function develop(scene: string, width: number, height: number, options: Finish = {}): Promise<Buffer> {
  const small = await draw(scene, width * 2).resize(width, height, { fit: 'cover' }).removeAlpha().png({ compressionLevel: 1 }).toBuffer()
  return finish(small, width, height, options)
}

/** How much smaller the soft layer is drawn: blurs are slow, and nobody sees the difference. */
const SOFT = 2.5

/** Renders a square picture in layers as WebP, `side` pixels wide. */
export async function developLayers({ soft, sharp: above }: { soft: string; sharp: string }, side: number, options: Finish = {}): Promise<Buffer> {
  const input = await draw(above, side).png({ compressionLevel: 0 }).toBuffer()
  const ground = await draw(soft, Math.round(side / SOFT)).removeAlpha().resize(side, side, { kernel: 'cubic' }).composite([{ input }]).png({ compressionLevel: 0 }).toBuffer()
  return finish(ground, side, side, options)
}

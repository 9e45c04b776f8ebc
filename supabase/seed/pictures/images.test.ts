import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { IMAGES } from '../load-pictures.ts'
import { altOf } from '../products/picture-texts.ts'
import { FAMILY_PRODUCTS, shadeOf } from '../products/families/families.ts'
import { FRAMES, framesOf, looksLike, pictureName, PRODUCTS } from '../products/products.ts'

const pictured = PRODUCTS.filter(({ picture }) => picture !== false)
const files = pictured.flatMap((product) => FRAMES.map((frame) => pictureName(product.sku, frame)))
const ofFamilies = [...new Set(FAMILY_PRODUCTS.flatMap((product) => framesOf(product).map((frame) => pictureName(looksLike(product), frame))))]
const place = (file: string): string => path.join(IMAGES, 'products', file)

/** What the eye compares at the size of a thumbnail: the direction of 256 brightness steps, and the colours of an 8 × 8 grid. */
async function impression(file: string): Promise<{ steps: readonly boolean[]; colours: Buffer }> {
  const grey = await sharp(file).greyscale().resize(17, 16, { fit: 'fill' }).raw().toBuffer()
  const colours = await sharp(file).removeAlpha().resize(8, 8, { fit: 'fill' }).raw().toBuffer()
  const steps = Array.from({ length: 256 }, (_, k) => (grey[Math.floor(k / 16) * 17 + (k % 16)] ?? 0) < (grey[Math.floor(k / 16) * 17 + (k % 16) + 1] ?? 0))
  return { steps, colours }
}
type Impression = Awaited<ReturnType<typeof impression>>

/** 0 for the same picture; the part of steps that differ, and the mean difference of the colours (0 to 1). */
function difference(a: Impression, b: Impression): number {
  const steps = a.steps.filter((step, k) => step !== b.steps[k]).length / a.steps.length
  const colours = a.colours.reduce((sum, value, k) => sum + Math.abs(value - (b.colours[k] ?? 0)), 0) / a.colours.length / 255
  return steps + colours * 2
}

/** Two phials of one shape on one ground, in two colours, differ by 0.15. */
const LEAST = 0.2

describe('the rendered pictures', () => {
  it('are four for each product, each with an alternative text of its own', () => {
    const texts = pictured.flatMap((product) => FRAMES.map((frame) => altOf(product, frame)))
    expect(files).toHaveLength(pictured.length * 4)
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts.filter((text) => text.length < 8 || text.length > 300)).toEqual([])
  })

  it('have a thumbhash each', async () => {
    const hashes = JSON.parse(await readFile(path.join(IMAGES, 'thumbhashes.json'), 'utf8')) as Record<string, string>
    expect(Object.keys(hashes).toSorted()).toEqual([...files, ...ofFamilies].toSorted())
  })

  it('are 1,280 pixels wide and at most 45 kB on average', async () => {
    let bytes = 0
    for (const file of [...files, ...ofFamilies]) {
      const { width, height } = await sharp(place(file)).metadata()
      expect([file, width, height]).toEqual([file, 1280, 1280])
      bytes += (await stat(place(file))).size
    }
    expect(bytes / (files.length + ofFamilies.length) / 1024).toBeLessThan(45)
  })

  it('show no two products that look alike', async () => {
    const seen: (Impression & { sku: string })[] = []
    for (const { sku } of pictured) seen.push({ sku, ...(await impression(place(pictureName(sku)))) })
    const alike = seen.flatMap((a, k) => seen.slice(k + 1).flatMap((b) => (difference(a, b) < LEAST ? [`${a.sku} ${b.sku} ${difference(a, b).toFixed(3)}`] : [])))
    expect(alike).toEqual([])
  })
})

describe('the pictures of families', () => {
  it('are two for each product, and add at most 5 MB', async () => {
    expect(FAMILY_PRODUCTS.filter((product) => framesOf(product).length !== 2)).toEqual([])
    const texts = FAMILY_PRODUCTS.flatMap((product) => framesOf(product).map((frame) => altOf(product, frame)))
    expect(new Set(texts).size).toBe(texts.length)
    const sizes = await Promise.all(ofFamilies.map(async (file) => (await stat(place(file))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5 * 1024 * 1024)
  })

  it('have the colours of the swatches: of all in its family, a texture is nearest to its own', async () => {
    const shaded = FAMILY_PRODUCTS.flatMap((product) => {
      const colour = shadeOf(product)?.colour
      return colour === undefined ? [] : [{ product, colour, family: product.family?.code }]
    })
    expect(shaded.length).toBeGreaterThan(45)
    for (const { product, colour, family } of shaded) {
      const seen = await meanOfMiddle(place(pictureName(looksLike(product), 'texture')))
      const distances = shaded.filter((other) => other.family === family).map((other) => ({ of: other.colour, far: farFrom(seen, other.colour) }))
      const nearest = distances.reduce((a, b) => (b.far < a.far ? b : a))
      expect([product.sku, nearest.of, nearest.far < 45]).toEqual([product.sku, colour, true])
    }
  })
})

/** The mean colour where every texture covers its card, as red, green and blue (0 to 255). */
async function meanOfMiddle(file: string): Promise<number[]> {
  const pixels = await sharp(file).extract({ left: 360, top: 500, width: 300, height: 280 }).removeAlpha().raw().toBuffer()
  const sums = [0, 0, 0]
  for (const [k, value] of pixels.entries()) sums[k % 3] = (sums[k % 3] ?? 0) + value
  return sums.map((sum) => (sum * 3) / pixels.length)
}

const farFrom = (seen: readonly number[], colour: string): number =>
  Math.hypot(...[1, 3, 5].map((at, k) => Number.parseInt(colour.slice(at, at + 2), 16) - (seen[k] ?? 0)))

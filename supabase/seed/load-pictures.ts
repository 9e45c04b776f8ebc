import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { BANNERS } from './banners.ts'
import { CATEGORIES } from './categories.ts'
import type { DemoSize, DemoWorld } from './load-context.ts'
import { framesOf, looksLike, pictureName, productsOf } from './products/products.ts'
import { stableId } from './stable-id.ts'

type Picture = { file: string; bucket: string; key: string }

export const IMAGES = path.join(import.meta.dirname, 'images')

const names = new Map<string, string>()

/**
 * The name of a picture in its bucket, from its content: a picture that is drawn again has another address, as an uploaded one has
 * (docs/decisions/0111-addresses-of-pictures.md).
 *
 * @param file its path below IMAGES
 */
export function storedName(file: string): string {
  const known = names.get(file)
  if (known !== undefined) return known
  const hash = createHash('sha256')
    .update(readFileSync(path.join(IMAGES, file)))
    .digest('hex')
  const name = `${stableId('picture', hash)}.webp`
  names.set(file, name)
  return name
}

const inBucket = (bucket: string, file: string): Picture => ({ file, bucket, key: storedName(file) })

/** Every picture of a demo of this size, once: its file and its name in its bucket. */
export function demoPictures(size: DemoSize): Picture[] {
  const ofProducts = new Set(productsOf(size).flatMap((product) => framesOf(product).map((frame) => pictureName(looksLike(product), frame))))
  return [
    ...[...ofProducts].map((name) => inBucket('product_images', `products/${name}`)),
    ...CATEGORIES.map(({ slug }) => inBucket('category_images', `categories/${slug}.webp`)),
    ...BANNERS.flatMap(({ name }) => ['banners', 'banners-phone'].map((folder) => inBucket('banner_images', `${folder}/${name}.webp`))),
  ]
}

/** Uploads eight pictures at a time: one by one would double the start, all at once would use the whole connection pool. */
export async function loadPictures(putObject: DemoWorld['putObject'], size: DemoSize): Promise<void> {
  const waiting = demoPictures(size)
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await putObject(next.bucket, next.key, await readFile(path.join(IMAGES, next.file)), 'image/webp')
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

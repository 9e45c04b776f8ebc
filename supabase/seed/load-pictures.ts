import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { BANNERS } from './banners.ts'
import { CATEGORIES } from './categories.ts'
import type { DemoSize, DemoWorld } from './load-context.ts'
import { framesOf, looksLike, pictureName, productsOf } from './products/products.ts'

type Picture = { file: string; bucket: string; key: string }

export const IMAGES = path.join(import.meta.dirname, 'images')

/** Every picture of a demo of this size, once: its file and its name in its bucket. */
export function demoPictures(size: DemoSize): Picture[] {
  const ofProducts = new Set(productsOf(size).flatMap((product) => framesOf(product).map((frame) => pictureName(looksLike(product), frame))))
  return [
    ...[...ofProducts].map((name) => ({ file: `products/${name}`, bucket: 'product_images', key: name })),
    ...CATEGORIES.map(({ slug }) => ({ file: `categories/${slug}.webp`, bucket: 'category_images', key: `${slug}.webp` })),
    ...BANNERS.flatMap(({ name }) => [
      { file: `banners/${name}.webp`, bucket: 'banner_images', key: `${name}.webp` },
      { file: `banners-phone/${name}.webp`, bucket: 'banner_images', key: `${name}-phone.webp` },
    ]),
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

// Renders every picture of the demo shop: node supabase/seed/pictures/render.ts [part of a name]. The same names give the same bytes.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pictureName, PRODUCTS } from '../products/products.ts'
import { productPicture } from './compose.ts'
import { develop } from './develop.ts'
import { prepareInscriptions } from './inscription.ts'
import { SHOTS } from './shots/shots.ts'
import { BANNERS, CATEGORIES, PHONE_BANNERS } from './still-lifes.ts'
import { thumbhash } from './thumbhash.ts'
import { stillLife } from './wide.ts'
import type { Catalogue } from './wide.ts'

const only = process.argv[2] ?? ''
const root = path.join(import.meta.dirname, '../images')
const catalogue: Catalogue = new Map(PRODUCTS.map((product) => [product.sku, { brand: product.brand, size: product.netQuantity }]))

async function write(folder: string, file: string, picture: () => Promise<Buffer>): Promise<void> {
  if (!`${folder}/${file}`.includes(only)) return
  await mkdir(path.join(root, folder), { recursive: true })
  const bytes = await picture()
  await writeFile(path.join(root, folder, file), bytes)
  console.log(`${folder}/${file}  ${(bytes.length / 1024).toFixed(1)} kB`)
}

await prepareInscriptions(Object.values(SHOTS).map((shot) => shot.hindi ?? ''))
for (const product of PRODUCTS) {
  if (product.picture === false) continue
  const shot = SHOTS[product.sku]
  if (!shot) throw new Error(`${product.sku} has no shot; give it one or say picture: false`)
  await write('products', pictureName(product.sku), () => develop(productPicture(product.sku, shot, { brand: product.brand, size: product.netQuantity }), 640, 640))
}
for (const [folder, lives] of [['categories', CATEGORIES], ['banners', BANNERS], ['banners-phone', PHONE_BANNERS]] as const) {
  for (const [name, life] of Object.entries(lives)) {
    await write(folder, `${name}.webp`, () => develop(stillLife(name, life, catalogue), life.pixels, Math.round((life.pixels * life.height) / life.width), { quality: 82 }))
  }
}

const hashes: Record<string, string> = {}
for (const product of PRODUCTS) if (product.picture !== false) hashes[product.sku] = await thumbhash(path.join(root, 'products', pictureName(product.sku)))
await writeFile(path.join(root, 'thumbhashes.json'), `${JSON.stringify(hashes, null, 2)}\n`)

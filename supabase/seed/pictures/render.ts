// Renders every picture of the demo shop: node supabase/seed/pictures/render.ts [part of a name]. The same names give the same bytes.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { framesOf, looksLike, pictureName, PRODUCTS, productsOf } from '../products/products.ts'
import type { FrameName } from '../products/products.ts'
import type { DemoProduct } from '../products/product.ts'
import { develop, developLayers, finish } from './develop.ts'
import { backFrame } from './frames/back.ts'
import { packFrame } from './frames/pack.ts'
import type { Goods } from './frames/pack.ts'
import { scaleFrame } from './frames/scale.ts'
import { textureFrame } from './frames/texture.ts'
import { prepareInscriptions } from './inscription.ts'
import { shotOf } from './shots/shots.ts'
import { BANNERS, CATEGORIES, PHONE_BANNERS } from './still-lifes.ts'
import { thumbhash } from './thumbhash.ts'
import { stillLife } from './wide.ts'
import type { Catalogue } from './wide.ts'

const only = process.argv[2] ?? ''
const root = path.join(import.meta.dirname, '../images')
const catalogue: Catalogue = new Map(PRODUCTS.map((product) => [product.sku, { brand: product.brand, size: product.netQuantity }]))

/** Width of a product picture in pixels: enough for the full-screen view. */
const PIXELS = 1280

async function write(folder: string, file: string, picture: () => Promise<Buffer>): Promise<boolean> {
  if (!`${folder}/${file}`.includes(only)) return false
  await mkdir(path.join(root, folder), { recursive: true })
  const bytes = await picture()
  await writeFile(path.join(root, folder, file), bytes)
  console.log(`${folder}/${file}  ${(bytes.length / 1024).toFixed(1)} kB`)
  return true
}

async function photograph(frame: FrameName, goods: Goods, product: DemoProduct): Promise<Buffer> {
  if (frame === 'texture') return finish(await textureFrame(goods, product, PIXELS), PIXELS, PIXELS, { quality: 62, speckle: 4, limited: true })
  if (frame === 'back') return developLayers(backFrame(goods, product), PIXELS, { quality: 76, speckle: 0, limited: true })
  return developLayers(frame === 'pack' ? packFrame(goods) : scaleFrame(goods, product), PIXELS, { quality: 80, speckle: 5, limited: true })
}

const pictured = productsOf('full').filter((product) => product.picture !== false)
await prepareInscriptions(pictured.map((product) => shotOf(product)?.hindi ?? ''))
const hashFile = path.join(root, 'thumbhashes.json')
const hashes = JSON.parse(await readFile(hashFile, 'utf8')) as Record<string, string>
const current = new Set<string>()
for (const product of pictured) {
  const shot = shotOf(product)
  if (!shot) throw new Error(`${product.sku} has no shot; give it one or say picture: false`)
  // all of a family are in one place, under one light: a change of shade changes the shade alone
  const goods = { sku: product.family?.code ?? product.sku, category: product.category, shot, words: { brand: product.brand, size: product.netQuantity } }
  for (const frame of framesOf(product)) {
    const file = pictureName(looksLike(product), frame)
    if (current.has(file)) continue
    current.add(file)
    if (await write('products', file, () => photograph(frame, goods, product))) hashes[file] = await thumbhash(path.join(root, 'products', file))
  }
}
for (const [folder, lives] of [['categories', CATEGORIES], ['banners', BANNERS], ['banners-phone', PHONE_BANNERS]] as const) {
  for (const [name, life] of Object.entries(lives)) {
    await write(folder, `${name}.webp`, () => develop(stillLife(name, life, catalogue), life.pixels, Math.round((life.pixels * life.height) / life.width), { quality: 82 }))
  }
}
const kept = Object.entries(hashes).filter(([file]) => current.has(file)).toSorted(([a], [b]) => (a < b ? -1 : 1))
await writeFile(hashFile, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)

import { beforeAll, describe, expect, it } from 'vitest'
import { formatRupees } from '#domain/money/money.ts'
import * as say from '#words/product.tsx'
import { MAKERS } from '../makers.ts'
import { cartonOf, cartonText } from '../products/carton.ts'
import { PRODUCTS } from '../products/products.ts'
import { STORE } from '../store.ts'
import { fromHex, hex, inkOn } from './colour.ts'
import { backFrame, textsOf } from './frames/back.ts'
import { filled, packFrame } from './frames/pack.ts'
import type { Goods } from './frames/pack.ts'
import { scaleFrame } from './frames/scale.ts'
import { prepareInscriptions } from './inscription.ts'
import { SHOTS } from './shots/shots.ts'
import { BANNERS, CATEGORIES, PHONE_BANNERS } from './still-lifes.ts'
import { SURFACES } from './surfaces/of-products.ts'
import { stillLife } from './wide.ts'

const pictured = PRODUCTS.filter(({ picture }) => picture !== false)
type Product = (typeof PRODUCTS)[number]

function goodsOf({ sku, brand, category, netQuantity }: Product): Goods {
  const shot = SHOTS[sku]
  if (!shot) throw new Error(`${sku} has no shot`)
  return { sku, category, shot, words: { brand, size: netQuantity } }
}
const draw = (product: Product): string => Object.values(packFrame(goodsOf(product))).join('')

beforeAll(() => prepareInscriptions(Object.values(SHOTS).map(({ hindi }) => hindi ?? '')))

describe('the product pictures', () => {
  it('exist exactly for the products that have one', () => {
    const skus = pictured.map(({ sku }) => sku).toSorted()
    expect(Object.keys(SHOTS).toSorted()).toEqual(skus)
    expect(Object.keys(SURFACES).toSorted()).toEqual(skus)
  })
  it('are all different, and identical when rendered again', () => {
    const drawn = pictured.map(draw)
    expect(new Set(drawn).size).toBe(pictured.length)
    expect(pictured.slice(0, 5).map(draw)).toEqual(drawn.slice(0, 5))
  })
  it('contain the brand and no rendering errors', () => {
    for (const product of pictured) {
      const frames = [draw(product), ...Object.values(backFrame(goodsOf(product), product)), ...Object.values(scaleFrame(goodsOf(product), product))]
      expect(frames[0], product.sku).toContain(product.brand.toUpperCase())
      for (const frame of frames) expect(frame, product.sku).not.toMatch(/NaN|undefined|Infinity|hsla?\(/)
    }
  })
  it('show packs that fill at least 62 % of the frame, and none is cut off', () => {
    for (const product of pictured) {
      const { width, height } = filled(goodsOf(product))
      expect([product.sku, Math.max(width, height) >= 0.62 && Math.max(width, height) <= 0.92]).toEqual([product.sku, true])
    }
  })
  it('are dark for at most one product in twelve', () => {
    expect(Object.values(SHOTS).filter(({ dark }) => dark).length * 12).toBeLessThanOrEqual(pictured.length)
  })
})

describe('the back of a pack', () => {
  it('says what the product says, in the words of its page', () => {
    for (const product of pictured) {
      const read = textsOf(backFrame(goodsOf(product), product).sharp)
      const rows = [
        [say.genericName, product.genericName], [say.netQuantity, product.netQuantity], [say.madeBy, MAKERS[product.maker]],
        [say.countryOfOrigin, product.country ?? 'India'], [say.bestBefore, product.bestBefore ?? '24 months from manufacture'],
        ...(product.mrp === undefined ? [] : [['MRP', say.mrpText(formatRupees(product.mrp * 100))]]),
        ['HSN', product.hsn], ['SKU', product.sku], [say.consumerCare, `${STORE.email} · ${STORE.phone}`],
      ]
      expect(read, product.sku).toContain(rows.map((row) => row.join(' ')).join(' '))
      for (const text of [product.name, product.description, product.ingredients, product.howToUse]) if (text) expect(read, product.sku).toContain(text)
    }
  })
})

describe('the carton of wholesale goods', () => {
  it('contains what one of their price steps asks for', () => {
    const packed = pictured.filter((product) => cartonOf(product) !== null)
    expect(packed.length).toBeGreaterThan(20)
    for (const product of packed) {
      expect(product.tiers?.map(([minimum]) => minimum)).toContain(cartonOf(product))
      expect(textsOf(scaleFrame(goodsOf(product), product).sharp)).toContain(cartonText(cartonOf(product) ?? 0, product.netQuantity))
    }
  })
  it('is only for goods that are sold from three pieces', () => {
    expect(cartonOf({ minimumOrder: 1, tiers: [[6, 10]] })).toBeNull()
    expect(cartonOf({ minimumOrder: 12, tiers: [[24, 10], [48, 15]] })).toBe(24)
    expect(cartonText(30, '6 × 25 g')).toBe('30 × (6 × 25 g)')
  })
})

it('banners and categories show goods that are for sale', () => {
  const catalogue = new Map(PRODUCTS.map(({ sku, brand, netQuantity }) => [sku, { brand, size: netQuantity }]))
  for (const lives of [BANNERS, PHONE_BANNERS, CATEGORIES]) for (const [name, life] of Object.entries(lives)) expect(stillLife(name, life, catalogue)).not.toMatch(/NaN|undefined/)
  expect(Object.keys(PHONE_BANNERS)).toEqual(Object.keys(BANNERS))
})

it('colours are hexadecimal, and text on them is readable', () => {
  expect(hex({ h: 0, s: 100, l: 50 })).toBe('#ff0000')
  expect(hex({ h: -240, s: 100, l: 50 })).toBe('#00ff00')
  for (const text of ['#c0131f', '#f1d5ba', '#1b181d', '#12919b', '#808080', '#5d1b57']) expect(hex(fromHex(text))).toBe(text)
  expect(inkOn({ h: 66, s: 70, l: 58 })).not.toBe('#ffffff')
  expect(inkOn({ h: 266, s: 36, l: 50 })).toBe('#ffffff')
})

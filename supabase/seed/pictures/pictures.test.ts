import { beforeAll, describe, expect, it } from 'vitest'
import { PRODUCTS } from '../products/products.ts'
import { hex, inkOn } from './colour.ts'
import { productPicture } from './compose.ts'
import { prepareInscriptions } from './inscription.ts'
import { SHOTS } from './shots/shots.ts'
import { BANNERS, CATEGORIES, PHONE_BANNERS } from './still-lifes.ts'
import { stillLife } from './wide.ts'

const pictured = PRODUCTS.filter(({ picture }) => picture !== false)
const draw = ({ sku, brand, netQuantity }: (typeof PRODUCTS)[number]): string => {
  const shot = SHOTS[sku]
  if (!shot) throw new Error(`${sku} has no shot`)
  return productPicture(sku, shot, { brand, size: netQuantity })
}

beforeAll(() => prepareInscriptions(Object.values(SHOTS).map(({ hindi }) => hindi ?? '')))

describe('the product pictures', () => {
  it('exist for every product that has one and for nothing else', () => {
    expect(Object.keys(SHOTS).toSorted()).toEqual(pictured.map(({ sku }) => sku).toSorted())
  })
  it('are all different, and the same again when drawn again', () => {
    const drawn = pictured.map(draw)
    expect(new Set(drawn).size).toBe(pictured.length)
    expect(pictured.slice(0, 5).map(draw)).toEqual(drawn.slice(0, 5))
  })
  it('carry the brand and no slip of the pen', () => {
    for (const product of pictured) {
      const drawn = draw(product)
      expect(drawn, product.sku).toContain(product.brand.toUpperCase())
      expect(drawn, product.sku).not.toMatch(/NaN|undefined|Infinity|hsla?\(/)
    }
  })
})

it('banners and categories show goods that are sold', () => {
  const catalogue = new Map(PRODUCTS.map(({ sku, brand, netQuantity }) => [sku, { brand, size: netQuantity }]))
  for (const lives of [BANNERS, PHONE_BANNERS, CATEGORIES]) for (const [name, life] of Object.entries(lives)) expect(stillLife(name, life, catalogue)).not.toMatch(/NaN|undefined/)
  expect(Object.keys(PHONE_BANNERS)).toEqual(Object.keys(BANNERS))
})

it('colours are written as hex, and print is readable on them', () => {
  expect(hex({ h: 0, s: 100, l: 50 })).toBe('#ff0000')
  expect(hex({ h: -240, s: 100, l: 50 })).toBe('#00ff00')
  expect(inkOn({ h: 66, s: 70, l: 58 })).not.toBe('#ffffff')
  expect(inkOn({ h: 266, s: 36, l: 50 })).toBe('#ffffff')
})

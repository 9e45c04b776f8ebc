import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkGstin } from '#domain/addresses/gstin.ts'
import { toPaise } from '#domain/money/money.ts'
import { parseTiers } from '#domain/prices/price-tiers.ts'
import { askedToConfirm, checkShipping } from '#domain/addresses/shipping.ts'
import { CATEGORIES } from './categories.ts'
import { CUSTOMERS } from './customers.ts'
import { demoPictures, IMAGES } from './load-pictures.ts'
import { MAKERS } from './makers.ts'
import { ORDERS } from './orders.ts'
import { PRODUCTS } from './products/products.ts'
import { stableId } from './stable-id.ts'
import { STORE } from './store.ts'

const base = (product: (typeof PRODUCTS)[number]): number => toPaise(product.retailPrice ?? product.price)

describe('the demo catalogue', () => {
  it('has enough of every kind of product to show every state of a card', () => {
    const count = (holds: (product: (typeof PRODUCTS)[number]) => boolean): number => PRODUCTS.filter(holds).length
    expect(PRODUCTS.length).toBeGreaterThanOrEqual(72)
    expect(count((p) => p.stock === 0)).toBeGreaterThanOrEqual(3)
    expect(count((p) => p.stock >= 1 && p.stock <= 9)).toBeGreaterThanOrEqual(5)
    expect(count((p) => p.stock === 10)).toBeGreaterThanOrEqual(1)
    expect(count((p) => p.stock >= 100)).toBeGreaterThanOrEqual(30)
    expect(count((p) => p.featured === true)).toBeGreaterThanOrEqual(8)
    expect(count((p) => (p.minimumOrder ?? 1) > 1)).toBeGreaterThanOrEqual(10)
    expect(count((p) => p.mrp === undefined)).toBeGreaterThanOrEqual(2)
    expect(count((p) => p.picture === false)).toBeGreaterThanOrEqual(1)
    expect(new Set(PRODUCTS.map((p) => p.country ?? 'India')).size).toBeGreaterThanOrEqual(3)
  })

  it('names every product and SKU once', () => {
    expect(new Set(PRODUCTS.map((p) => p.sku)).size).toBe(PRODUCTS.length)
    expect(new Set(PRODUCTS.map((p) => p.name)).size).toBe(PRODUCTS.length)
  })

  it('never asks more than the MRP', () => {
    for (const product of PRODUCTS) if (product.mrp !== undefined) expect([product.sku, base(product) <= toPaise(product.mrp)]).toEqual([product.sku, true])
  })

  it('has tiers that rise and none that the shop would ignore', () => {
    for (const { sku, tiers } of PRODUCTS) {
      if (!tiers) continue
      const parsed = parseTiers(tiers.map(([minimum, percent]) => ({ min_quantity: minimum, discount_percent: percent })))
      expect([sku, parsed.length]).toEqual([sku, tiers.length])
      for (const [k, tier] of tiers.entries()) {
        const before = tiers[k - 1]
        if (before) expect([sku, tier[0] > before[0] && tier[1] > before[1]]).toEqual([sku, true])
      }
    }
  })

  it('puts every product in a category that exists', () => {
    const slugs = new Set(CATEGORIES.flatMap(({ children }) => (children ?? []).map(({ slug }) => slug)))
    expect(PRODUCTS.filter((product) => !slugs.has(product.category))).toEqual([])
    expect(CATEGORIES.map(({ name }) => name)).toEqual(['Skincare', 'Makeup', 'Haircare', 'Fragrances', 'Accessories', 'Novelty'])
  })

  it('has each picture it speaks of', () => {
    expect(demoPictures().filter(({ file }) => !existsSync(path.join(IMAGES, file)))).toEqual([])
  })
})

describe('the demo people', () => {
  it('live at addresses the checkout accepts without a question', () => {
    for (const { name, email, phone, company, gstin, address } of CUSTOMERS) {
      const checked = checkShipping({ full_name: name, email, phone, company_name: company, gstin, ...address })
      expect(checked).toMatchObject({ ok: true })
      expect(askedToConfirm({ state: address.state, gstin: gstin ?? '' })).toBeNull()
    }
  })

  it('cannot be written to: every contact ends in .example', () => {
    const addresses = [...CUSTOMERS.map(({ email }) => email), STORE.email, STORE.grievance_email, ...Object.values(MAKERS).map((maker) => maker.split(' · ')[1] ?? '')]
    expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([])
  })

  it('trade under GSTINs whose checksum holds', () => {
    expect(checkGstin(STORE.gstin)).toMatchObject({ ok: true, state: { code: STORE.state_code } })
  })

  it('ordered until every status had an order', () => {
    const last = new Set(ORDERS.map(({ steps }) => steps.at(-1)?.to ?? 'pending'))
    expect([...last].toSorted()).toEqual(['cancelled', 'delivered', 'pending', 'processing', 'shipped'])
  })
})

it('a name always has the same id', () => {
  expect(stableId('product', 'KAV-VITC-30')).toBe(stableId('product', 'KAV-VITC-30'))
  expect(stableId('product', 'x')).not.toBe(stableId('order', 'x'))
  expect(stableId('product', 'x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

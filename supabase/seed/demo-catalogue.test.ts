import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkGstin } from '#domain/addresses/gstin.ts'
import { toPaise } from '#domain/money/money.ts'
import { parseTiers } from '#domain/prices/price-tiers.ts'
import { gstinConfirmation, checkShipping } from '#domain/addresses/shipping.ts'
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
  it('has enough products of every kind to show every state of a product card', () => {
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

  it('contains every product name and SKU once', () => {
    expect(new Set(PRODUCTS.map((p) => p.sku)).size).toBe(PRODUCTS.length)
    expect(new Set(PRODUCTS.map((p) => p.name)).size).toBe(PRODUCTS.length)
  })

  it('has no price above the MRP', () => {
    for (const product of PRODUCTS) if (product.mrp !== undefined) expect([product.sku, base(product) <= toPaise(product.mrp)]).toEqual([product.sku, true])
  })

  it('has rising tiers, all of them valid', () => {
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

  it('has every picture that it refers to', () => {
    expect(demoPictures('full').filter(({ file }) => !existsSync(path.join(IMAGES, file)))).toEqual([])
  })
})

describe('the demo people', () => {
  it('have addresses that the checkout accepts without a confirmation', () => {
    for (const { name, email, phone, company, gstin, address } of CUSTOMERS) {
      const checked = checkShipping({ full_name: name, email, phone, company_name: company, gstin, ...address })
      expect(checked).toMatchObject({ ok: true })
      expect(gstinConfirmation({ state: address.state, gstin: gstin ?? '' })).toBeNull()
    }
  })

  it('cannot be contacted: every e-mail address ends in .example', () => {
    const addresses = [...CUSTOMERS.map(({ email }) => email), STORE.email, STORE.grievance_email, ...Object.values(MAKERS).map((maker) => maker.split(' · ')[1] ?? '')]
    expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([])
  })

  it('have GSTINs with a valid checksum', () => {
    expect(checkGstin(STORE.gstin)).toMatchObject({ ok: true, state: { code: STORE.state_code } })
  })

  it('have orders in every status', () => {
    const last = new Set(ORDERS.map(({ steps }) => steps.findLast(({ to }) => to !== 'paid')?.to ?? 'pending'))
    expect([...last].toSorted()).toEqual(['cancelled', 'delivered', 'pending', 'processing', 'shipped'])
  })
})

it('a name always has the same id', () => {
  expect(stableId('product', 'KAV-VITC-30')).toBe(stableId('product', 'KAV-VITC-30'))
  expect(stableId('product', 'x')).not.toBe(stableId('order', 'x'))
  expect(stableId('product', 'x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

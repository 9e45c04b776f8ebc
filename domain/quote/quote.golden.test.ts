import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Coupon } from '../discounts/discount.ts'
import { quoteWithDiscounts } from './discounted-quote.ts'
import { toDecimal, toPaise, sumOf } from '../money/money.ts'
import { chargesTotal } from './charges.ts'
import { quote } from './testing/plain-quote.ts'
import { readSettings } from '../shop/settings.ts'
import { NO_CHOICES } from '../orders/order-choices.ts'

type GoldenLine = {
  unit_price: string
  line_total: string
  discount: string
  rate: number
  taxable: string
  cgst: string
  sgst: string
  igst: string
  paid: string
}

/** An automatic offer, or a coupon if it has a code. */
type GoldenOffer = {
  offer?: string
  coupon?: string
  percent?: number
  rupees_off?: string
  free_delivery?: true
  from?: string
  at_most?: string
  on?: string[]
  combines?: true
}

type GoldenCase = {
  case: string
  shop_in: string
  delivered_to: string | null
  prices_include_gst: boolean
  forced_gst_percent: number | null
  /** false: the shop has no GSTIN */
  registered?: false
  coupon: string
  offers?: GoldenOffer[]
  cart: { product: string; quantity: number; price: string; retail_price?: string; mrp?: string; gst_percent?: string; pricing_tiers?: unknown }[]
  expected: { lines: GoldenLine[]; discounts?: Record<string, string> } & Record<string, unknown>
}

// computed independently, with fractions, from docs/rules.md#prices: a trader can check each of them with a calculator
const cases = JSON.parse(readFileSync(new URL('quote.golden.json', import.meta.url), 'utf8')) as GoldenCase[]

function discountOf({ offer, coupon, percent, rupees_off, free_delivery, from, at_most, on, combines }: GoldenOffer): Coupon {
  return {
    id: offer ?? 'coupon',
    name: coupon ?? offer ?? '',
    code: coupon ?? null,
    description: null,
    kind: free_delivery ? 'free_delivery' : rupees_off ? 'amount' : 'percent',
    value: rupees_off ? toPaise(rupees_off) : (percent ?? 0),
    minimumGoods: toPaise(from ?? '0'),
    maximumDiscount: at_most ? toPaise(at_most) : null,
    combines: combines ?? false,
    standing: 'OK',
    covers: on ? new Set(on) : null,
  }
}

describe('the golden cases come out to the paisa', () => {
  test.each(cases.map((golden) => [golden.case, golden] as const))('%s', (_, golden) => {
    const cart = {
      lines: golden.cart.map(({ product, quantity, ...row }) => ({
        productId: product,
        quantity,
        product: {
          retail_price: null,
          mrp: null,
          gst_percent: null,
          pricing_tiers: null,
          min_order_quantity: 1,
          stock: 1000,
          name: product,
          sku: product,
          hsn: '3304',
          tier_group: null,
          unit: 'NOS',
          ...row,
        },
      })),
      settings: readSettings({
        gstin: golden.registered === false ? null : `${golden.shop_in}ABCDE1234F1Z0`,
        state_code: golden.shop_in,
        prices_include_gst: golden.prices_include_gst,
        forced_gst_percent: golden.forced_gst_percent,
        free_delivery_from: '1500.00',
        delivery_charge: '100.00',
      }),
      deliveryState: golden.delivered_to,
      choices: NO_CHOICES,
    }
    const discounts = golden.offers?.map(discountOf) ?? []
    const priced = golden.offers
      ? quoteWithDiscounts(cart, { offers: discounts.filter(({ code }) => code === null), coupon: discounts.find(({ code }) => code !== null) }).quote
      : quote({ ...cart, discount: toPaise(golden.coupon) })
    expect({
      lines: priced.lines.map((line) => ({
        unit_price: toDecimal(line.unitPrice),
        line_total: toDecimal(line.lineTotal),
        discount: toDecimal(line.discount),
        rate: line.rate,
        taxable: toDecimal(line.taxable),
        cgst: toDecimal(line.cgst),
        sgst: toDecimal(line.sgst),
        igst: toDecimal(line.igst),
        paid: toDecimal(line.paid),
      })),
      ...(golden.offers ? { discounts: Object.fromEntries(priced.discounts.map(({ name, amount }) => [name, toDecimal(amount)])) } : {}),
      goods_total: toDecimal(priced.goodsTotal),
      discount: toDecimal(priced.discount),
      free_delivery_remaining: toDecimal(priced.freeDeliveryRemaining),
      subtotal_base: toDecimal(priced.subtotalBase),
      cgst: toDecimal(priced.cgst),
      sgst: toDecimal(priced.sgst),
      igst: toDecimal(priced.igst),
      total_gst: toDecimal(priced.totalGst),
      shipping_cost: toDecimal(chargesTotal(priced.charges)),
      shipping_taxable: toDecimal(sumOf(priced.charges, ({ taxable }) => taxable)),
      shipping_gst: toDecimal(sumOf(priced.charges, ({ gst }) => gst)),
      total: toDecimal(priced.total),
      utgst: priced.unionTerritory,
    }).toEqual(golden.expected)
  })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoiceContent } from './invoice-content.ts'
import type { OrderItemRow, OrderRow } from './invoice-rows.ts'
import { sumOf, toPaise } from '../money/money.ts'
import { bindi, frozen, issued, lipstick, perfume, powder, settings } from './testing/kaveri-traders.ts'

describe('the names of the taxes', () => {
  test.each([
    ['27', '27', ['CGST', 'SGST']],
    ['27', '29', ['IGST']],
    ['04', '04', ['CGST', 'UTGST']],
    ['07', '07', ['CGST', 'SGST']],
    ['27', '04', ['IGST']],
  ])('sold in %s and delivered to %s: %j', (seller, to, names) => {
    const content = invoiceContent(...frozen({ lines: [[lipstick, 1]], seller, to }), settings, 'invoice')
    expect(content.heads.map((head) => head.name)).toEqual(names)
    expect(content.placeOfSupply.code).toBe(to)
  })
})

describe('the amounts', () => {
  test('lines, delivery and HSN summary of an order at three rates', () => {
    const content = invoiceContent(
      ...frozen(
        {
          lines: [
            [lipstick, 2],
            [powder, 3],
            [perfume, 1],
            [bindi, 1],
          ],
          to: '29',
          coupon: 5000,
        },
        issued,
      ),
      settings,
      'invoice',
    )
    const amounts = content.amounts
    expect(content.lines[0]).toMatchObject({ number: 1, hsn: '3304', amounts: { unitPrice: 14900, value: 29800, rate: 18, cgst: 0 } })
    expect(amounts?.summary.map((row) => [row.hsn, row.rate])).toEqual([
      ['3303', 18],
      ['3304', 0],
      ['3304', 5],
      ['3304', 18],
      ['', 0],
      ['', 5],
      ['', 18],
    ])
    expect(amounts).toMatchObject({ discount: 5000, discountName: 'DIWALI', charges: [{ amount: 10000, rate: null }] })
    expect(amounts?.inWords).toBe('Rupees One Thousand Eighty Seven and Eighty Two Paise Only')
  })

  test('a discount has the name of its only source, and none if there are several', () => {
    const named = (offers: object[]) =>
      invoiceContent(...frozen({ lines: [[lipstick, 2]], coupon: 5000 }, { ...issued, offers }), settings, 'invoice').amounts?.discountName
    const offer = { name: 'Festive tenth', code: null, amount: 50, free_delivery: false }
    expect(named([])).toBe('DIWALI')
    expect(named([offer, { ...offer, name: 'Free delivery week', amount: 0, free_delivery: true }])).toBe('Festive tenth')
    expect(named([{ ...offer, amount: 20 }, { ...offer, name: 'DIWALI', code: 'DIWALI', amount: 30 }])).toBeNull() // prettier-ignore
  })

  test('delivery with goods of one rate has that rate; free delivery has no row', () => {
    expect(invoiceContent(...frozen({ lines: [[lipstick, 1]] }), settings, 'invoice').amounts?.charges).toEqual([
      {
        kind: 'delivery',
        label: 'Delivery',
        amount: 10000,
        taxable: 8474,
        rate: 18,
        cgst: 763,
        sgst: 763,
        igst: 0,
      },
    ])
    const free = invoiceContent(...frozen({ lines: [[lipstick, 20]] }), settings, 'invoice').amounts
    expect(free?.charges).toMatchObject([{ kind: 'delivery', amount: 0, taxable: 0 }])
    expect(free?.summary.filter(({ charge }) => charge !== null)).toEqual([])
  })

  test('the frozen tax of delivery is used even if the rates would give another', () => {
    const rows = frozen(
      { lines: [[lipstick, 1]] },
      { charges: [{ kind: 'delivery', label: 'Delivery', cost: 100, amount: 100, taxable: 95, gst: 5, rate: null }] },
    )
    const amounts = invoiceContent(...rows, settings, 'invoice').amounts
    expect(amounts?.charges).toEqual([{ kind: 'delivery', label: 'Delivery', amount: 10000, taxable: 9500, rate: null, cgst: 250, sgst: 250, igst: 0 }])
  })

  test('the store settings of today change no amount of an order of yesterday', () => {
    const rows = frozen(
      {
        lines: [
          [lipstick, 2],
          [powder, 1],
        ],
      },
      issued,
    )
    const later = { ...settings, pricesIncludeGst: false, forcedGstPercent: 28, deliveryCharge: 99_900, stateCode: '29' }
    expect(invoiceContent(...rows, later, 'invoice')).toEqual(invoiceContent(...rows, settings, 'invoice'))
  })

  test('rows read the same as numbers and as text', () => {
    const [order, items] = frozen(
      {
        lines: [
          [lipstick, 2],
          [powder, 1],
        ],
        coupon: 999,
      },
      issued,
    )
    const money = (row: object) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, typeof value === 'string' && /^\d+\.\d\d$/.test(value) ? Number(value) : (value as unknown)]),
      )
    const numeric = invoiceContent(
      money(order) as OrderRow,
      items.map((item) => money(item) as OrderItemRow),
      settings,
      'invoice',
    )
    expect(numeric).toEqual(invoiceContent(order, items, settings, 'invoice'))
  })

  test('for any order, every sum of the document is correct', () => {
    const bought = fc.record({
      lines: fc.array(fc.tuple(fc.constantFrom(lipstick, powder, perfume, bindi), fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 8 }),
      to: fc.constantFrom('27', '29', '04'),
      seller: fc.constantFrom('27', '04'),
      own: fc.boolean(),
      trade: fc.boolean(),
      coupon: fc.integer({ min: 0, max: 200_000 }),
    })
    fc.assert(
      fc.property(bought, (given) => {
        const [order, items] = frozen(given)
        const { amounts, lines } = invoiceContent(order, items, settings, 'invoice')
        if (!amounts) throw new Error('an invoice has amounts')
        const { summary, heads } = amounts
        expect(amounts.taxable + amounts.gst).toBe(amounts.total)
        expect(heads.cgst + heads.sgst + heads.igst).toBe(amounts.gst)
        expect(sumOf(summary, (row) => row.taxable)).toBe(amounts.taxable)
        expect(sumOf(summary, (row) => row.tax)).toBe(amounts.gst)
        expect(sumOf(summary, (row) => row.cgst)).toBe(heads.cgst)
        expect(amounts.value - amounts.discount).toBe(given.trade ? amounts.goodsTaxable : amounts.goodsTaxable + amounts.goodsGst)
        for (const { quantity, amounts: line } of lines) expect(line?.value).toBe((line?.unitPrice ?? 0) * quantity)
        expect(amounts.total).toBe(toPaise(order.total_amount))
      }),
    )
  })
})

import { amountInWords } from '../money/amount-in-words.ts'
import { appliedDiscounts } from '../discounts/discount.ts'
import { shippingTax, splitDelivery } from '../tax/delivery-gst.ts'
import { taxOf } from '../tax/gst.ts'
import type { DocumentFacts, OrderItemRow, OrderRow } from './invoice-rows.ts'
import { sumOf, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

// Nothing here prices anything: every amount was frozen on the order, and is only read and summed.

type Heads = { cgst: Paise; sgst: Paise; igst: Paise }

/** A line's money. `value` is before the coupon, as the shop shows prices: with GST where prices include it. */
export type LineAmounts = Heads & {
  unitPrice: Paise
  value: Paise
  discount: Paise
  taxable: Paise
  /** percent */
  rate: number
  total: Paise
}

/** One HSN and rate; delivery has no HSN of its own. */
export type SummaryRow = Heads & {
  hsn: string
  /** null where delivery carries several rates that can no longer be told apart */
  rate: number | null
  taxable: Paise
  tax: Paise
}

export type DeliveryAmounts = Heads & { charge: Paise; taxable: Paise; /** null where goods of several rates were sent together */ rate: number | null }

export type DocumentAmounts = {
  /** sum of the lines' values and of their shares of the coupon */
  value: Paise
  discount: Paise
  /** the coupon or offer that all of it comes from; null where there are several, or none */
  discountName: string | null
  /** goods alone */
  goodsTaxable: Paise
  goodsGst: Paise
  delivery: DeliveryAmounts | null
  summary: SummaryRow[]
  /** goods and delivery together */
  taxable: Paise
  gst: Paise
  heads: Heads
  total: Paise
  inWords: string
}

/** Which lines a document shows, and whether it shows tax at all: a seller without GSTIN may not collect any (s.32). */
export type AmountTerms = { interState: boolean; scope: DocumentFacts['scope']; registered: boolean }

const NO_TAX: Heads = { cgst: 0, sgst: 0, igst: 0 }

export function lineAmounts(item: OrderItemRow, pricesIncludeGst: boolean, registered = true): LineAmounts {
  const [discount, total] = [toPaise(item.discount), toPaise(item.total)]
  const unitPrice = toPaise(item.unit_price)
  if (!registered) return { unitPrice, value: total + discount, discount, taxable: total, rate: 0, ...NO_TAX, total }
  const taxable = toPaise(item.taxable)
  return { unitPrice, value: (pricesIncludeGst ? total : taxable) + discount, discount, taxable, rate: Number(item.rate), ...headsOf(item), total }
}

/** Does a line or a part of the delivery of this rate stand on the document? */
export function inScope(rate: number | null, scope: DocumentFacts['scope']): boolean {
  return scope === 'all' || (rate === 0) === (scope === 'nil')
}

export function documentAmounts(order: Omit<OrderRow, 'documents'>, items: readonly OrderItemRow[], terms: AmountTerms): DocumentAmounts {
  const all = items.map((item) => ({ hsn: item.hsn ?? '', ...lineAmounts(item, order.prices_include_gst, terms.registered) }))
  const lines = all.filter((line) => inScope(line.rate, terms.scope))
  const delivery = deliveryRows(order, all, terms).filter((row) => inScope(row.rate, terms.scope))
  const goods = sumHeads(lines)
  const sent = sumHeads(delivery)
  const goodsTaxable = sumOf(lines, (line) => line.taxable)
  const sentTaxable = sumOf(delivery, (row) => row.taxable)
  const [goodsGst, sentGst] = [taxOf(goods), taxOf(sent)]
  const total = goodsTaxable + goodsGst + sentTaxable + sentGst
  return {
    value: sumOf(lines, (line) => line.value),
    discount: sumOf(lines, (line) => line.discount),
    discountName: soleDiscount(order),
    goodsTaxable,
    goodsGst,
    delivery:
      delivery.length === 0
        ? null
        : { charge: sentTaxable + sentGst, taxable: sentTaxable, rate: delivery.length === 1 ? (delivery[0]?.rate ?? null) : null, ...sent },
    summary: [...summarise(lines), ...delivery],
    taxable: goodsTaxable + sentTaxable,
    gst: goodsGst + sentGst,
    heads: sumHeads([goods, sent]),
    total,
    inWords: amountInWords(total),
  }
}

function soleDiscount(order: Pick<OrderRow, 'offers' | 'coupon_code' | 'discount_total'>): string | null {
  const [first, ...others] = appliedDiscounts(order).filter(({ amount }) => amount > 0)
  return first && others.length === 0 && first.name !== '' ? first.name : null
}

/** Lines by HSN and rate, in that order. */
function summarise(lines: readonly (LineAmounts & { hsn: string })[]): SummaryRow[] {
  const groups = new Map<string, (LineAmounts & { hsn: string })[]>() // Map.groupBy is younger than the browsers served
  for (const line of lines) {
    const key = `${line.hsn} ${line.rate}`
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  const rows = [...groups.values()].map((group): SummaryRow => {
    const heads = sumHeads(group)
    return { hsn: group[0]?.hsn ?? '', rate: group[0]?.rate ?? 0, taxable: sumOf(group, (line) => line.taxable), ...heads, tax: taxOf(heads) }
  })
  return rows.sort((a, b) => (a.hsn === b.hsn ? (a.rate ?? 0) - (b.rate ?? 0) : a.hsn < b.hsn ? -1 : 1))
}

/**
 * Delivery by rate. The order froze its taxable value and its tax; the rates follow from the frozen lines by the rule
 * that made them. Should the two disagree (an order written elsewhere), the frozen amounts stand in one row without a rate.
 */
function deliveryRows(order: Omit<OrderRow, 'documents'>, lines: readonly LineAmounts[], { interState, registered }: AmountTerms): SummaryRow[] {
  const charge = toPaise(order.shipping_cost)
  const gst = toPaise(order.shipping_gst)
  if (charge === 0) return []
  if (!registered) return [{ hsn: '', rate: 0, taxable: charge, ...NO_TAX, tax: 0 }]
  const parts = splitDelivery(charge, lines, interState)
  if (shippingTax(parts) === gst) {
    return parts.map(({ rate, taxable, cgst, sgst, igst }) => ({ hsn: '', rate, taxable, cgst, sgst, igst, tax: cgst + sgst + igst }))
  }
  const half = Math.floor(gst / 2)
  const heads = interState ? { ...NO_TAX, igst: gst } : { ...NO_TAX, cgst: half, sgst: gst - half }
  return [{ hsn: '', rate: null, taxable: toPaise(order.shipping_taxable), ...heads, tax: gst }]
}

function headsOf(row: Pick<OrderItemRow, 'cgst' | 'sgst' | 'igst'>): Heads {
  return { cgst: toPaise(row.cgst), sgst: toPaise(row.sgst), igst: toPaise(row.igst) }
}

function sumHeads(rows: readonly Heads[]): Heads {
  return { cgst: sumOf(rows, (row) => row.cgst), sgst: sumOf(rows, (row) => row.sgst), igst: sumOf(rows, (row) => row.igst) }
}

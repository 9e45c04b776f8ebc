import { amountInWords } from '../money/amount-in-words.ts'
import { appliedDiscounts } from '../discounts/discount.ts'
import { chargeTax, splitCharge } from '../tax/delivery-gst.ts'
import { taxOf } from '../tax/gst.ts'
import type { DocumentFacts, Invoiced, InvoicedGoods, OrderItemRow, OrderRow } from './invoice-rows.ts'
import { sumOf, toPaise, toDecimal, toRupees } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { chargesTotal } from '../quote/charges.ts'
import type { Charge } from '../quote/charges.ts'
import { readCharges } from './frozen-charges.ts'

// This file computes no prices: every amount was frozen on the order, and is only read and summed.

type Heads = { cgst: Paise; sgst: Paise; igst: Paise }

/** The amounts of a line. `value` is before discounts, as the shop shows prices: with GST where prices include it. */
export type LineAmounts = Heads & {
  unitPrice: Paise
  value: Paise
  discount: Paise
  taxable: Paise
  /** percent */
  rate: number
  total: Paise
}

/** The sum of one HSN and rate; a charge has no HSN of its own. */
export type SummaryRow = Heads & {
  hsn: string
  /** the name of the row's charge; null: goods */
  charge: string | null
  /** null for a charge with several rates that can no longer be separated */
  rate: number | null
  taxable: Paise
  tax: Paise
}

/** The amounts of a charge on a document. Its tax is split at the rates of the goods; amount 0: free, or not on this document. */
export type ChargeAmounts = Heads & Pick<Charge, 'kind' | 'label' | 'amount' | 'taxable' | 'rate'>

export type DocumentAmounts = {
  /** `value` and `discount` are sums over the lines */
  value: Paise
  discount: Paise
  /** the name of the coupon or offer if there is only one; null if there are several, or none */
  discountName: string | null
  /** goods only */
  goodsTaxable: Paise
  goodsGst: Paise
  charges: ChargeAmounts[]
  summary: SummaryRow[]
  /** goods and charges together */
  taxable: Paise
  gst: Paise
  heads: Heads
  total: Paise
  inWords: string
}

/** Which lines a document shows, and whether it shows tax at all: a seller without a GSTIN must not collect any (CGST Act s.32). */
export type AmountTerms = {
  interState: boolean
  scope: DocumentFacts['scope']
  registered: boolean
  /** of a credit note for a part: the tax of a charge follows the goods of the whole invoice */
  invoiced?: Invoiced | undefined
  /** of the invoice of one parcel, and its credit notes: the tax of a charge follows the goods of the whole order */
  ordered?: readonly InvoicedGoods[] | undefined
}

const NO_TAX: Heads = { cgst: 0, sgst: 0, igst: 0 }

export function lineAmounts(item: OrderItemRow, pricesIncludeGst: boolean, registered = true): LineAmounts {
  const [discount, total] = [toPaise(item.discount), toPaise(item.total)]
  const unitPrice = toPaise(item.unit_price)
  if (!registered) return { unitPrice, value: total + discount, discount, taxable: total, rate: 0, ...NO_TAX, total }
  const taxable = toPaise(item.taxable)
  return { unitPrice, value: (pricesIncludeGst ? total : taxable) + discount, discount, taxable, rate: Number(item.rate), ...headsOf(item), total }
}

/** Whether a line, or a part of a charge, of this rate belongs on the document. */
export function inScope(rate: number | null, scope: DocumentFacts['scope']): boolean {
  return scope === 'all' || (rate === 0) === (scope === 'nil')
}

/**
 * Sums the amounts of a document.
 *
 * @throws RangeError when lines and charges do not sum to the order's total: then a row of the order was not read or not frozen
 */
export function documentAmounts(order: Omit<OrderRow, 'documents'>, items: readonly OrderItemRow[], terms: AmountTerms): DocumentAmounts {
  const all = items.map((item) => ({ hsn: item.hsn ?? '', ...lineAmounts(item, order.prices_include_gst, terms.registered) }))
  const due = readCharges(order)
  const paid = sumOf(all, (line) => line.total) + chargesTotal(due)
  if (paid !== toPaise(order.total_amount)) {
    throw new RangeError(`Lines and charges of order ${order.id} are ${toDecimal(paid)}, and its total is ${toDecimal(toPaise(order.total_amount))}`)
  }
  const lines = all.filter((line) => inScope(line.rate, terms.scope))
  const goodsOfCharges = terms.ordered ?? terms.invoiced?.goods
  const chargedBy = goodsOfCharges ? goodsRows(goodsOfCharges).map((item) => lineAmounts(item, order.prices_include_gst, terms.registered)) : all
  const charges = due.map((charge) => ({ charge, rows: chargeRows(charge, chargedBy, terms).filter((row) => inScope(row.rate, terms.scope)) }))
  const chargedRows = charges.flatMap(({ rows }) => rows)
  const goods = sumHeads(lines)
  const charged = sumHeads(chargedRows)
  const goodsTaxable = sumOf(lines, (line) => line.taxable)
  const chargedTaxable = sumOf(chargedRows, (row) => row.taxable)
  const [goodsGst, chargedGst] = [taxOf(goods), taxOf(charged)]
  const total = goodsTaxable + goodsGst + chargedTaxable + chargedGst
  return {
    value: sumOf(lines, (line) => line.value),
    discount: sumOf(lines, (line) => line.discount),
    discountName: soleDiscount(order),
    goodsTaxable,
    goodsGst,
    charges: charges.map(({ charge, rows }) => chargeAmounts(charge, rows)),
    summary: [...summarise(lines), ...chargedRows],
    taxable: goodsTaxable + chargedTaxable,
    gst: goodsGst + chargedGst,
    heads: sumHeads([goods, charged]),
    total,
    inWords: amountInWords(total),
  }
}

/** What the whole invoice came to of which a credit note takes back a part. */
export function invoicedAmounts(order: Omit<OrderRow, 'documents'>, invoiced: Invoiced, terms: AmountTerms): DocumentAmounts {
  const total = sumOf(invoiced.goods, (row) => toPaise(row.total)) + chargesTotal(readCharges(invoiced))
  return documentAmounts({ ...order, charges: invoiced.charges, total_amount: toRupees(total) }, goodsRows(invoiced.goods), { ...terms, invoiced: undefined })
}

/** The goods of an invoice, or of an order, by HSN, unit and rate, as lines. */
export const goodsRows = (goods: readonly InvoicedGoods[]): OrderItemRow[] =>
  goods.map((row) => ({ product_name: '', sku: null, quantity: 0, unit_price: 0, discount: 0, ...row }))

/** The terms of an issued document. */
export const termsOf = ({
  order,
  scope,
  seller,
  invoiced,
  ordered,
}: Pick<DocumentFacts, 'order' | 'scope' | 'seller' | 'invoiced' | 'ordered'>): AmountTerms => ({
  interState: order.place_of_supply !== order.seller_state,
  registered: seller.gstin !== null,
  scope,
  invoiced,
  ordered,
})

function chargeAmounts({ kind, label }: Charge, rows: readonly SummaryRow[]): ChargeAmounts {
  const taxable = sumOf(rows, (row) => row.taxable)
  const heads = sumHeads(rows)
  return { kind, label, amount: taxable + taxOf(heads), taxable, rate: rows.length === 1 ? (rows[0]?.rate ?? null) : null, ...heads }
}

function soleDiscount(order: Pick<OrderRow, 'offers' | 'coupon_code' | 'discount_total'>): string | null {
  const [first, ...others] = appliedDiscounts(order).filter(({ amount }) => amount > 0)
  return first && others.length === 0 && first.name !== '' ? first.name : null
}

/** Sums lines by HSN and rate, in that order. */
function summarise(lines: readonly (LineAmounts & { hsn: string })[]): SummaryRow[] {
  const groups = new Map<string, (LineAmounts & { hsn: string })[]>() // the supported browsers have no Map.groupBy
  for (const line of lines) {
    const key = `${line.hsn} ${line.rate}`
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  const rows = [...groups.values()].map((group): SummaryRow => {
    const heads = sumHeads(group)
    return { hsn: group[0]?.hsn ?? '', charge: null, rate: group[0]?.rate ?? 0, taxable: sumOf(group, (line) => line.taxable), ...heads, tax: taxOf(heads) }
  })
  return rows.sort((a, b) => (a.hsn === b.hsn ? (a.rate ?? 0) - (b.rate ?? 0) : a.hsn < b.hsn ? -1 : 1))
}

/**
 * A charge by rate. The order has frozen its taxable value and its tax; the rates are derived from the frozen lines by the original
 * rule. If the two disagree (an order that was written elsewhere), the frozen amounts form one row without a rate.
 */
function chargeRows({ label, amount, taxable, gst }: Charge, lines: readonly LineAmounts[], { interState, registered }: AmountTerms): SummaryRow[] {
  const row = { hsn: '', charge: label }
  if (amount === 0) return []
  if (!registered) return [{ ...row, rate: 0, taxable: amount, ...NO_TAX, tax: 0 }]
  const parts = splitCharge(amount, lines, interState)
  if (chargeTax(parts) === gst) return parts.map((part) => ({ ...row, ...part, tax: taxOf(part) }))
  const half = Math.floor(gst / 2)
  const heads = interState ? { ...NO_TAX, igst: gst } : { ...NO_TAX, cgst: half, sgst: gst - half }
  return [{ ...row, rate: null, taxable, ...heads, tax: gst }]
}

function headsOf(row: Pick<OrderItemRow, 'cgst' | 'sgst' | 'igst'>): Heads {
  return { cgst: toPaise(row.cgst), sgst: toPaise(row.sgst), igst: toPaise(row.igst) }
}

function sumHeads(rows: readonly Heads[]): Heads {
  return { cgst: sumOf(rows, (row) => row.cgst), sgst: sumOf(rows, (row) => row.sgst), igst: sumOf(rows, (row) => row.igst) }
}

import { documentAmounts, goodsRows, inScope, invoicedAmounts, lineAmounts, termsOf } from '../documents/invoice-amounts.ts'
import type { DocumentFacts, DocumentForm, DocumentFactsV1, OrderItemRow } from '../documents/invoice-rows.ts'
import type { Paise } from '../money/money.ts'
import { readFacts } from '../documents/frozen-charges.ts'
import { principalHsn } from './principal-hsn.ts'
import { amountsOf, isZero, NOTHING, plus, sumsBy } from './tax-amounts.ts'
import type { TaxAmounts } from './tax-amounts.ts'
import { unitCode } from './unit-codes.ts'

export type AtRate = TaxAmounts & { /** percent */ rate: number }

/** Goods of one HSN code, unit and rate: a row of table 12. */
export type OfHsn = AtRate & { /** '' when the product had none */ hsn: string; unit: string; quantity: number }

/** What a return needs from an issued document. Amounts are positive, for credit notes too. */
export type ReturnDocument = {
  orderId: string
  serial: string
  issuedAt: string
  form: DocumentForm
  note: boolean
  /** null: the shop was not registered when it issued the document, which belongs to no return */
  sellerGstin: string | null
  buyer: { gstin: string | null; name: string }
  /** GST code */
  placeOfSupply: string
  interState: boolean
  /** of the whole document, tax included */
  value: Paise
  /** of the invoice, for a note that takes back a part of it; otherwise the same */
  invoiceValue: Paise
  /** goods and charges, by ascending rate */
  rates: AtRate[]
  hsn: OfHsn[]
  reverses: { serial: string; issuedAt: string } | null
  /** the rates of a charge could not be separated (domain/documents/invoice-amounts.ts) */
  mixedCharge: boolean
}

/**
 * Reads the facts frozen under a number, and nothing of the order's current state. Charges are part of the supply of the goods
 * (CGST s.8, docs/decisions/0007-gst-on-delivery.md): table 12 counts them under the HSN code of the most valuable goods of their rate.
 */
export function returnDocument(frozen: DocumentFacts | DocumentFactsV1): ReturnDocument {
  const facts = readFacts(frozen)
  const { order, scope, invoiced } = facts
  const terms = termsOf(facts)
  const { interState, registered } = terms
  const amounts = documentAmounts(order, facts.items, terms)
  const goodsOf = (items: readonly OrderItemRow[]): OfHsn[] =>
    items.flatMap((item) => {
      const line = lineAmounts(item, order.prices_include_gst, registered)
      return inScope(line.rate, scope) ? [{ hsn: item.hsn?.trim() ?? '', unit: unitCode(item.unit), quantity: item.quantity, ...line }] : []
    })
  const lines = goodsOf(facts.items)
  const highest = Math.max(0, ...lines.map(({ rate }) => rate))
  const chargedBy = facts.ordered ?? invoiced?.goods
  const rates = sumsBy(amounts.summary.map((row) => ({ key: { rate: row.rate ?? highest }, amounts: row })))
  return {
    orderId: order.id,
    serial: facts.serial,
    issuedAt: facts.issued_at,
    form: facts.form,
    note: facts.form === 'credit_note',
    sellerGstin: facts.seller.gstin,
    buyer: { gstin: order.gstin, name: order.company_name ?? order.full_name },
    placeOfSupply: order.place_of_supply,
    interState,
    value: amounts.total,
    invoiceValue: invoiced ? invoicedAmounts(order, invoiced, terms).total : amounts.total,
    rates,
    hsn: withCharges(byHsn(lines), rates, byHsn(chargedBy ? goodsOf(goodsRows(chargedBy)) : lines)),
    reverses: facts.reverses && { serial: facts.reverses.serial, issuedAt: facts.reverses.issued_at },
    mixedCharge: amounts.summary.some(({ rate }) => rate === null),
  }
}

function byHsn(lines: readonly OfHsn[]): OfHsn[] {
  const sums = sumsBy(lines.map(({ hsn, unit, rate, ...line }) => ({ key: { hsn, unit, rate }, amounts: line })))
  return sums.map((sum) => ({
    ...sum,
    quantity: lines.filter((line) => line.hsn === sum.hsn && line.unit === sum.unit && line.rate === sum.rate).reduce((all, line) => all + line.quantity, 0),
  }))
}

/** Adds to the goods what else was sold at each rate: the charges, to the most valuable goods of the invoice. */
function withCharges(goods: readonly OfHsn[], rates: readonly AtRate[], invoiced: readonly OfHsn[]): OfHsn[] {
  return rates.reduce<OfHsn[]>(
    (rows, all) => {
      const ofRate = rows.filter(({ rate }) => rate === all.rate)
      const charged = ofRate.reduce<TaxAmounts>((rest, row) => plus(rest, row, -1), amountsOf(all))
      if (isZero(charged)) return rows
      const { hsn, unit } = principalOf(invoiced.filter(({ rate }) => rate === all.rate))
      const principal = ofRate.find((row) => row.hsn === hsn && row.unit === unit)
      if (!principal) return [...rows, { hsn, unit, quantity: 0, rate: all.rate, ...plus(NOTHING, charged) }]
      return rows.map((row) => (row === principal ? { ...row, ...plus(row, charged) } : row))
    },
    [...goods],
  )
}

/** The row of table 12 that bears a charge. The code is chosen over all its units, as in the e-invoice, and then its most valuable unit. */
function principalOf(goods: readonly OfHsn[]): Pick<OfHsn, 'hsn' | 'unit'> {
  const principal = principalHsn(goods)
  const units = goods.filter(({ hsn }) => hsn === principal)
  return units.reduce<OfHsn | undefined>((best, row) => (best && best.taxable >= row.taxable ? best : row), undefined) ?? { hsn: '', unit: 'OTH' }
}

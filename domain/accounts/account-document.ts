import { documentAmounts, inScope, lineAmounts, termsOf } from '../documents/invoice-amounts.ts'
import type { LineAmounts } from '../documents/invoice-amounts.ts'
import type { DocumentFacts, DocumentFactsV1, DocumentForm } from '../documents/invoice-rows.ts'
import { readFacts } from '../documents/frozen-charges.ts'
import { stateByCode } from '../addresses/states.ts'
import { portionOf, sumOf } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { sumAmounts, sumsBy } from '../gstr1/tax-amounts.ts'
import type { TaxAmounts } from '../gstr1/tax-amounts.ts'

/** Goods of one rate. `taxable`: after the discount; `discount`: what it took off the taxable value. */
export type GoodsAtRate = TaxAmounts & { /** percent */ rate: number; discount: Paise }
/** A charge, or its part at one rate. */
export type ChargeAtRate = TaxAmounts & { label: string; rate: number }

/** What books need from an issued document. Amounts are positive, for credit notes too. */
export type AccountDocument = {
  orderId: string
  /** null in documents issued before orders had numbers */
  orderNumber: number | null
  serial: string
  issuedAt: string
  form: DocumentForm
  note: boolean
  sellerGstin: string | null
  buyer: Buyer
  /** GST code */
  placeOfSupply: string
  interState: boolean
  goods: GoodsAtRate[]
  charges: ChargeAtRate[]
  /** goods and charges */
  tax: TaxAmounts
  /** tax included */
  value: Paise
  reverses: { serial: string; issuedAt: string } | null
}

/** `state`: that of the GSTIN, else the place of supply. */
export type Buyer = { gstin: string | null; name: string; address: string; city: string; state: string; pincode: string }

/** Reads the facts frozen under a number, and nothing of the order's current state. */
export function accountDocument(frozen: DocumentFacts | DocumentFactsV1): AccountDocument {
  const facts = readFacts(frozen)
  const { order, scope, reverses } = facts
  const terms = termsOf(facts)
  const { interState, registered } = terms
  const amounts = documentAmounts(order, facts.items, terms)
  const lines = facts.items.map((item) => lineAmounts(item, order.prices_include_gst, registered)).filter(({ rate }) => inScope(rate, scope))
  const goods = goodsByRate(lines, order.prices_include_gst && registered)
  const highest = Math.max(0, ...goods.map(({ rate }) => rate))
  const charges = amounts.summary.flatMap((row) => (row.charge === null ? [] : [{ label: row.charge, rate: row.rate ?? highest, ...taxOf(row) }]))
  return {
    orderId: order.id,
    orderNumber: order.order_number ?? null,
    serial: facts.serial,
    issuedAt: facts.issued_at,
    form: facts.form,
    note: facts.form === 'credit_note',
    sellerGstin: facts.seller.gstin,
    buyer: {
      gstin: order.gstin,
      name: order.company_name ?? order.full_name,
      address: order.address,
      city: order.city,
      state: stateByCode(order.gstin?.slice(0, 2) ?? order.place_of_supply)?.name ?? order.state,
      pincode: order.pincode,
    },
    placeOfSupply: order.place_of_supply,
    interState,
    goods,
    charges,
    tax: sumAmounts([...goods, ...charges]),
    value: amounts.total,
    reverses: reverses && { serial: reverses.serial, issuedAt: reverses.issued_at },
  }
}

const taxOf = ({ taxable, cgst, sgst, igst }: TaxAmounts): TaxAmounts => ({ taxable, cgst, sgst, igst })

function goodsByRate(lines: readonly LineAmounts[], taxIncluded: boolean): GoodsAtRate[] {
  return sumsBy(lines.map((line) => ({ key: { rate: line.rate }, amounts: taxOf(line) }))).map((sum) => ({
    ...sum,
    discount: sumOf(
      lines.filter(({ rate }) => rate === sum.rate),
      (line) => discountBeforeTax(line, taxIncluded),
    ),
  }))
}

/** A discount off prices that include GST contains the tax that was not charged. */
function discountBeforeTax({ value, discount, taxable, rate }: LineAmounts, taxIncluded: boolean): Paise {
  if (discount === 0 || !taxIncluded) return discount
  return Math.max(0, portionOf(value, 10_000, 10_000 + Math.round(rate * 100)) - taxable)
}

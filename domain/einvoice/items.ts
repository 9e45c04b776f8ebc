import type { DocumentFacts, OrderItemRow } from '../documents/invoice-rows.ts'
import { documentAmounts, goodsRows, inScope, lineAmounts, termsOf } from '../documents/invoice-amounts.ts'
import type { DocumentAmounts, LineAmounts, SummaryRow } from '../documents/invoice-amounts.ts'
import { principalHsn } from '../gstr1/principal-hsn.ts'
import { unitCode } from '../gstr1/unit-codes.ts'
import { portionOf, toPaise, toRupees } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { taxOf } from '../tax/gst.ts'
import { portalText } from './portal-text.ts'

/** A row of a document as the portals count it: before tax, in paise. */
export type PortalItem = {
  description: string
  /** '' where the product had none */
  hsn: string
  quantity: number
  /** the portal's code */
  unit: string
  /** before discount and tax */
  gross: Paise
  discount: Paise
  taxable: Paise
  /** percent; null for a charge whose rates cannot be separated */
  rate: number | null
  cgst: Paise
  sgst: Paise
  igst: Paise
}

/** What INV-01 says of a row, in rupees. */
export type ItemOfList = {
  SlNo: string
  PrdDesc?: string
  IsServc: 'N'
  HsnCd: string
  Qty: number
  Unit: string
  UnitPrice: number
  TotAmt: number
  Discount: number
  AssAmt: number
  GstRt: number
  IgstAmt: number
  CgstAmt: number
  SgstAmt: number
  TotItemVal: number
}

/**
 * The goods of a document, then its charges by rate. A charge is part of the supply of the goods (CGST s.8), so it has the HSN code of the most
 * valuable goods of its rate, as in the return (docs/decisions/0019-gstr1.md). Their amounts add up to the document's to the paisa.
 */
export function portalItems(facts: DocumentFacts): { items: PortalItem[]; amounts: DocumentAmounts } {
  const { order, items } = facts
  const amounts = documentAmounts(order, items, termsOf(facts))
  const lines = items.flatMap((item) => {
    const line = lineAmounts(item, order.prices_include_gst, facts.seller.gstin !== null)
    return inScope(line.rate, facts.scope) ? [goodsItem(item, line, order.prices_include_gst)] : []
  })
  const chargedBy = facts.ordered ?? facts.invoiced?.goods
  const sold = chargedBy ? goodsRows(chargedBy) : items
  const charges = amounts.summary.flatMap((row) => (row.charge === null ? [] : [chargeItem(row, row.charge, hsnOfCharge(sold, row.rate))]))
  return { items: [...lines, ...charges], amounts }
}

function goodsItem(item: OrderItemRow, line: LineAmounts, included: boolean): PortalItem {
  const { taxable, rate, cgst, sgst, igst } = line
  // the document shows a discount off prices with tax; the portal wants it without
  const discount = included ? portionOf(line.discount, 10_000, 10_000 + toPaise(rate)) : line.discount
  const hsn = item.hsn?.trim() ?? ''
  return {
    description: item.product_name,
    hsn,
    quantity: item.quantity,
    unit: unitCode(item.unit),
    gross: taxable + discount,
    discount,
    taxable,
    rate,
    cgst,
    sgst,
    igst,
  }
}

function chargeItem({ taxable, rate, cgst, sgst, igst }: SummaryRow, description: string, hsn: string): PortalItem {
  return { description, hsn, quantity: 1, unit: 'OTH', gross: taxable, discount: 0, taxable, rate, cgst, sgst, igst }
}

/** Of the goods of one rate; of all goods for a charge whose rates cannot be separated. */
function hsnOfCharge(items: readonly OrderItemRow[], rate: number | null): string {
  const goods = items.filter((item) => rate === null || Number(item.rate) === rate)
  return principalHsn(goods.map(({ hsn, taxable }) => ({ hsn: hsn?.trim() ?? '', taxable: toPaise(taxable) }))) ?? ''
}

export function itemOfList(item: PortalItem, index: number): ItemOfList {
  const description = portalText(item.description, 300)
  return {
    SlNo: String(index + 1),
    ...(description.length < 3 ? {} : { PrdDesc: description }), // optional, and of at least three characters
    IsServc: 'N',
    HsnCd: item.hsn,
    Qty: item.quantity,
    Unit: item.unit,
    // three decimals, so that it times the quantity is the gross amount as nearly as possible
    UnitPrice: Math.round((item.gross * 10) / item.quantity) / 1000,
    TotAmt: toRupees(item.gross),
    Discount: toRupees(item.discount),
    AssAmt: toRupees(item.taxable),
    GstRt: item.rate ?? 0,
    IgstAmt: toRupees(item.igst),
    CgstAmt: toRupees(item.cgst),
    SgstAmt: toRupees(item.sgst),
    TotItemVal: toRupees(item.taxable + taxOf(item)),
  }
}

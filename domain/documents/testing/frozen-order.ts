/** The rows of an order as place-order freezes them, and of its documents as the database issues them: for tests and the pictures in docs. */
import { formsOf } from '../document-facts.ts'
import { freezeCharges } from '../frozen-charges.ts'
import type { DocumentFacts, DocumentRow, OrderItemRow, OrderRow } from '../invoice-rows.ts'
import { toDecimal, toRupees } from '../../money/money.ts'
import type { Paise } from '../../money/money.ts'
import { quote } from '../../quote/testing/plain-quote.ts'
import type { QuotedProduct } from '../../quote/quote.ts'
import { DEFAULT_SETTINGS } from '../../shop/settings.ts'
import type { StoreSettings } from '../../shop/settings.ts'
import { findState } from '../../addresses/states.ts'

export const SHOP: StoreSettings = {
  ...DEFAULT_SETTINGS,
  legalName: 'Shringar Trading Company',
  address: '214 Princess Street, Kalbadevi',
  city: 'Mumbai',
  pincode: '400002',
  stateCode: '27',
  gstin: '27ABCDE1234F1Z0',
  email: 'care@shringar.example',
  phone: '+91 22 5550 1100',
  upiVpa: 'shringar@bank',
}

/** A product without tiers, with its GST rate in percent. */
export function goods(name: string, hsn: string, gst_percent: number, price: string, more: Partial<QuotedProduct> = {}): QuotedProduct {
  const sku = name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 5)
    .toUpperCase()
  return {
    price,
    retail_price: null,
    mrp: null,
    pricing_tiers: null,
    tier_group: null,
    min_order_quantity: 1,
    stock: 1000,
    name,
    sku,
    hsn,
    unit: 'NOS',
    gst_percent,
    ...more,
  }
}

export type Bought = {
  lines: (readonly [QuotedProduct, number])[]
  /** a GST code; Maharashtra by default */
  to?: string
  /** true (the default): each product's own rate; false: the shop's forced 18 % */
  own?: boolean
  /** prices exclude GST */
  trade?: boolean
  coupon?: Paise
  settings?: StoreSettings
}

export function frozenOrder(
  { lines, to = '27', own = true, trade = false, coupon = 0, settings = SHOP }: Bought,
  change: Partial<OrderRow> = {},
): [OrderRow, OrderItemRow[]] {
  const priced = quote({
    lines: lines.map(([product, quantity], index) => ({ productId: String(index), quantity, product })),
    settings: { ...settings, pricesIncludeGst: !trade, forcedGstPercent: own ? null : 18 },
    deliveryState: to,
    discount: coupon,
  })
  const order: OrderRow = {
    id: '0b9f6c1e-1111-4222-8333-444455556666',
    order_number: 482_715,
    created_at: '2026-11-18T09:00:00Z',
    status: 'pending',
    full_name: 'Asha Rao',
    company_name: null,
    gstin: null,
    address: '12 MG Road',
    city: 'Pune',
    state: findState(to)?.name ?? '',
    pincode: '411001',
    email: 'asha@example.com',
    phone: '9845098450',
    place_of_supply: priced.placeOfSupply,
    seller_state: settings.stateCode,
    prices_include_gst: !trade,
    discount_total: toRupees(priced.discount),
    coupon_code: coupon > 0 ? 'DIWALI' : null,
    subtotal_base: toDecimal(priced.subtotalBase),
    total_gst: toDecimal(priced.totalGst),
    cgst: toDecimal(priced.cgst),
    sgst: toDecimal(priced.sgst),
    igst: toDecimal(priced.igst),
    charges: freezeCharges(priced.charges),
    total_amount: toDecimal(priced.total),
    payment_method: 'upi',
    payment_state: 'awaiting_payment',
    courier: null,
    tracking_number: null,
    documents: [],
    ...change,
  }
  const items = priced.lines.flatMap((line, index): OrderItemRow[] => {
    const product = lines[index]?.[0]
    if (!product) return []
    return [
      {
        product_name: product.name,
        sku: product.sku,
        hsn: product.hsn,
        unit: product.unit,
        quantity: line.quantity,
        unit_price: toDecimal(line.unitPrice),
        discount: toDecimal(line.discount),
        taxable: toDecimal(line.taxable),
        rate: line.rate.toFixed(2),
        cgst: toDecimal(line.cgst),
        sgst: toDecimal(line.sgst),
        igst: toDecimal(line.igst),
        total: toDecimal(line.paid),
      },
    ]
  })
  return [order, items]
}

/** Accepts the order: adds its documents with their facts, numbered from `number` on. With a reason, the order is cancelled again. */
export function withDocuments(
  [order, items]: [OrderRow, OrderItemRow[]],
  { settings = SHOP, number = 123, reason = null }: { settings?: StoreSettings; number?: number; reason?: string | null } = {},
): [OrderRow, OrderItemRow[]] {
  const { storeName: store_name, legalName: legal_name, address, city, pincode, gstin, email, phone, foundedYear: founded_year, upiVpa: upi_vpa } = settings
  const seller = { store_name, legal_name, address, city, pincode, gstin, email, phone, founded_year, upi_vpa }
  const { documents: _, ...row } = order
  const frozen = { version: 2 as const, seller, order: { ...row, status: 'processing', email: '', phone: '' }, items, reason: null, reverses: null }
  const forms = formsOf(seller, order, items)
  const invoices = forms.map((form, index): DocumentFacts => {
    const scope = forms.length === 1 ? 'all' : index === 0 ? 'taxed' : 'nil'
    const serial = `${form === 'bill_of_supply' ? 'BOS' : 'INV'}/26-27/${String(number).padStart(6, '0')}`
    return { ...frozen, form, scope, serial, issued_at: '2026-11-20T20:00:00Z' }
  })
  const notes = (reason === null ? [] : invoices).map((invoice, index): DocumentFacts => ({
    ...invoice,
    form: 'credit_note',
    serial: `CN/26-27/${String(number + index).padStart(6, '0')}`,
    issued_at: '2026-11-22T05:00:00Z',
    reverses: { form: invoice.form, serial: invoice.serial, issued_at: invoice.issued_at },
    reason,
  }))
  const documents = [...invoices, ...notes].map((content): DocumentRow => ({
    kind: content.form === 'credit_note' ? 'credit_note' : 'invoice',
    form: content.form,
    serial: content.serial,
    issued_at: content.issued_at,
    content,
  }))
  return [{ ...order, status: reason === null ? 'processing' : 'cancelled', documents }, items]
}

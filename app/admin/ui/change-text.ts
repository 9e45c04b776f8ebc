import type { ZoneRow } from '#domain/delivery/zones.ts'
import { formatDate } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { isOrderStatus, isPaymentState, paymentBadge, statusBadge } from '#domain/orders/order-status.ts'
import { parseTiers } from '#domain/prices/price-tiers.ts'
import * as say from '#words/admin-history.ts'
import { states as parcelStates } from '#words/admin-parcels.ts'

const MONEY =
  /(^|_)(price|mrp|amount|total|charge|goods|discount|cod_fee|cod_minimum|surplus|cod_maximum|free_delivery_from|subtotal|cgst|sgst|igst|charges|shipping_cost)($|_)/
const STATE = /(^|_)(state|status)$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** A recorded value in readable form. `field`: its column, which distinguishes money from other numbers. */
export function changeText(value: unknown, field = ''): string {
  if (value === null || value === undefined || value === '') return say.empty
  if (field === 'pricing_tiers') return tiersText(value)
  if (field === 'zones') return zonesText(value)
  // It names a row: people read its number under Documents.
  if (field === 'invoice_file') return say.issued
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return MONEY.test(field) ? formatRupees(toPaise(value)) : String(value)
  if (typeof value === 'string' && STATE.test(field)) return stateText(value)
  if (typeof value === 'string') return MOMENT.test(value) ? formatDate(value) : value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.length === 0 ? say.empty : value.join(', ')
  return JSON.stringify(value)
}

/** As badges and parcels say it; the states of returns are English words with underscores. */
function stateText(value: string): string {
  if (isPaymentState(value)) return paymentBadge(value).text
  return isOrderStatus(value) ? statusBadge(value).text : (parcelStates[value] ?? value.replaceAll('_', ' '))
}

function tiersText(value: unknown): string {
  const tiers = parseTiers(value)
  return tiers.length === 0 ? say.empty : tiers.map(({ minQuantity, discountPercent }) => say.tier(minQuantity, discountPercent)).join(', ')
}

/** The zones by name, each with its prices. */
function zonesText(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return say.empty
  return (value as ZoneRow[]).map(({ name, rates }) => `${name}: ${rates.map(({ price }) => formatRupees(toPaise(price))).join(' / ')}`).join(', ')
}

const NAMES: Record<string, string> = {
  mrp: 'MRP',
  gst_percent: 'GST rate',
  hsn: 'HSN',
  sku: 'SKU',
  image_url: 'picture',
  upi_vpa: 'UPI address',
  gstin: 'GSTIN',
  min_order_quantity: 'minimum order',
  pricing_tiers: 'price tiers',
  is_active: 'active',
  is_featured: 'featured',
  parent_id: 'parent category',
  category_id: 'category',
  payment_state: 'payment',
  invoice_file: 'invoice',
  ends_at: 'end',
  starts_at: 'start',
  goods_total: 'goods',
  discount_total: 'discount',
  subtotal_base: 'taxable value',
  total_gst: 'GST',
  cgst: 'CGST',
  sgst: 'SGST',
  igst: 'IGST',
  shipping_cost: 'delivery',
  charges_total: 'charges',
  cod_fee: 'cash on delivery fee',
  cod_minimum: 'least goods for cash on delivery',
  cod_maximum: 'most goods for cash on delivery',
  pin_list: 'list of PIN codes',
  pin_count: 'PIN codes in the list',
  default_weight_grams: 'weight of a product without one, grams',
  charges_gst: 'GST of charges',
  expires_at: 'expiry',
}

/** A column's name in words: 'min_order_quantity' → 'minimum order'. */
export const fieldName = (column: string): string => NAMES[column] ?? column.replaceAll('_', ' ')

const THINGS: Record<string, string> = {
  products: 'product',
  product_images: 'a picture',
  product_costs: 'a cost',
  product_batches: 'a batch',
  product_imports: 'import of products',
  product_families: 'family',
  product_family_values: 'a value',
  categories: 'category',
  banner_images: 'banner',
  discounts: 'discount',
  settings: 'settings',
  delivery_rates: 'delivery rates',
  user_roles: 'a role',
  api_keys: 'an API key',
  orders: 'order',
  payments: 'payment',
  shipments: 'a parcel',
  returns: 'a return',
  order_notes: 'a note',
  complaints: 'complaint',
  profiles: 'customer',
  serial_series: 'series of numbers',
  tally_ledgers: 'names of ledgers',
  remittances: 'remittance',
  remittance_lines: 'line of a remittance',
  mail_setup: 'mail server',
  razorpay_keys: 'payment keys',
  message_texts: 'text of a message',
  page_texts: 'text of a page',
  own_pages: 'page',
  customer_notes: 'a note',
  account_blocks: 'the block',
  phone_codes: 'a code for telephone orders',
}

/** A table's name as a noun for one of its rows. */
export const thingName = (table: string): string => THINGS[table] ?? table.replaceAll('_', ' ')

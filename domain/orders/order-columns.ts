import type { OrderRow } from '../documents/invoice-rows.ts'

/**
 * Where each column of `orders` is used. A new column belongs in one or more of these lists; supabase/tests/order-columns.test.ts
 * compares them with the table, with the grants of the order service and with what a document freezes.
 */
export const ORDER_COLUMNS = {
  /** written once, when the order is placed (functions/orders/order-rows.ts) */
  placed: [
    'id',
    'user_id',
    'status',
    'full_name',
    'company_name',
    'gstin',
    'address',
    'city',
    'state',
    'pincode',
    'email',
    'phone',
    'place_of_supply',
    'seller_state',
    'prices_include_gst',
    'goods_total',
    'discount_total',
    'subtotal_base',
    'total_gst',
    'cgst',
    'sgst',
    'igst',
    'charges',
    'total_amount',
    'store_credit',
    'payment_method',
    'payment_state',
    'coupon_code',
    'offers',
    'channel',
    'made_by',
  ],
  /** written by the database or by a later step */
  later: [
    'order_number',
    'shipping_cost',
    'charges_total',
    'charges_gst',
    'courier',
    'tracking_number',
    'invoice_per_parcel',
    'cancelled_by',
    'cancel_reason',
    'version',
    'created_at',
    'updated_at',
  ],
  /** read for every document, and frozen when it is issued */
  onDocuments: [
    'id',
    'order_number',
    'created_at',
    'status',
    'full_name',
    'company_name',
    'gstin',
    'address',
    'city',
    'state',
    'pincode',
    'email',
    'phone',
    'place_of_supply',
    'seller_state',
    'prices_include_gst',
    'discount_total',
    'coupon_code',
    'offers',
    'subtotal_base',
    'total_gst',
    'cgst',
    'sgst',
    'igst',
    'charges',
    'total_amount',
    'store_credit',
    'payment_method',
    'payment_state',
    'invoice_per_parcel',
    'courier',
    'tracking_number',
  ],
  /** on no document: every column is in this list or in the one above */
  notOnDocuments: [
    'user_id',
    'goods_total',
    'shipping_cost',
    'charges_total',
    'charges_gst',
    'channel',
    'made_by',
    'cancelled_by',
    'cancel_reason',
    'version',
    'updated_at',
  ],
} as const

export type PlacedColumn = (typeof ORDER_COLUMNS.placed)[number]

/** Fails to compile when the list of columns and OrderRow differ. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never
export const DOCUMENTS_READ_ORDER_ROWS: Same<(typeof ORDER_COLUMNS.onDocuments)[number], keyof Omit<OrderRow, 'documents' | 'payments'>> = true

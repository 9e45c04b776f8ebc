/** What the mails about an order say of it. */
import type { ChargeRow } from '#domain/documents/invoice-rows.ts'
import type { ParcelOfMail } from './parcel.ts'

export type OrderMailKind =
  'order_placed' | 'order_status' | 'order_changed' | 'order_shipment' | 'order_rest' | 'order_return' | 'order_refunded' | 'order_reminder'

/** The order, read when the mail is sent (the queue holds only ids): columns of `orders` and `order_items`, amounts in rupees. */
export type OrderMailData = {
  order_id: string
  order_number: number
  full_name: string
  status: string
  total_amount: string | number
  store_credit: string | number
  /** what is still to come of it */
  to_collect: string | number
  /** what was paid in addition to the goods */
  charges: readonly ChargeRow[]
  /** the GST of goods and charges; 0 for a shop without a GSTIN */
  gst: string | number
  payment_method: string | null
  payment_state: string | null
  /** The delivery address in one line. */
  deliver_to: string | null
  courier: string | null
  tracking_number: string | null
  /** The reason that the admin who cancelled it gave to the customer. */
  cancel_reason: string | null
  /** Of an order that leaves in several parcels: the one that this mail is about, or the last one. */
  parcel?: ParcelOfMail | null
  /** What staff changed and why, of `order_changed` and `order_rest`. */
  note?: string | null
  /** Of `order_rest`: a credit note was issued for it. */
  credited?: boolean
  /** What was refunded, of `order_refunded`: rupees, and the transfer's reference if there is one. */
  refund?: { amount: string | number; reference: string | null; method?: string | null }
  /** What is to be paid, of `order_reminder`: rupees, and when the order is cancelled without it. */
  to_pay?: { amount: string | number; until: string | null; /** of the UPI payment that is open; null: the order's own */ reference: string | null }
  /** Of `order_return`: money in rupees, the pieces in words. */
  returned?: ReturnMailData | null
  /** The issued documents that this mail is about: its invoices or its credit notes. */
  documents?: { form: string; serial: string }[]
  /** Whether they are attached, or have to be downloaded from the shop. */
  documentsAre?: 'attached' | 'online' | null
  /** false: the buyer has no account, and so no page to open */
  account: boolean
  items: { product_name: string; quantity: number; total: string | number }[]
}

export type ReturnMailData = {
  number: number
  state: 'requested' | 'approved' | 'declined' | 'received' | 'closed'
  decline_reason: string | null
  credited: string | number | null
  deduction: string | number | null
  deduction_reason: string | null
  items: { product_name: string; quantity: number }[]
}

/** What functions return about orders and payments. */
import type { ChargeRow } from '#domain/documents/invoice-rows.ts'
import type { AuditChange, TableRow } from '../tables.ts'
import type { ReceivableKind } from './dashboard.ts'
import type { CardProduct } from './products.ts'
import type { Rows } from './rows.ts'

export type UnmatchedReason = 'unknown_order' | 'amount_differs' | 'second_charge' | 'refund_failed' | 'not_known'

export type UnmatchedRefund = 'none' | 'due' | 'asked' | 'processed' | 'failed' | 'by_hand'

export type TimelineEntry = { at: string; actor: string | null; actor_name: string | null } & (
  | { kind: 'step'; data: { id: string; status: string; notes: string | null } }
  | { kind: 'change' | 'payment'; data: { id: number; changes: Record<string, AuditChange> } }
  /** `amount` in rupees; null where a change does not say which refund it was */
  | { kind: 'refund'; data: { id: string | number; state: string; amount: number | null; reference: string | null } }
  /** a payment that staff have taken back, and why; `amount` in rupees */
  | { kind: 'undone'; data: { id: string; amount: number; method: string; reference: string | null; reason: string | null } }
  /** `amount` in rupees */
  | { kind: 'reminder'; data: { id: string; channel: string; amount: number } }
  | { kind: 'mail'; data: { id: number; mail: string; status: string; order_status: string | null; sent_at: string | null } }
  /** `mine`: written by the current user, who may still correct it */
  | { kind: 'note'; data: { id: string; body: string; edited_at: string | null; mine: boolean } }
)

/** An order that is not with the customer yet. `to_pay`: the shop waits for its payment. `of`: how many there are. Money in rupees. */
export type OrderOnTheWay = Pick<
  TableRow<'orders'>,
  'id' | 'order_number' | 'created_at' | 'status' | 'payment_method' | 'payment_state' | 'total_amount' | 'store_credit' | 'pincode'
> & {
  to_pay: boolean
  /** what it waits for */
  due: number
  /** since when the payment is awaited; null once a part was paid: the rest has no date */
  awaited_since: string | null
  of: number
  shipped_at: string | null
}

/** Quantity and unit price in rupees of the last order that had the product; `times`: how many orders had it. */
export type BoughtProduct = { quantity: number; bought_at: string; unit_price: number; times: number; product: CardProduct }

/** `goods`: of the first four lines. */
export type RepeatableOrder = {
  id: string
  created_at: string
  total_amount: number
  products: number
  goods: { product_name: string; image_url: string | null }[]
}

/** The result of `my_counter()`; `delivery` has columns of the settings (domain/delivery/delivery-days.ts). */
export type MyCounter = { on_the_way: OrderOnTheWay[]; again: BoughtProduct[]; orders: RepeatableOrder[]; delivery: Record<string, unknown> }

type OrderTexts = 'user_id' | 'company_name' | 'gstin' | 'courier' | 'tracking_number' | 'invoices' | 'credit_notes' | 'reference' | 'failure'
/** Of the row's Indian day, only where they were asked for; `day_total` in rupees, without the cancelled orders. */
type OrderDay = 'day_orders' | 'day_cancelled' | 'day_total'
type PaymentTexts = 'provider_order_id' | 'order_id' | 'currency' | 'resolved_at' | 'resolved_by' | 'note' | 'last_error'

/** The money of an order in rupees. `to_collect`: also in cash on delivery; `refundable`: what is neither back nor due back. */
export type OrderMoney = Record<'total' | 'received' | 'refunded' | 'refund_due' | 'to_collect' | 'refundable', number>

/** `reference`: what the buyer entered. Amounts in rupees. */
export type OpenBankPayment = Pick<TableRow<'payments'>, 'method' | 'state' | 'amount'> &
  Pick<TableRow<'orders'>, 'order_number' | 'version' | 'full_name' | 'status'> & {
    payment_id: string
    order_id: string
    reference: string | null
    placed_at: string
  }

/** `at`: the place of the line among those that were sent. */
export type StatementFacts = { open: OpenBankPayment[]; booked: { at: number; order_id: string; order_number: number }[] }
type ReceivableTexts = 'company_name' | 'courier' | 'tracking_number' | 'reference'

export type OrderResults = {
  bank_statement_facts: StatementFacts
  cod_allowance: number | null
  admin_orders: Rows<'admin_orders', Record<OrderTexts, string | null> & Record<OrderDay, number | null> & { charges: ChargeRow[]; goods: string[] | null }>
  admin_search: Rows<'admin_search', { kind: 'order' | 'product' | 'customer'; status: string | null; amount: number | null; at: string | null }>
  discount_uses: Rows<'discount_uses'>
  exchange_choices: Rows<'exchange_choices'>
  /** columns as domain/discounts/discount.ts reads them */
  find_coupon: Record<string, unknown> | null
  find_offers: Record<string, unknown>[]
  my_counter: MyCounter
  order_money: OrderMoney
  order_timeline: TimelineEntry[]
  return_counts: Record<'requested' | 'approved' | 'received', number>
  /** `pieces`: by line of the order, those of which some are left */
  receivables: Rows<'receivables', Record<ReceivableTexts, string | null> & { kind: ReceivableKind }>
  returnable: { until: string | null; open: boolean; pieces: Record<string, number> | null } | null
  row_history: Rows<
    'row_history',
    { actor: string | null; actor_name: string | null; action: 'insert' | 'update' | 'delete'; changes: Record<string, AuditChange> }
  >
  unmatched_payments: Rows<
    'unmatched_payments',
    Record<PaymentTexts, string | null> & { amount: number | null; order_number: number | null; reason: UnmatchedReason; refund: UnmatchedRefund }
  >
}

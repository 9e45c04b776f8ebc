import type { Paise } from '../money/money.ts'

export const METHODS = ['cod', 'upi', 'razorpay', 'cash', 'card', 'bank', 'credit'] as const
export type Method = (typeof METHODS)[number]

/** Money that the shop received or sent back, or store credit that was spent or given instead. */
export type MoneyMovement = {
  /** unique among all movements */
  id: string
  at: string
  kind: 'receipt' | 'refund'
  method: Method
  amount: Paise
  /** the bank's or the payment provider's reference */
  reference: string | null
  orderId: string
  orderNumber: number
  buyer: { gstin: string | null; name: string }
}

export const METHOD_NAMES: Record<Method, string> = {
  cod: 'Cash on delivery',
  upi: 'UPI',
  razorpay: 'Razorpay',
  cash: 'Cash',
  card: 'Card',
  bank: 'Bank transfer',
  credit: 'Store credit',
}

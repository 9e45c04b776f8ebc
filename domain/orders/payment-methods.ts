/** Names of all payment methods on screens, documents and in mails. The keys are those of `orders.payment_method`. */
export const PAYMENT_METHOD_NAMES = {
  cod: 'Cash on delivery',
  upi: 'UPI',
  razorpay: 'Razorpay',
  cash: 'Cash',
  card: 'Card',
  bank: 'Bank transfer',
  credit: 'Store credit',
} as const

/** The name of a method; a method that this version does not know is returned unchanged. */
export function paymentMethodName(method: string): string {
  return Object.hasOwn(PAYMENT_METHOD_NAMES, method) ? PAYMENT_METHOD_NAMES[method as keyof typeof PAYMENT_METHOD_NAMES] : method
}

/** Every way an order is paid, by its name on screens, documents and in mails. The keys are those of `orders.payment_method`. */
export const PAYMENT_METHOD_NAMES = {
  cod: 'Cash on delivery',
  upi: 'UPI',
  razorpay: 'Razorpay',
  cash: 'Cash',
  card: 'Card',
  bank: 'Bank transfer',
} as const

/** The name of a method; one that this version does not know stays as it is. */
export function paymentMethodName(method: string): string {
  return Object.hasOwn(PAYMENT_METHOD_NAMES, method) ? PAYMENT_METHOD_NAMES[method as keyof typeof PAYMENT_METHOD_NAMES] : method
}

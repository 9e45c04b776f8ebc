/** The mail that reminds a customer of a payment, with the way to pay it (docs/rules.md#payment-reminders). */
import { toPaise } from '#domain/money/money.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import { orderUpiLink } from '#domain/orders/upi-link.ts'
import { formatDate } from '#domain/time/dates.ts'
import type { Message, Shop } from './message.ts'
import { numberFact, rupees, words } from './order-words.ts'
import type { OrderMailData } from './order-data.ts'

/**
 * A buyer with an account pays on the page of the order, where the button and the code of the UPI payment are: mail programs open only
 * web addresses, and show no drawing. For a buyer without one the mail has the address and the link as text.
 */
export function orderReminder(data: OrderMailData, shop: Shop): Message {
  const { amount, until, reference } = data.to_pay ?? { amount: data.total_amount, until: null, reference: null }
  const { subject, paragraphs } = words('mail_order_reminder', { ...data, total_amount: amount }, shop)
  const { upiVpa, storeName } = shop.settings
  const byUpi = data.payment_method === 'upi' && upiVpa !== null
  const number = formatOrderNumber(data.order_number)
  const link = byUpi && !data.account ? orderUpiLink({ id: data.order_id, total: toPaise(amount), reference }, { vpa: upiVpa, payee: storeName }) : null
  return {
    subject,
    preview: `${rupees(amount)} to pay`,
    heading: 'Your payment is missing',
    paragraphs: [
      ...paragraphs,
      ...(data.account && byUpi ? ['Open your order to pay, or to enter the reference of your payment.'] : []),
      ...(link === null ? [] : [`Please pay ${rupees(amount)} by UPI to ${upiVpa ?? ''} and quote order ${number}.`]),
      ...(byUpi ? [] : [`Please quote order ${number} with your transfer.`]),
    ],
    facts: [
      numberFact(data),
      ['To pay', rupees(amount)],
      ...(byUpi ? [['UPI address', upiVpa] as [string, string]] : []),
      ...(until === null ? [] : [['Please pay by', formatDate(until)] as [string, string]]),
    ],
    ...(data.account
      ? { button: { label: byUpi ? `Pay ${rupees(amount)}` : 'View my order', url: `${shop.origin}/order-confirmation/${data.order_id}` } }
      : {}),
    ...(link === null ? {} : { notes: [`For your UPI app: ${link}`] }),
  }
}

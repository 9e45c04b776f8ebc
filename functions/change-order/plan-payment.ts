import type { DeliveryTable } from '#domain/delivery/zones.ts'
import type { Paise } from '#domain/money/money.ts'
import type { ChangeMethod } from '#domain/orders/order-change.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { firstPayment } from '../orders/payment.ts'
import { Refusal } from '../orders/refusal.ts'
import type { Changer, StoredOrder } from './stored-order.ts'

/** Another way to pay, if one is asked for; null otherwise. */
export function newMethod({ columns }: StoredOrder, asked: ChangeMethod | null): ChangeMethod | null {
  return asked === columns.payment_method ? null : asked
}

/** Whether the other way to pay adds or drops the fee for cash on delivery. Otherwise no amount moves with it. */
export function feeMoves({ columns }: StoredOrder, method: ChangeMethod | null, { codFee }: DeliveryTable): boolean {
  if (method === null) return false
  return method === 'cod' ? codFee > 0 : columns.charges.some(({ kind }) => kind === 'cod')
}

/**
 * The state in which the payment begins by the new method. A bank transfer is agreed with staff. Razorpay's window is opened by the account,
 * and nothing is delivered of goods that are collected.
 *
 * @throws Refusal PAYMENT_FIXED, PAYMENT_METHOD_UNAVAILABLE
 */
export function openingState(order: StoredOrder, method: ChangeMethod, total: Paise, by: Changer, settings: StoreSettings): string {
  const { columns, delivery, unpaid } = order
  if (!unpaid) throw new Refusal(409, 'PAYMENT_FIXED')
  const lacks = method === 'bank' ? by.own : method === 'razorpay' ? columns.user_id === null : method === 'cod' && delivery === 'collected'
  if (lacks) throw new Refusal(400, 'PAYMENT_METHOD_UNAVAILABLE')
  return method === 'bank' ? 'awaiting_payment' : firstPayment(method, settings, columns.id, total).state
}

import type { DeliveryTable } from '#domain/delivery/zones.ts'
import type { Paise } from '#domain/money/money.ts'
import { DIFFERENCE_METHODS, isTotalOpen, refundOf } from '#domain/orders/order-change.ts'
import type { ChangeMethod } from '#domain/orders/order-change.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { firstPayment } from '../orders/payment.ts'
import { Refusal } from '../orders/refusal.ts'
import type { Changer, StoredOrder } from './stored-order.ts'

/** Another way to pay what is open, if one is asked for; null otherwise. Of a paid order nothing is open before its total is known. */
function newMethod({ columns }: StoredOrder, asked: ChangeMethod | null): ChangeMethod | null {
  return asked === columns.payment_method || columns.payment_state === 'paid' ? null : asked
}

/** The method that decides about the fee for cash on delivery. Once money was received, the fee stays as it was paid. */
export function chargedMethod(order: StoredOrder, asked: ChangeMethod | null): string {
  const { columns, money } = order
  if (money.received === 0) return newMethod(order, asked) ?? columns.payment_method
  return hasFee(order) ? 'cod' : 'upi'
}

const hasFee = ({ columns }: StoredOrder): boolean => columns.charges.some(({ kind }) => kind === 'cod')

/** Whether the other way to pay adds or drops the fee for cash on delivery. Otherwise no amount moves with it. */
export function feeMoves(order: StoredOrder, asked: ChangeMethod | null, { codFee }: DeliveryTable): boolean {
  const method = order.money.received > 0 ? null : newMethod(order, asked)
  if (method === null) return false
  return method === 'cod' ? codFee > 0 : hasFee(order)
}

type Money = {
  /** another way to pay what is open, or how the difference of a paid order is collected, with the state in which it begins */
  payment: { method: ChangeMethod; state: string } | null
  /** what was received too much and is due back */
  refund: Paise
  /** the total would change and may not */
  fixed: boolean
}

/** @throws Refusal PAYMENT_FIXED, PAYMENT_METHOD_UNAVAILABLE */
export function planMoney(order: StoredOrder, asked: ChangeMethod | null, total: Paise, by: Changer, settings: StoreSettings): Money {
  const { columns, money } = order
  const difference = total - order.total
  const paid = columns.payment_state === 'paid'
  if (paid && asked !== null && by.own) throw new Refusal(409, 'PAYMENT_FIXED')
  const method = paid && difference > 0 ? asked : newMethod(order, asked)
  const payment = method === null ? null : { method, state: openingState(order, method, total, by, settings) }
  const refund = refundOf(money, difference)
  // store credit that an earlier refund gave back cannot go back again
  const tooMuch = -(money.toCollect + difference) > money.refundable
  // an order of which a part was paid is never cancelled for the rest: a customer must not add to it without end
  const grows = difference > 0 && money.received > 0
  const open = !(grows && by.own) && (paid ? difference < 0 || payment !== null : isTotalOpen(columns))
  return { payment, refund, fixed: difference !== 0 && (!open || tooMuch) }
}

/** A bank transfer is agreed with staff. Razorpay's window is opened by the account, for the whole order; goods that are collected are not delivered. */
function openingState(order: StoredOrder, method: ChangeMethod, total: Paise, by: Changer, settings: StoreSettings): string {
  const { columns, delivery, money } = order
  const rest = money.received > 0
  if (columns.payment_state !== 'paid' && !isTotalOpen(columns)) throw new Refusal(409, 'PAYMENT_FIXED')
  const lacks = {
    bank: by.own,
    upi: false,
    razorpay: rest || columns.user_id === null,
    cod: rest || delivery === 'collected',
  }[method]
  if (lacks || (columns.payment_state === 'paid' && !(DIFFERENCE_METHODS as readonly string[]).includes(method)))
    throw new Refusal(400, 'PAYMENT_METHOD_UNAVAILABLE')
  return method === 'bank' ? 'awaiting_payment' : firstPayment(method, settings, columns.id, total).state
}

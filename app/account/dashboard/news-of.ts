import { deliveryDays, readDeliveryRule } from '#domain/delivery/delivery-days.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { formatDayRange } from '#domain/time/calendar-day.ts'
import type { CalendarDay } from '#domain/time/calendar-day.ts'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/my-counter.ts'
import type { MyCounter, OrderOnTheWay } from '../../data/orders/my-counter.ts'
import { travelsSince } from '../order/expected-days.ts'
import { heldUntil } from '../order/held-until.ts'

/** What the customer waits for: the days of the parcel, or what the payment waits for; '' when there is nothing to say. */
export function newsOf(order: OrderOnTheWay, delivery: MyCounter['delivery'], settings: StoreSettings, today: CalendarDay): string {
  if (order.payment_state === 'awaiting_verification') return say.checkingPayment
  if (order.to_pay) return order.status === 'pending' && order.awaited_since !== null ? say.payBefore(formatDate(heldUntil(order, settings))) : ''
  const since = travelsSince(order, order.shipped_at === null ? [] : [{ status: 'shipped', created_at: order.shipped_at, automatic: true }])
  if (since === null) return ''
  const question = {
    pincode: order.pincode,
    homeState: settings.stateCode,
    ...('left' in since ? { moment: since.left, sent: true } : { moment: since.ordered }),
  }
  const days = deliveryDays(question, readDeliveryRule(delivery))
  return days.ok && days.last >= today ? say.expected(formatDayRange(days.first, days.last)) : ''
}

import { paymentBadge, statusBadge } from '#domain/orders/order-status.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as corrected from '#words/admin-corrections.ts'
import * as say from '#words/admin-orders.ts'
import { timeline as reminded } from '#words/admin-reminders.ts'
import { eventOf } from '#words/admin-refunds.ts'
import type { TimelineEntry } from '../../../data/admin/orders/order.ts'
import { fieldName } from '../../ui/change-text.ts'

const rupeesOf = (rupees: unknown): string => formatRupees(toPaise(Number(rupees)))

/** One event in one line. A note is its own text. */
export function timelineWords(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'step':
      return entry.data.notes ?? statusBadge(entry.data.status).text
    case 'payment': {
      const { state, amount, surplus } = entry.data.changes
      if (state && amount && surplus?.[0] === null) return corrected.surplusReceived(rupeesOf(amount[1]), rupeesOf(surplus[1]))
      // a new payment: a part of what was open
      if (state && amount && amount[0] === null) return say.partReceived(rupeesOf(amount[1]))
      return state ? say.paymentIs(paymentBadge(String(state[1])).text) : say.paymentNumber
    }
    case 'refund': {
      const { state, amount, reference } = entry.data
      return eventOf(state, amount === null ? null : formatRupees(toPaise(amount)), reference)
    }
    case 'undone': {
      const { amount, method, reference } = entry.data
      return corrected.eventOf(rupeesOf(amount), paymentMethodName(method), reference)
    }
    case 'change':
      return say.changed(Object.keys(entry.data.changes).map(fieldName).join(', '))
    case 'mail': {
      const { mail, order_status: about, status } = entry.data
      return `${say.mails[mail] ?? say.mailAbout(about)}: ${say.mailStates[status] ?? status}`
    }
    case 'reminder':
      return reminded(entry.data.channel, formatRupees(toPaise(entry.data.amount)))
    case 'note':
      return say.note
  }
}

import { paymentBadge, statusBadge } from '#domain/orders/order-status.ts'
import * as say from '#words/admin-orders.ts'
import type { Happening } from '../../../data/admin/order.ts'
import { fieldName } from '../../ui/change-text.ts'

/** One event in one line. A note is its own text. */
export function happeningWords(happening: Happening): string {
  switch (happening.kind) {
    case 'step':
      return happening.data.notes ?? statusBadge(happening.data.status).text
    case 'payment': {
      const state = happening.data.changes['state']
      return state ? say.paymentIs(paymentBadge(String(state[1])).text) : say.paymentNumber
    }
    case 'change':
      return say.changed(Object.keys(happening.data.changes).map(fieldName).join(', '))
    case 'mail': {
      const { mail, order_status: about, status } = happening.data
      return `${say.mails[mail] ?? say.mailAbout(about)}: ${say.mailStates[status] ?? status}`
    }
    case 'note':
      return say.note
  }
}

import { useState } from 'react'
import { paymentBadge } from '#domain/orders/order-status.ts'
import * as say from '#words/admin-orders.ts'
import { checkPayment } from '../../data/orders/payments.ts'
import { toast } from '../../ui/overlay/toast.ts'

/** Asks the provider for the state of this order's payment, instead of waiting for its message. */
export function AskProvider({
  order,
  className = 'ctl',
  onAnswer,
}: {
  order: { id: string; order_number: number; full_name: string }
  className?: string
  onAnswer: () => void
}) {
  const [busy, setBusy] = useState(false)
  const name = `${say.number(order)}, ${order.full_name}`

  async function ask() {
    setBusy(true)
    const standing = await checkPayment(order.id)
    setBusy(false)
    if (standing.kind === 'unknown') toast({ title: 'The shop did not respond', description: 'Nothing was changed; please try again.', tone: 'error' })
    else if (standing.checking) toast({ title: 'Razorpay has no result yet', description: `${name}. The shop keeps checking.` })
    else toast({ title: `Razorpay says: ${paymentBadge(standing.state).text}`, description: name, tone: standing.state === 'paid' ? 'success' : 'plain' })
    if (standing.kind === 'known') onAnswer()
  }

  return (
    <button type="button" className={className} aria-disabled={busy} onClick={() => (busy ? undefined : void ask())}>
      {busy ? 'Asking…' : 'Ask Razorpay'}
      <span className="sr-only"> about order {order.id.slice(0, 8)}</span>
    </button>
  )
}

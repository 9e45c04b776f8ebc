import { formatRupees, toPaise } from '#domain/money/money.ts'
import { COURIERS } from '#domain/delivery/couriers.ts'
import type { OrderStatus } from '#domain/orders/order-status.ts'
import * as say from '#words/admin-orders.ts'
import { changeOrder } from '../../../data/admin/orders/orders.ts'
import type { StepChanges } from '../../../data/admin/orders/orders.ts'
import { deliverPaid } from '../../../data/admin/orders/payments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Field, TextAreaField } from '../../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useMay } from '../../access.ts'
import { CashHere, isBroughtUnpaid } from './cash-here.tsx'
import { stepWords } from './step-words.ts'
import { UnpaidNotice } from '../unpaid-notice.tsx'
import { rememberCourier, usualCourier } from '../usual-courier.ts'

/** The data of an order that a step needs, from the list or from its own page. */
export type SteppedOrder = {
  id: string
  order_number: number
  version: number
  status: string
  full_name: string
  total_amount: number
  payment_method: string
  payment_state: string
  /** what is still to come, in rupees */
  to_collect: number
  courier: string | null
  tracking_number: string | null
  units: number
  user_id: string | null
  /** empty: no mail is sent; the list does not read it */
  email?: string
  /** serials of its invoices, null if there are none yet */
  invoices: string | null
  invoice_per_parcel: boolean
}
type StepDialogProps = {
  order: SteppedOrder
  to: OrderStatus
  adminId: string
  onClose: () => void
  onMoved: () => void
  onStale?: ((text: string) => void) | undefined
}

/** The consequences of a cancellation, shown before it: stock, credit note, money, and who is notified. */
export function consequences({ status, units, invoices, payment_state, payment_method, total_amount, user_id, email }: SteppedOrder): string[] {
  const amount = formatRupees(toPaise(total_amount))
  return [
    status === 'shipped' ? say.stockBackLater(units) : say.stockBack(units),
    invoices === null ? say.noInvoice : say.noteReverses(invoices),
    payment_state === 'awaiting_verification'
      ? say.claimStays(amount)
      : payment_state !== 'paid'
        ? say.nothingPaid
        : payment_method === 'razorpay'
          ? say.goesBack(amount)
          : say.dueBack(amount),
    user_id !== null ? say.customerNotified : email === '' ? say.noOneNotified : say.guestNotified,
  ]
}

/** Asks for the data that a step needs: courier and tracking number, or the reason of a cancellation. */
export function StepDialog({ order, to, adminId, onClose, onMoved, onStale }: StepDialogProps) {
  const words = { ...stepWords(to), ...(to === 'processing' && order.invoice_per_parcel ? say.acceptForParcels : {}) }
  const cash = useMay()('payments.manage') && isBroughtUnpaid(order, to)
  const form = useSubmit((error) => serverMessage(error, say.notMoved))

  const submit = form.onSubmit((data) => {
    const text = (name: string) => fieldText(data, name).trim()
    const changes: StepChanges = { status: to }
    if (to === 'shipped') {
      if (!text('courier') || !text('tracking_number')) return { message: say.enterCourier }
      Object.assign(changes, { courier: text('courier'), tracking_number: text('tracking_number') })
      rememberCourier(text('courier'))
    }
    if (to === 'cancelled') {
      if (!text('cancel_reason')) return { message: say.sayWhy }
      Object.assign(changes, { cancelled_by: adminId, cancel_reason: text('cancel_reason') })
    }
    return async () => {
      const result = await (cash && data.get('cash') === 'yes' ? deliverPaid(order) : changeOrder(order, changes))
      if (!result.ok && result.code === 'REFUSED') return { message: serverMessage(result, say.notMoved) }
      if (result.ok) toast({ title: words.done, description: `${say.number(order)}, ${order.full_name}`, tone: 'success' })
      else if (onStale) onStale(say.stale(result.by, result.status))
      else toast({ title: say.staleTitle, description: say.stale(result.by, result.status), tone: 'error' })
      return onMoved()
    }
  })

  return (
    <Dialog open busy={form.busy} title={words.question} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <p>
          {say.number(order)}, {order.full_name}. {words.text}
        </p>
        {to === 'cancelled' ? (
          <ul className="num grid list-disc gap-1 pl-5 text-pretty text-ink">
            {consequences(order).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
        {cash ? <CashHere orders={[order]} /> : <UnpaidNotice orders={[order]} to={to} />}
        <FormAlert message={form.message} attempt={form.attempt} />
        <div className="grid gap-4 text-ink empty:hidden">
          {to === 'shipped' ? (
            <>
              <Field label={say.courier} name="courier" autoComplete="off" maxLength={80} list="couriers" defaultValue={order.courier ?? usualCourier()} />
              <datalist id="couriers">
                {COURIERS.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </datalist>
              <Field label={say.tracking} name="tracking_number" autoComplete="off" maxLength={80} defaultValue={order.tracking_number ?? ''} />
            </>
          ) : null}
          {to === 'cancelled' ? <TextAreaField label={say.reason} name="cancel_reason" maxLength={400} hint={say.reasonHint} /> : null}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant={to === 'cancelled' ? 'danger' : 'primary'} busy={form.busy} busyText={say.saving}>
            {to === 'cancelled' ? say.cancelOrder : words.button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { useState } from 'react'
import { formatRupees, hundredths, toPaise, toRupees } from '#domain/money/money.ts'
import * as say from '#words/admin-orders.ts'
import * as payWords from '#words/admin-payments.ts'
import { recordPayment, rejectPayment } from '../../../data/admin/orders/payments.ts'
import type { Received, RecordResult } from '../../../data/admin/orders/payments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { isMethod, MoneyFields, readReference } from './money-fields.tsx'

/** The data of an order that the payment dialogs need. `reference`: the UTR that the buyer entered. */
export type PaidOrder = {
  id: string
  order_number: number
  version: number
  full_name: string
  phone: string
  total_amount: number
  /** what is still to come, in rupees; 0 of a cancelled order, whose money is all there or not at all */
  to_collect: number
  status: string
  payment_method: string
  payment_state: string
  reference: string | null
  /** what is owed to the customer still, in rupees */
  refund_due: number
}

/** A UPI link sends no callback, and cash comes later than its goods: staff who see the money record it here (docs/rules.md#money-to-collect). */
export function PaymentDialog({ order, onClose, onSettled }: { order: PaidOrder; onClose: () => void; onSettled: () => void }) {
  const cash = order.payment_method === 'cod'
  const [method, setMethod] = useState<Received['method']>(cash ? 'cash' : isMethod(order.payment_method) ? order.payment_method : 'upi')
  const form = useSubmit((error) => serverMessage(error, payWords.notRecorded))
  // a part is not recorded for a cancelled order
  const open = order.status === 'cancelled' ? null : toPaise(order.to_collect)

  const submit = form.onSubmit((data) => {
    const utr = readReference(data, method)
    if (utr === null) return { message: payWords.enterUtr }
    const text = fieldText(data, 'amount').trim()
    const amount = open === null ? null : /^\d{1,9}(\.\d{1,2})?$/.test(text) ? (hundredths(text) ?? 0) : 0
    if (open !== null && (amount === null || amount <= 0 || amount > open)) return { message: payWords.enterAmount(formatRupees(open)) }
    return async () => {
      const result = await recordPayment(order, { method, reference: utr, amount: amount === null || amount === open ? null : toRupees(amount) })
      if (!result.ok && result.code !== 'PAYMENT_NOT_AWAITED') return { message: refusalOf(result) }
      toast(
        result.ok
          ? { title: doneText(order, result.state), description: `${say.number(order)}, ${order.full_name}`, tone: 'success' }
          : { title: payWords.settledAlready, tone: 'error' },
      )
      return onSettled()
    }
  })

  const reject = () =>
    form.run(async () => {
      const rejected = await rejectPayment(order.id)
      if (rejected) toast({ title: say.paymentRejected, description: say.paymentRejectedText, tone: 'success' })
      else toast({ title: payWords.settledAlready, tone: 'error' })
      onSettled()
    })

  return (
    <Dialog open busy={form.busy} title={payWords.didMoneyArrive} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <p className="num">
          {payWords.paymentFrom(
            formatRupees(open ?? toPaise(order.total_amount)),
            cash ? 'cod' : isMethod(order.payment_method) ? order.payment_method : 'upi',
            order.full_name,
            say.number(order),
          )}
        </p>
        {order.status === 'cancelled' ? <p className="rounded-sm bg-pending-tint px-4 py-3 text-ink">{say.paidCancelled}</p> : null}
        <FormAlert message={form.message} attempt={form.attempt} />
        <MoneyFields
          method={method}
          onMethod={setMethod}
          reference={order.reference}
          amount={
            open === null ? null : (
              <Field
                label={payWords.amount}
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                defaultValue={String(order.to_collect)}
                hint={payWords.amountHint(formatRupees(open))}
              />
            )
          }
        />
        <div className="flex flex-wrap justify-end gap-3">
          {order.payment_state === 'awaiting_verification' ? (
            <Button variant="danger" className="mr-auto" disabled={form.busy} onClick={() => void reject()}>
              {say.notFoundPayment}
            </Button>
          ) : null}
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.saving}>
            {say.recordPayment}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const doneText = ({ status }: PaidOrder, state: string): string =>
  state === 'refund_due' ? say.recordedDueBack : status === 'cancelled' ? say.recordedReopened : say.paymentRecorded

const refusalOf = (result: RecordResult & { ok: false }): string =>
  result.code === 'REFERENCE_USED' ? payWords.utrTaken : result.code === 'ORDER_CHANGED' ? payWords.orderChanged : serverMessage(result, payWords.notRecorded)

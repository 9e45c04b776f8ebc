import { useState } from 'react'
import { formatRupees, hundredths, toPaise, toRupees } from '#domain/money/money.ts'
import { openPaymentOf } from '#domain/orders/refunds.ts'
import * as say from '#words/admin-corrections.ts'
import * as orderWords from '#words/admin-orders.ts'
import * as payWords from '#words/admin-payments.ts'
import { recordSurplus } from '../../../data/admin/orders/corrections.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import type { Received } from '../../../data/admin/orders/payments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { isRecordable } from '../row-actions.tsx'
import { MoneyFields, readReference } from './money-fields.tsx'

type SurplusDialogProps = { order: FullOrder; onClose: () => void; onDone: () => void }

/** Money that fits no open payment is recorded, and owed back (docs/rules.md#corrected-payments). */
export function SurplusDialog({ order, onClose, onDone }: SurplusDialogProps) {
  const [method, setMethod] = useState<Received['method']>('upi')
  const form = useSubmit((error) => serverMessage(error, say.notSaved))
  const open = order.status === 'cancelled' ? 0 : (openPaymentOf(order)?.amount ?? 0)

  const submit = form.onSubmit((data) => {
    const text = fieldText(data, 'amount').trim()
    const amount = /^\d{1,9}(\.\d{1,2})?$/.test(text) ? (hundredths(text) ?? 0) : 0
    const reference = readReference(data, method)
    const errors: FieldErrors = {}
    if (amount <= 0) errors['amount'] = say.enterAmount
    else if (amount <= open) errors['amount'] = say.enterMore(formatRupees(open))
    if (reference === null) errors['utr'] = payWords.enterUtr
    if (reference === null || Object.keys(errors).length > 0) return { errors }
    return async () => {
      const result = await recordSurplus(order, { method, reference, amount: toRupees(amount) })
      if (!result.ok && !result.stale) return { message: result.message }
      toast(
        result.ok
          ? { title: say.recorded, description: `${formatRupees(toPaise(toRupees(amount)))}, ${orderWords.number(order)}, ${order.full_name}`, tone: 'success' }
          : { title: result.message, tone: 'error' },
      )
      onDone()
      return undefined
    }
  })

  return (
    <Dialog open busy={form.busy} title={say.otherTitle} onClose={onClose}>
      <form noValidate className="grid gap-4" onChange={form.onChange} onSubmit={submit}>
        <p className="num text-pretty">{open > 0 ? say.otherOpen(formatRupees(open), isRecordable(order)) : say.otherText}</p>
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        <MoneyFields
          method={method}
          onMethod={setMethod}
          errors={form.errors}
          amount={<Field label={say.amount} name="amount" inputMode="decimal" autoComplete="off" maxLength={12} error={form.errors['amount']} />}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {orderWords.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={orderWords.saving}>
            {say.records}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

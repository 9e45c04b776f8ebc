import * as say from '#words/admin-orders.ts'
import * as payWords from '#words/admin-payments.ts'
import { settleUnmatched } from '../../../data/admin/orders/payments.ts'
import type { UnmatchedAction, UnmatchedPayment } from '../../../data/admin/orders/payments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { actionWords } from './unmatched-words.ts'

type UnmatchedDialogProps = { payment: UnmatchedPayment; action: UnmatchedAction; amount: string; onClose: () => void; onSettled: () => void }

/** The confirmation before a refund is sent or a payment is resolved, with its amount and number (docs/rules.md#back-office-edits). */
export function UnmatchedDialog({ payment, action, amount, onClose, onSettled }: UnmatchedDialogProps) {
  const form = useSubmit((error) => serverMessage(error, payWords.notSaved))
  const refund = action === 'refund'
  const words = actionWords(action, amount)

  const submit = form.onSubmit((data) => {
    const note = fieldText(data, 'note').trim()
    if (!refund && note === '') return { message: action === 'resolve' ? payWords.enterWhatWasDone : payWords.enterWhatWasSeen }
    return async () => {
      const result = await settleUnmatched(payment.payment_id, action, note)
      if (result === 'failed') return { message: payWords.notSaved }
      if (result === 'already') toast({ title: payWords.settledAlready, tone: 'error' })
      else toast({ title: words.done, description: `${amount}, ${payment.payment_id}`, tone: 'success' })
      return onSettled()
    }
  })

  return (
    <Dialog open busy={form.busy} title={words.title} onClose={onClose}>
      <form noValidate className="num grid gap-4" onSubmit={submit}>
        <p className="text-pretty">
          {amount}, payment <b className="font-semibold break-all text-ink">{payment.payment_id}</b>. {words.text}
        </p>
        <FormAlert message={form.message} attempt={form.attempt} />
        <TextAreaField label={payWords.note} name="note" maxLength={400} optional={refund} hint={words.hint} className="text-ink" />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant={refund || action === 'reject' ? 'danger' : 'primary'} busy={form.busy} busyText={say.saving}>
            {words.button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { formatRupees, toPaise } from '#domain/money/money.ts'
import { readOrderNumber } from '#domain/orders/order-number.ts'
import * as say from '#words/admin-remittances.ts'
import { settleLine } from '../../../../data/admin/orders/remittances.ts'
import type { RemittanceLine } from '../../../../data/admin/orders/remittances.ts'
import { serverMessage } from '../../../../data/api/server-message.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field, TextAreaField } from '../../../../ui/form/field.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import type { FieldErrors } from '../../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../../ui/form/use-submit.ts'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'

/** A difference is cleared up: money without an order finds its order, or a note says what became of it. */
export function SettleDialog({ line, onClose, onDone }: { line: RemittanceLine; onClose: () => void; onDone: () => void }) {
  const form = useSubmit((error) => serverMessage(error, say.settleFailed))
  const left = toPaise(line.collected) - toPaise(line.booked)
  const free = line.booked === 0 && line.collected > 0
  const submit = form.onSubmit((data) => {
    const note = fieldText(data, 'note').trim()
    const text = free ? fieldText(data, 'order').trim() : ''
    const number = text === '' ? null : readOrderNumber(text)
    const errors: FieldErrors = {}
    if (text !== '' && number === null) errors['order'] = say.noSuchOrder
    if (note === '') errors['note'] = say.enterNote
    if (Object.keys(errors).length > 0) return { errors }
    return async () => {
      const result = await settleLine(line.id, number, note)
      if (!result.ok && result.code === 'NO_ORDER') return { errors: { order: say.noSuchOrder } }
      if (!result.ok) return { message: say.settleRefused[result.code ?? ''] ?? serverMessage(result, say.settleFailed) }
      toast({ title: say.settledToast, tone: 'success' })
      return onDone()
    }
  })
  return (
    <Dialog open busy={form.busy} title={say.settleTitle} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit} onChange={form.onChange}>
        <p className="num text-pretty [overflow-wrap:anywhere]">
          {left > 0
            ? say.settleText(formatRupees(left), line.tracking ?? line.order_text ?? '')
            : say.settleShort(formatRupees(toPaise(line.expected ?? 0) - toPaise(line.collected)))}
        </p>
        <FormAlert message={form.message} attempt={form.attempt} />
        <div className="grid gap-4 text-ink">
          {free ? (
            <Field label={say.settleOrder} name="order" optional autoComplete="off" maxLength={20} hint={say.settleOrderHint} error={form.errors['order']} />
          ) : null}
          <TextAreaField label={say.note} name="note" maxLength={400} hint={say.noteHint} error={form.errors['note']} />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.booking}>
            {say.settle}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

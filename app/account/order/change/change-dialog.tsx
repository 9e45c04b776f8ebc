import { useState } from 'react'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import * as say from '#words/change-my-order.ts'
import { saveChange } from '../../../data/orders/order-change.ts'
import { useChangePreview } from '../../../data/orders/use-change-preview.ts'
import type { Order, OrderItem } from '../../../data/orders/orders.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { AddressFields } from '../../../ui/form/address-fields.tsx'
import type { AddressFieldName } from '../../../ui/form/address-values.ts'
import { SelectField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { InvoiceFields } from '../../../ui/form/invoice-fields.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FailedPart } from '../failed-part.tsx'
import { draftOf, methodsOf, readDraft } from './change-draft.ts'
import { ChangeLines } from './change-lines.tsx'
import { ChangeTotals } from './change-totals.tsx'
import { refusalWords } from './change-words.ts'

type ChangeDialogProps = { order: Order; items: readonly OrderItem[]; onClose: () => void; onChanged: () => void }

/** A customer changes quantities, address and payment of a pending order, and sees the new total before saving. */
export function ChangeDialog({ order, items, onClose, onChanged }: ChangeDialogProps) {
  const settings = useSettings()
  const [draft, setDraft] = useState(() => draftOf(order))
  const [editing, setEditing] = useState(false)
  const form = useSubmit(() => say.unknownOutcome)
  const { body, changed, errors } = readDraft(order, items, draft)
  const priced = changed && Object.keys(errors).length === 0
  const { preview, refusal, current, failed, again } = useChangePreview('customer', body, priced)
  const problem = refusal === null ? null : refusalWords(refusal)
  const methods = methodsOf(order, settings)
  const part = {
    values: draft.values,
    errors: { ...errors, ...form.errors },
    showAll: form.attempt > 0,
    onChange: (name: AddressFieldName, value: string) => setDraft((was) => ({ ...was, values: { ...was.values, [name]: value } })),
  }

  const save = form.onSubmit(() => {
    if (!changed) return { message: say.nothing }
    if (Object.keys(errors).length > 0) return { errors }
    if (problem !== null) return { message: problem }
    if (preview?.fixed === true) return { message: say.fixed }
    if (failed) {
      again()
      return { message: say.notCounted }
    }
    if (!current || preview === undefined) return { message: say.stillCounting }
    return async () => {
      const result = await saveChange('customer', body, null, preview.total_amount)
      if (result.kind === 'invalid') return { errors: result.fields }
      if (result.kind !== 'done') {
        if (result.kind === 'refused' && result.code === 'QUOTE_CHANGED') again()
        return { message: refusalWords(result) }
      }
      toast({ title: say.saved, ...(['upi', 'razorpay'].includes(body.payment_method ?? '') ? { description: say.payNext } : {}), tone: 'success' })
      onChanged()
      onClose()
    }
  })

  return (
    <Dialog open wide busy={form.busy} title={say.title(formatOrderNumber(order.order_number))} onClose={onClose}>
      <form noValidate className="grid gap-5" onSubmit={save} onChange={form.onChange}>
        <p className="text-pretty">{say.text}</p>
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        <div className="text-ink">
          <ChangeLines
            items={items}
            quantities={draft.quantities}
            preview={preview}
            onQuantity={(id, quantity) => setDraft({ ...draft, quantities: { ...draft.quantities, [id]: quantity } })}
          />
          <p className="mt-2 text-sm text-ink-2">{say.moreProducts}</p>
        </div>
        {editing ? (
          <fieldset className="grid gap-[18px] text-ink">
            <legend className="mb-3 font-[550]">{say.address}</legend>
            <AddressFields {...part} without={['email']} />
            <InvoiceFields {...part} />
          </fieldset>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink">
            <address className="min-w-0 flex-1 basis-[220px] not-italic [overflow-wrap:anywhere]">
              {order.full_name}, {order.address}, {order.city} {order.pincode}
            </address>
            <button type="button" className="link min-h-11" onClick={() => setEditing(true)}>
              {say.changeAddress}
            </button>
          </div>
        )}
        {methods.length > 1 ? (
          <div className="text-ink">
            <SelectField
              label={say.payment}
              name="payment_method"
              value={draft.method}
              onChange={(event) => setDraft({ ...draft, method: event.target.value })}
            >
              {methods.map((method) => (
                <option key={method} value={method}>
                  {paymentMethodName(method)}
                </option>
              ))}
            </SelectField>
          </div>
        ) : null}
        {failed ? (
          <FailedPart text={say.notCounted} button={say.countAgain} onAgain={again} />
        ) : (
          <ChangeTotals before={order.total_amount} preview={preview} problem={problem} busy={priced && !current} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.close}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { useRef, useState } from 'react'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { shortOrderId } from '#domain/orders/order-number.ts'
import * as say from '#words/admin-order-change.ts'
import * as sayOrder from '#words/admin-orders.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import { saveChange } from '../../../data/orders/order-change.ts'
import type { ChangePreview } from '../../../data/orders/order-change.ts'
import { useChangePreview } from '../../../data/orders/use-change-preview.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextAreaField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { BuyerFields } from '../create/buyer-fields.tsx'
import { ProductPicker } from '../create/product-picker.tsx'
import { NotCounted } from '../not-counted.tsx'
import { draftOf, methodsOf, placedDelivery, readDraft } from './change-draft.ts'
import { ChangeLines } from './change-lines.tsx'
import { refusalWords } from './change-words.ts'

const LONGEST_REASON = 200

type ChangeDialogProps = {
  /** as it was when the dialog was opened: its version is what the change is about */
  order: FullOrder
  onClose: () => void
  onChanged: () => void
}

/** Staff change lines, customer and address of an order that is not packed yet, and see the new total and the new documents before they save. */
export function ChangeDialog({ order, onClose, onChanged }: ChangeDialogProps) {
  const settings = useSettings()
  const [draft, setDraft] = useState(() => draftOf(order))
  const [tried, setTried] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const form = useSubmit((error) => serverMessage(error, say.unknownOutcome))
  const { body, changed, buyer, wrong } = readDraft(order, draft, settings)
  const { preview, refusal, current, failed, again } = useChangePreview('staff', body, changed && wrong.size === 0)
  const problem = refusal === null ? null : refusalWords(refusal)
  const methods = methodsOf(order, settings)

  const submit = form.onSubmit((data) => {
    setTried(true)
    const reason = fieldText(data, 'reason').trim()
    if (!changed) return { message: say.nothing }
    if (wrong.size > 0) return { message: say.quantityWrong }
    if (Object.keys(buyer).length > 0) return { errors: buyer }
    if (reason === '') return { errors: { reason: say.reasonNeeded } }
    if (problem !== null) return { message: problem }
    if (failed) {
      again()
      return { message: say.notCounted }
    }
    if (!current || preview === undefined) return { message: say.stillCounting }
    return async () => {
      const result = await saveChange('staff', body, reason, preview.total_amount)
      if (result.kind === 'invalid') return { errors: result.fields }
      if (result.kind !== 'done') {
        if (result.kind === 'refused' && result.code === 'QUOTE_CHANGED') again()
        return { message: refusalWords(result) }
      }
      toast({ title: say.saved(shortOrderId(order.id)), tone: 'success' })
      onChanged()
      onClose()
    }
  })

  return (
    <Dialog open wide busy={form.busy} title={say.title(sayOrder.number(order))} onClose={onClose}>
      <form noValidate className="grid gap-5" onSubmit={submit} onChange={form.onChange}>
        <p>{say.text}</p>
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        <div className="grid gap-3 text-ink">
          <ChangeLines order={order} draft={draft} preview={preview} wrong={wrong} onDraft={setDraft} />
          <ProductPicker
            box={picker}
            error={null}
            onPick={(product) => {
              const has = order.order_items.some(({ product_id }) => product_id === product.id) || draft.added.some((line) => line.product.id === product.id)
              if (!has) setDraft({ ...draft, added: [...draft.added, { product, quantity: String(Math.max(product.min_order_quantity, 1)) }] })
            }}
          />
        </div>
        <div className="text-ink">
          <BuyerFields
            texts={draft.texts}
            collected={placedDelivery(order) === 'collected'}
            errors={buyer}
            showAll={tried}
            withEmail={false}
            onChange={(field, text) => setDraft((was) => ({ ...was, texts: { ...was.texts, [field]: text } }))}
          />
        </div>
        {methods.length > 1 || (order.payment_state === 'paid' && methods.length > 0) ? (
          <div className="text-ink">
            <SelectField
              label={order.payment_state === 'paid' ? say.difference : say.payment}
              name="payment_method"
              value={draft.method}
              hint={order.payment_state === 'paid' ? say.differenceHint : say.paymentHint}
              onChange={(event) => setDraft({ ...draft, method: event.target.value })}
            >
              {order.payment_state === 'paid' ? <option value="">{say.notChosen}</option> : null}
              {methods.map((method) => (
                <option key={method} value={method}>
                  {paymentMethodName(method)}
                </option>
              ))}
            </SelectField>
          </div>
        ) : null}
        <div className="text-ink">
          <TextAreaField
            label={say.reason}
            name="reason"
            maxLength={LONGEST_REASON}
            hint={order.status === 'processing' && !order.invoice_per_parcel ? say.reasonOnNote : say.reasonHint}
            error={form.errors['reason'] ?? null}
          />
        </div>
        <Totals
          before={order.total_amount}
          accepted={order.status === 'processing'}
          perParcel={order.invoice_per_parcel}
          preview={preview}
          problem={problem}
          busy={changed && wrong.size === 0 && !current && !failed}
          onAgain={failed ? again : null}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type TotalsProps = {
  before: number | string
  accepted: boolean
  perParcel: boolean
  preview: ChangePreview | undefined
  problem: string | null
  busy: boolean
  /** set after a failure */ onAgain: (() => void) | null
}

function Totals({ before, accepted, perParcel, preview, problem, busy, onAgain }: TotalsProps) {
  if (onAgain !== null) return <NotCounted text={say.notCounted} button={say.countAgain} onAgain={onAgain} />
  const was = toPaise(before)
  const now = preview === undefined ? was : toPaise(preview.total_amount)
  const difference = now - was
  const refund = preview === undefined ? 0 : toPaise(preview.refund)
  const refused = problem ?? (preview?.fixed === true ? say.fixed : null)
  return (
    <div className={`grid gap-2 rounded-md bg-well p-4 text-ink ${busy ? 'opacity-60' : ''}`} aria-busy={busy}>
      <dl className="grid gap-1">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">{say.before}</dt>
          <dd>{formatRupees(was)}</dd>
        </div>
        <div className="flex justify-between gap-4 text-base font-semibold">
          <dt>{say.after}</dt>
          <dd>{formatRupees(now)}</dd>
        </div>
      </dl>
      <p role="status" className="text-ink-2">
        {busy
          ? say.counting
          : difference === 0
            ? say.same
            : difference > 0
              ? say.more(formatRupees(difference))
              : refund > 0
                ? say.refunded(formatRupees(refund))
                : say.less(formatRupees(-difference))}
      </p>
      {accepted && preview !== undefined && refused === null ? (
        <p>{preview.credits.length > 0 ? say.replaces(preview.credits.join(', ')) : perParcel ? say.noInvoiceYet : say.noNewInvoice}</p>
      ) : null}
      {refused === null ? null : (
        <p role="alert" className="font-medium text-bad">
          {refused}
        </p>
      )}
    </div>
  )
}

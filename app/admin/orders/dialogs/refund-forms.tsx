import type { ReactNode } from 'react'
import { formatRupees, hundredths, toPaise, toRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import * as say from '#words/admin-refunds.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { settleRefund, startRefund, withdrawRefund } from '../../../data/admin/orders/refunds.ts'
import type { Refund, RefundResult } from '../../../data/admin/orders/refunds.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Field, SelectField, TextAreaField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { toast } from '../../../ui/overlay/toast.ts'

type FormProps = { order: FullOrder; onClose: () => void; onDone: () => void }

/** Shows the outcome. @returns the sentence that the form shows instead, if it stays open */
function finish(result: RefundResult, done: string, onDone: () => void): { message: string } | undefined {
  if (!result.ok && !result.stale) return { message: result.message }
  toast(result.ok ? { title: done, tone: 'success' } : { title: result.message, tone: 'error' })
  onDone()
  return undefined
}

/** A part of the payment goes back without a change of the order. */
export function StartRefund({ order, most, onClose, onDone }: FormProps & { most: Paise }) {
  const form = useSubmit(() => say.notSaved)
  return (
    <RefundForm
      form={form}
      title={say.startTitle}
      intro={say.startText(formatRupees(most))}
      submit={say.owe}
      onClose={onClose}
      read={(data) => {
        const text = fieldText(data, 'amount').trim()
        const amount = /^\d{1,8}(\.\d{1,2})?$/.test(text) ? (hundredths(text) ?? 0) : 0
        const reason = fieldText(data, 'reason').trim()
        const errors: FieldErrors = {}
        if (amount <= 0 || amount > most) errors['amount'] = say.enterAmount(formatRupees(most))
        if (reason === '') errors['reason'] = say.enterReason
        if (Object.keys(errors).length > 0) return { errors }
        return async () => finish(await startRefund(order, toRupees(amount), reason), say.started, onDone)
      }}
    >
      <Field label={say.amount} name="amount" inputMode="decimal" autoComplete="off" maxLength={11} error={form.errors['amount']} />
      <TextAreaField label={say.reason} name="reason" hint={say.reasonHint} maxLength={400} error={form.errors['reason']} />
    </RefundForm>
  )
}

/** A refund that staff have sent is recorded, with how and its reference. */
export function SettleRefund({ order, refund, onClose, onDone }: FormProps & { refund: Refund }) {
  const form = useSubmit(() => say.notSaved)
  return (
    <RefundForm
      form={form}
      title={say.settleTitle(formatRupees(toPaise(refund.amount)))}
      intro={say.settleText(order.full_name, order.phone)}
      submit={say.record}
      onClose={onClose}
      read={(data) => {
        const method = fieldText(data, 'method')
        const reference = fieldText(data, 'reference').replace(/\s/g, '')
        if (reference === '' ? method !== 'cash' : !/^[A-Za-z0-9/_-]{6,35}$/.test(reference)) return { errors: { reference: say.enterUtr } }
        return async () => finish(await settleRefund(refund, method, reference), say.recorded, onDone)
      }}
    >
      <SelectField label={say.method} name="method" defaultValue="upi">
        {Object.entries(say.methods).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Field label={say.utr} name="reference" hint={say.utrHint} autoComplete="off" maxLength={40} error={form.errors['reference']} />
    </RefundForm>
  )
}

export function WithdrawRefund({ refund, onClose, onDone }: Omit<FormProps, 'order'> & { refund: Refund }) {
  const form = useSubmit(() => say.notSaved)
  return (
    <RefundForm
      form={form}
      title={say.withdrawTitle(formatRupees(toPaise(refund.amount)))}
      intro={say.withdrawText}
      submit={say.withdraws}
      onClose={onClose}
      read={() => async () => finish(await withdrawRefund(refund), say.withdrawn, onDone)}
    />
  )
}

type RefundFormProps = {
  form: ReturnType<typeof useSubmit>
  title: string
  intro: string
  submit: string
  read: Parameters<ReturnType<typeof useSubmit>['onSubmit']>[0]
  onClose: () => void
  children?: ReactNode
}

function RefundForm({ form, title, intro, submit, read, onClose, children }: RefundFormProps) {
  return (
    <Dialog open busy={form.busy} title={title} onClose={onClose}>
      <p className="num text-pretty">{intro}</p>
      <form noValidate className="mt-4 grid gap-4 text-ink" onChange={form.onChange} onSubmit={form.onSubmit(read)}>
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.saving}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import * as say from '#words/admin-einvoices.ts'
import { cancelEInvoice, recordEInvoices } from '../../../data/admin/reports/e-invoices.ts'
import type { EInvoice } from '../../../data/admin/reports/e-invoices.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, SelectField, TextAreaField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

type DialogProps = { document: EInvoice; onClose: () => void; onDone: () => void }

/** What the portal answered for one document, entered by hand. */
export function EnterDialog({ document: { serial }, onClose, onDone }: DialogProps) {
  const form = useSubmit(() => say.notSaved)
  const submit = form.onSubmit((data) => {
    const text = (name: string) => fieldText(data, name)
    const row = { number: serial, irn: text('irn'), ackNo: text('ack_no'), ackAt: text('ack_at'), signedQr: text('signed_qr').replace(/\s/g, '') }
    return async () => {
      const [stored] = await recordEInvoices([row])
      if (stored?.result !== 'RECORDED' && stored?.result !== 'SAME') return { message: say.resultOf(stored?.result ?? '') }
      toast({ title: say.saved(serial), tone: 'success' })
      onDone()
      return undefined
    }
  })
  return (
    <FormDialog title={say.enterTitle(serial)} text={say.enterText} form={form} onSubmit={submit} onClose={onClose}>
      <Field label={say.irn} name="irn" autoComplete="off" spellCheck={false} maxLength={80} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={say.ackNo} name="ack_no" inputMode="numeric" autoComplete="off" maxLength={24} />
        <Field label={say.ackAt} name="ack_at" type="datetime-local" step={1} />
      </div>
      <TextAreaField label={say.signedQr} name="signed_qr" hint={say.signedQrHint} spellCheck={false} maxLength={4000} rows={4} />
    </FormDialog>
  )
}

/** A cancellation that was made on the portal. */
export function CancelledDialog({ document: { serial, document_id }, onClose, onDone }: DialogProps) {
  const form = useSubmit(() => say.notSaved)
  const submit = form.onSubmit((data) => {
    const at = fieldText(data, 'cancelled_at')
    if (at === '') return { errors: { cancelled_at: say.enterTime } }
    return async () => {
      const code = await cancelEInvoice(document_id, at, fieldText(data, 'reason'))
      if (code !== 'DONE') return { message: say.cancelAnswers[code] ?? say.notSaved }
      toast({ title: say.cancelled(serial), tone: 'success' })
      onDone()
      return undefined
    }
  })
  return (
    <FormDialog title={say.cancelTitle(serial)} text={say.cancelText} form={form} onSubmit={submit} onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={say.cancelledAt} name="cancelled_at" type="datetime-local" error={form.errors['cancelled_at']} />
        <SelectField label={say.reason} name="reason">
          {Object.entries(say.reasons).map(([reason, label]) => (
            <option key={reason} value={reason}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
    </FormDialog>
  )
}

type FormDialogProps = {
  title: string
  text: string
  form: ReturnType<typeof useSubmit>
  onSubmit: ReturnType<ReturnType<typeof useSubmit>['onSubmit']>
  onClose: () => void
  children: ReactNode
}

function FormDialog({ title, text, form, onSubmit, onClose, children }: FormDialogProps) {
  return (
    <Dialog open busy={form.busy} title={title} onClose={onClose}>
      <form noValidate className="grid gap-4 text-ink" onSubmit={onSubmit} onChange={form.onChange}>
        <p>{text}</p>
        <FormAlert message={form.message} attempt={form.attempt} />
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import * as say from '#words/admin-parcels.ts'
import type { ParcelResult } from '../../../data/admin/orders/shipments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { refusalOf } from './parcel-forms.ts'

type LessProps = {
  title: string
  text: string
  pieces: readonly { id: string; text: string }[]
  consequence: string
  /** the action */
  confirm: string
  done: string
  save: (reason: string, data: FormData) => Promise<ParcelResult>
  onClose: () => void
  onChanged: () => void
  /** more fields */
  children?: ReactNode
}

/** An order becomes less by some of its goods: which, what follows, and why, before it is done. */
export function LessDialog({ title, text, pieces, consequence, confirm, done, save, onClose, onChanged, children }: LessProps) {
  const form = useSubmit((error) => serverMessage(error, say.failed))
  const submit = form.onSubmit((data) => {
    const reason = fieldText(data, 'reason').trim()
    if (reason === '') return { message: say.reasonNeeded }
    return async () => {
      const refused = refusalOf(await save(reason, data))
      if (refused !== null) return { message: refused }
      toast({ title: done, tone: 'success' })
      onChanged()
      onClose()
    }
  })
  return (
    <Dialog open busy={form.busy} title={title} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <p>{text}</p>
        <ul className="num grid list-disc gap-1 pl-5 text-ink [overflow-wrap:anywhere]">
          {pieces.map(({ id, text: piece }) => (
            <li key={id}>{piece}</li>
          ))}
        </ul>
        <p>{consequence}</p>
        <FormAlert message={form.message} attempt={form.attempt} />
        <div className="grid gap-4 text-ink">
          {children}
          <TextAreaField label={say.reason} name="reason" maxLength={300} hint={say.reasonHint} />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant="danger" busy={form.busy} busyText={say.saving}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import * as say from '#words/admin-orders.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

type ReasonDialogProps = {
  title: string
  text: string
  /** what it is about, or what follows, line by line */
  lines: readonly { id: string; text: string }[]
  /** who reads the reason, and what is said where it is missing */
  reasonHint: string
  reasonMissing: string
  /** the action */
  confirm: string
  /** said where nothing could be sent */
  failed: string
  /** returns what the form shows, if it stays open */
  save: (reason: string, data: FormData) => Promise<{ message: string } | undefined>
  onClose: () => void
  /** more text and fields, before the reason */
  children?: ReactNode
}

/** A step of staff that needs a reason of 1 to 300 characters, with its consequences. */
export function ReasonDialog({ title, text, lines, reasonHint, reasonMissing, confirm, failed, save, onClose, children }: ReasonDialogProps) {
  const form = useSubmit((error) => serverMessage(error, failed))
  const submit = form.onSubmit((data) => {
    const reason = fieldText(data, 'reason').trim()
    return reason === '' ? { errors: { reason: reasonMissing } } : () => save(reason, data)
  })
  return (
    <Dialog open busy={form.busy} title={title} onClose={onClose}>
      <form noValidate className="grid gap-4" onChange={form.onChange} onSubmit={submit}>
        <p className="num text-pretty">{text}</p>
        <ul className="num grid list-disc gap-1 pl-5 text-ink [overflow-wrap:anywhere]">
          {lines.map((line) => (
            <li key={line.id}>{line.text}</li>
          ))}
        </ul>
        {children}
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        <div className="text-ink">
          <TextAreaField label={say.reason} name="reason" maxLength={300} hint={reasonHint} error={form.errors['reason']} />
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

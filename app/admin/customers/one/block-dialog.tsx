import * as say from '#words/admin-customers.ts'
import { blockAccount } from '../../../data/admin/customers/customer.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

type BlockDialogProps = { userId: string; name: string; onClose: () => void; onBlocked: () => void }

/** Asks for the reason and explains the consequences: ended sessions cannot be restored. */
export function BlockDialog({ userId, name, onClose, onBlocked }: BlockDialogProps) {
  const form = useSubmit((error) => serverMessage(error, say.blockFailed))
  const submit = form.onSubmit((data) => {
    const reason = fieldText(data, 'reason').trim()
    if (reason === '') return { errors: { reason: say.reasonNeeded } }
    return async () => {
      await blockAccount(userId, reason)
      toast({ title: say.blockedToast(name), tone: 'success' })
      onBlocked()
      onClose()
    }
  })

  return (
    <Dialog open busy={form.busy} title={say.blockTitle(name)} onClose={onClose}>
      <p>{say.blockText}</p>
      <form noValidate className="mt-4 grid gap-4 text-ink" onChange={form.onChange} onSubmit={submit}>
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        <TextAreaField label={say.reason} name="reason" hint={say.reasonHint} error={form.errors['reason']} maxLength={400} rows={2} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="ctl" disabled={form.busy} onClick={onClose}>
            {say.cancel}
          </button>
          <button type="submit" className="ctl ctl-danger" aria-disabled={form.busy}>
            {form.busy ? say.blocking : say.blockButton}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

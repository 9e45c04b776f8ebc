import { useState } from 'react'
import * as say from '#words/admin-customers.ts'
import { blockAccount } from '../../../data/admin-customers.ts'
import { serverMessage } from '../../../data/server-message.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { toast } from '../../../ui/toast.ts'

type BlockDialogProps = { userId: string; name: string; onClose: () => void; onBlocked: () => void }

/** Asks why, and says what follows: the sessions that end cannot be brought back. */
export function BlockDialog({ userId, name, onClose, onBlocked }: BlockDialogProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ message: string | null; attempt: number }>({ message: null, attempt: 0 })

  async function submit(reason: string) {
    if (reason === '') {
      setError(say.reasonNeeded)
      setFailure(({ attempt }) => ({ message: null, attempt: attempt + 1 }))
      return
    }
    setBusy(true)
    try {
      await blockAccount(userId, reason)
      toast({ title: say.blockedToast(name), tone: 'success' })
      onBlocked()
      onClose()
    } catch (refused) {
      setFailure(({ attempt }) => ({ message: serverMessage(refused, say.blockFailed), attempt: attempt + 1 }))
      setBusy(false)
    }
  }

  return (
    <Dialog open busy={busy} title={say.blockTitle(name)} onClose={onClose}>
      <p>{say.blockText}</p>
      <form
        noValidate
        className="mt-4 grid gap-4 text-ink"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit(String(new FormData(event.currentTarget).get('reason') ?? '').trim())
        }}
      >
        <FormAlert message={failure.message} fields={error === null ? {} : { reason: error }} attempt={failure.attempt} />
        <TextAreaField label={say.reason} name="reason" hint={say.reasonHint} error={error} maxLength={400} rows={2} onChange={() => setError(null)} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="ctl" disabled={busy} onClick={onClose}>
            {say.cancel}
          </button>
          <button type="submit" className="ctl ctl-danger" aria-disabled={busy}>
            {busy ? say.blocking : say.blockButton}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

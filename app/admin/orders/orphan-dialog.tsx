import { useState } from 'react'
import { settleOrphan } from '../../data/admin-payments.ts'
import type { OrphanAction, OrphanPayment } from '../../data/admin-payments.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { toast } from '../../ui/toast.ts'
import { actionWords } from './orphan-words.ts'

type OrphanDialogProps = { orphan: OrphanPayment; action: OrphanAction; amount: string; onClose: () => void; onSettled: () => void }

/** The question before money is sent back or a payment is put aside, with its amount and number (docs/rules.md#back-office-edits). */
export function OrphanDialog({ orphan, action, amount, onClose, onSettled }: OrphanDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null)
  const refund = action === 'refund'
  const words = actionWords(action, amount)

  async function submit(note: string) {
    const fail = (message: string) => setFailure({ message, attempt: (failure?.attempt ?? 0) + 1 })
    if (!refund && note === '') return fail(action === 'resolve' ? 'Say what was done with the money' : 'Say what you have seen')
    setBusy(true)
    const result = await settleOrphan(orphan.payment_id, action, note)
    setBusy(false)
    if (result === 'failed') return fail('It could not be saved. Nothing was changed.')
    if (result === 'already') toast({ title: 'This payment was settled already', tone: 'error' })
    else toast({ title: words.done, description: `${amount}, ${orphan.payment_id}`, tone: 'success' })
    onSettled()
  }

  return (
    <Dialog open busy={busy} title={words.title} onClose={onClose}>
      <form
        noValidate
        className="num grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit(String(new FormData(event.currentTarget).get('note') ?? '').trim())
        }}
      >
        <p className="text-pretty">
          {amount}, payment <b className="font-semibold break-all text-ink">{orphan.payment_id}</b>. {words.text}
        </p>
        <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
        <TextAreaField label="Note" name="note" maxLength={400} optional={refund} hint={words.hint} className="text-ink" />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={busy}>
            Not now
          </Button>
          <Button type="submit" variant={refund || action === 'reject' ? 'danger' : 'primary'} busy={busy} busyText="Saving…">
            {words.button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

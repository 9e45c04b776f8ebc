import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'

export type Question = {
  title: string
  text: string
  yes: string
  working: string
  no: string
  danger?: boolean
  /** returns the error message, or null on success */ act: () => Promise<string | null>
}

/** A confirmation before an action that has no undo. */
export function Ask({ question, onClose }: { question: Question; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null)
  async function act() {
    setBusy(true)
    const message = await question.act()
    setBusy(false)
    if (message === null) onClose()
    else setFailure((before) => ({ message, attempt: (before?.attempt ?? 0) + 1 }))
  }
  return (
    <Dialog
      open
      title={question.title}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            {question.no}
          </Button>
          <Button variant={question.danger ? 'danger' : 'primary'} busy={busy} busyText={question.working} onClick={() => void act()}>
            {question.yes}
          </Button>
        </>
      }
    >
      <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
      <p>{question.text}</p>
    </Dialog>
  )
}

import * as say from '#words/security.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'

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
  const { busy, message, attempt, run } = useSubmit(() => say.somethingWrong)
  const act = () =>
    run(async () => {
      const refusal = await question.act()
      if (refusal !== null) return { message: refusal }
      onClose()
      return undefined
    })
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
      <FormAlert message={message} attempt={attempt} />
      <p>{question.text}</p>
    </Dialog>
  )
}

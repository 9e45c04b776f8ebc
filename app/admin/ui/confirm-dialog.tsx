import { useState } from 'react'
import type { ReactNode } from 'react'
import * as say from '#words/admin-list.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'

type ConfirmDialogProps = {
  /** names the thing: 'Delete “Rose Cream”?' */
  title: string
  /** what follows from it: 'Its 3 pictures go too. Orders keep their lines.' */
  children: ReactNode
  /** the act with its object: 'Delete Rose Cream' */
  confirm: string
  /** what has to be typed first, for what cannot be made again */
  typed?: string
  keep?: string
  /** throws with a sentence when it was refused; the dialog stays and says it */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/**
 * Asks before what cannot be undone, with the thing's name and what follows (docs/rules.md#back-office-edits). What can be
 * undone is not asked: undo.ts.
 */
export function ConfirmDialog({ title, children, confirm, typed, keep = say.keep, onConfirm, onClose }: ConfirmDialogProps) {
  const form = useSubmit((error) => (error instanceof Error ? error.message : String(error)))
  const [text, setText] = useState('')
  const run = () =>
    form.run(async () => {
      await onConfirm()
      onClose()
    })
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      busy={form.busy}
      actions={
        <>
          <button type="button" className="ctl" disabled={form.busy} onClick={onClose}>
            {keep}
          </button>
          <button type="button" className="ctl ctl-danger" disabled={form.busy || (typed !== undefined && text.trim() !== typed)} onClick={() => void run()}>
            {confirm}
          </button>
        </>
      }
    >
      {children}
      {typed === undefined ? null : (
        <label className="mt-4 grid gap-1">
          {say.typeToConfirm(typed)}
          <input className="box" value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
        </label>
      )}
      {form.message === null ? null : (
        <p role="alert" className="mt-4 rounded-sm bg-cancelled-tint px-3 py-2 text-cancelled">
          {form.message}
        </p>
      )}
    </Dialog>
  )
}

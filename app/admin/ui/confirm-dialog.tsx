import { useState } from 'react'
import type { ReactNode } from 'react'
import * as say from '#words/admin-list.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'

type ConfirmDialogProps = {
  /** contains the name: 'Delete “Rose Cream”?' */
  title: string
  /** the consequences: 'Its 3 pictures go too. Orders keep their lines.' */
  children: ReactNode
  /** the action with its object: 'Delete Rose Cream' */
  confirm: string
  /** text that must be typed first, for irreversible deletions */
  typed?: string
  keep?: string
  /** 'main': the action can be taken back */
  tone?: 'danger' | 'main'
  /** throws with a message if refused; the dialog stays open and shows it */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/**
 * Confirms an action that cannot be undone, with the object's name and the consequences (docs/rules.md#back-office-edits). Actions that can be undone need no
 * confirmation: undo.ts.
 */
export function ConfirmDialog({ title, children, confirm, typed, keep = say.keep, tone = 'danger', onConfirm, onClose }: ConfirmDialogProps) {
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
          <button type="button" className={`ctl ctl-${tone}`} disabled={form.busy || (typed !== undefined && text.trim() !== typed)} onClick={() => void run()}>
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

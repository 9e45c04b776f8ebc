import type { SyntheticEvent } from 'react'
import * as say from '#words/admin-customers.ts'
import { addNote, saveNote } from '../../../data/admin/customers/customer-notes.ts'
import type { CustomerNote } from '../../../data/admin/customers/customer-notes.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useTyped } from '../../../ui/form/use-typed.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { StaleEdit, conflictsOf } from '../../ui/stale-edit.tsx'

type NoteBoxProps = {
  text: string
  onText: (text: string) => void
  button: string
  form: { attempt: number; message: string | null; errors: FieldErrors; onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void }
  busy: boolean
  onCancel?: () => void
}

function NoteBox({ text, onText, button, form, busy, onCancel }: NoteBoxProps) {
  return (
    <form noValidate className="grid gap-3" onSubmit={form.onSubmit}>
      <FormAlert message={form.message} attempt={form.attempt} />
      <TextAreaField
        label={say.note}
        name="note"
        rows={2}
        maxLength={2000}
        value={text}
        error={form.errors['note']}
        onChange={(event) => onText(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel ? (
          <button type="button" className="ctl" disabled={busy} onClick={onCancel}>
            {say.cancel}
          </button>
        ) : null}
        <button type="submit" className="ctl" aria-disabled={busy}>
          {busy ? say.saving : button}
        </button>
      </div>
    </form>
  )
}

const checkNote = ({ note }: { note: string }): FieldErrors => (note.trim() === '' ? { note: say.noteEmpty } : {})
const noteFailed = (error: unknown) => serverMessage(error, say.noteFailed)

/** Begins a note. What is typed while one is saved is the next. */
export function AddNote({ userId, onAdded }: { userId: string; onAdded: () => Promise<unknown> }) {
  const { typed, set, sent } = useTyped({ note: '' })
  const form = useSubmit(noteFailed)
  const onSubmit = form.onSubmit(() => {
    const errors = checkNote(typed)
    if (Object.keys(errors).length > 0) return { errors }
    return async () => {
      await addNote(userId, typed.note.trim())
      sent(typed)
      await onAdded()
      toast({ title: say.noteAdded, tone: 'success' })
    }
  })
  return (
    <NoteBox
      text={typed.note}
      onText={(note) => {
        set({ note })
        form.edited('note')
      }}
      button={say.addNote}
      form={{ ...form, onSubmit }}
      busy={form.busy}
    />
  )
}

/** A note that is being edited; if it was changed in another tab, both versions are shown. */
export function EditNote({ note, onSaved, onDone }: { note: CustomerNote; onSaved: () => void; onDone: () => void }) {
  const form = useEditForm<CustomerNote, { note: string }>({
    row: note,
    valuesOf: (row) => ({ note: row.note }),
    check: checkNote,
    failed: noteFailed,
    async save({ values, row }) {
      const result = await saveNote(row, values.note.trim())
      if (result.ok) {
        toast({ title: say.noteSaved, tone: 'success' })
        return { ok: true, row: result.row }
      }
      if (result.code === 'STALE') return { ok: false, stale: { row: result.current, by: null } }
      return { ok: false, message: result.code === 'GONE' ? say.noteGone : result.message }
    },
    onRow: onSaved,
    onDone,
  })
  function takeTheirs() {
    onSaved()
    onDone()
  }
  return (
    <div className="grid gap-3">
      {form.stale === null ? null : (
        <StaleEdit of={{ ...form, takeTheirs }} conflicts={conflictsOf(form.before, form.stale.values, form.changes, { note: say.note })} />
      )}
      <NoteBox text={form.values.note} onText={(text) => form.set({ note: text })} button={say.save} form={form} busy={form.saving} onCancel={onDone} />
    </div>
  )
}

import type { RefObject, SyntheticEvent } from 'react'
import * as say from '#words/admin-orders.ts'
import { correctNote, writeNote } from '../../../data/admin/orders/order.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useTyped } from '../../../ui/form/use-typed.ts'

const LONGEST_NOTE = 2000

type NoteBoxProps = {
  label: string
  submit: string
  text: string
  onText: (text: string) => void
  form: { message: string | null; onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void }
  busy: boolean
  box?: RefObject<HTMLTextAreaElement | null>
  onCancel?: () => void
}

function NoteBox({ label, submit, text, onText, form, busy, box, onCancel }: NoteBoxProps) {
  return (
    <form className="grid gap-2" onSubmit={form.onSubmit}>
      <div className="flex items-start gap-2">
        <textarea
          ref={box}
          rows={Math.min(8, Math.max(1, text.split('\n').length))}
          aria-label={label}
          placeholder={label}
          maxLength={LONGEST_NOTE}
          value={text}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
          }}
          className="box min-w-0 flex-1 py-[6px]"
        />
        <button type="submit" className="ctl" aria-disabled={busy}>
          {submit}
        </button>
        {onCancel ? (
          <button type="button" className="ctl ctl-quiet" onClick={onCancel}>
            {say.keep}
          </button>
        ) : null}
      </div>
      {form.message === null ? null : (
        <p role="alert" className="text-bad">
          {form.message}
        </p>
      )}
    </form>
  )
}

const failed = (error: unknown) => serverMessage(error, say.noteFailed)

type AddNoteProps = { orderId: string; box: RefObject<HTMLTextAreaElement | null>; onAdded: () => Promise<unknown> }

/** Begins a note. What is typed while one is saved is the next. */
export function AddNote({ orderId, box, onAdded }: AddNoteProps) {
  const { typed, set, sent } = useTyped({ body: '' })
  const form = useSubmit(failed)
  const onSubmit = form.onSubmit(() => {
    if (typed.body.trim() === '') return { message: say.noteEmpty }
    return async () => {
      await writeNote(orderId, typed.body.trim())
      sent(typed)
      await onAdded()
    }
  })
  return (
    <NoteBox
      label={say.addNote}
      submit={say.add}
      text={typed.body}
      onText={(body) => set({ body })}
      form={{ message: form.message, onSubmit }}
      busy={form.busy}
      box={box}
    />
  )
}

type CorrectNoteProps = { id: string; body: string; onSaved: () => Promise<unknown>; onDone: () => void }

/** Corrects a note of one's own while that is allowed; after that the text stays here, to copy. */
export function CorrectNote({ id, body, onSaved, onDone }: CorrectNoteProps) {
  const form = useEditForm<{ body: string }, { body: string }>({
    row: { body },
    valuesOf: (row) => row,
    failed,
    async save({ values }) {
      const text = values.body.trim()
      if (text === '') return { ok: false, message: say.noteEmpty }
      if (!(await correctNote(id, text))) return { ok: false, message: say.noteClosed }
      return { ok: true, row: { body: text } }
    },
    onRow: onSaved,
    onDone,
  })
  return (
    <NoteBox
      label={say.editNote}
      submit={say.save}
      text={form.values.body}
      onText={(text) => form.set({ body: text })}
      form={form}
      busy={form.saving}
      onCancel={onDone}
    />
  )
}

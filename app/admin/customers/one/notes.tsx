import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOutletContext } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-customers.ts'
import { fetchStaff } from '../../../data/admin/reports/audit.ts'
import { askIsSuperAdmin } from '../../../data/admin/staff/access.ts'
import { addNote, deleteNote, fetchNotes, saveNote } from '../../../data/admin/customers/customer-notes.ts'
import type { CustomerNote } from '../../../data/admin/customers/customer-notes.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import type { SessionUser } from '../../../data/session/session.ts'
import { TextSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { StaleEdit, conflictsOf } from '../../ui/stale-edit.tsx'

/** Notes of admins about a customer. Authors can edit their own notes. */
export function Notes({ userId }: { userId: string }) {
  const me = useOutletContext<SessionUser>()
  const notes = useQuery({ queryKey: ['customer-notes', userId], queryFn: () => fetchNotes(userId) })
  const staff = useQuery({ queryKey: ['staff'], queryFn: fetchStaff, staleTime: 300_000 })
  const superAdmin = useQuery({ queryKey: ['is-super-admin', me.id], queryFn: () => askIsSuperAdmin(me.id), staleTime: 60_000 })
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<CustomerNote | null>(null)
  const authorOf = ({ author }: CustomerNote) => (author === null ? say.someone : (staff.data?.get(author) ?? say.someone))
  const reload = () => Promise.all(['customer-notes', 'row-history'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

  return (
    <section className="rounded-md border border-line p-4 md:p-5" aria-label={say.notes}>
      <h2>{say.notes}</h2>
      <p className="mt-1 mb-3 text-ink-2">{say.notesText}</p>
      <NoteForm
        text=""
        button={say.addNote}
        onSave={async (text) => {
          await addNote(userId, text)
          await reload()
          toast({ title: say.noteAdded, tone: 'success' })
        }}
      />
      {notes.isPending ? <TextSkeleton lines={2} className="mt-4" /> : null}
      {notes.isError ? <ErrorPanel title={say.notesFailed} error={notes.error} onRetry={() => void notes.refetch()} /> : null}
      {notes.data?.length === 0 ? <p className="mt-3 text-ink-2">{say.noNotes}</p> : null}
      <ol className="mt-3 grid">
        {(notes.data ?? []).map((note) => {
          const day = formatDate(note.created_at)
          const mine = note.author === me.id
          return (
            <li key={note.id} className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
              {editing === note.id ? (
                <EditNote
                  note={note}
                  onDone={() => {
                    setEditing(null)
                    void reload()
                  }}
                />
              ) : (
                <>
                  <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note.note}</p>
                  <div className="mt-1 flex flex-wrap items-center gap-x-3 text-ink-2">
                    <span className="mr-auto">
                      <time dateTime={note.created_at}>{day}</time> {say.noteBy(authorOf(note))}
                      {note.updated_at === note.created_at ? null : `, ${say.noteEdited}`}
                    </span>
                    <span className="flex">
                      {mine ? (
                        <button type="button" aria-label={say.editNote(day)} className="ctl ctl-quiet" onClick={() => setEditing(note.id)}>
                          {say.edit}
                        </button>
                      ) : null}
                      {mine || superAdmin.data === true ? (
                        <button type="button" aria-label={say.deleteNote(day)} className="ctl ctl-quiet" onClick={() => setDeleting(note)}>
                          {say.remove}
                        </button>
                      ) : null}
                    </span>
                  </div>
                </>
              )}
            </li>
          )
        })}
      </ol>
      {deleting === null ? null : (
        <ConfirmDialog
          title={say.deleteNoteTitle}
          confirm={say.deleteNoteButton}
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            const done = await deleteNote(deleting.id)
            await reload()
            toast(done ? { title: say.noteDeleted, tone: 'success' } : { title: say.noteNotDeleted, tone: 'error' })
          }}
        >
          {say.deleteNoteText(authorOf(deleting), formatDate(deleting.created_at))}
        </ConfirmDialog>
      )}
    </section>
  )
}

type NoteFormProps = { text: string; button: string; onSave: (text: string) => Promise<unknown>; onCancel?: () => void }

function NoteForm({ text, button, onSave, onCancel }: NoteFormProps) {
  const form = useSubmit((error) => serverMessage(error, say.noteFailed))
  const submit = form.onSubmit((data, element) => {
    const typed = fieldText(data, 'note').trim()
    if (typed === '') return { errors: { note: say.noteEmpty } }
    return async () => {
      await onSave(typed)
      element.reset()
    }
  })
  return (
    <form noValidate className="grid gap-3" onChange={form.onChange} onSubmit={submit}>
      <FormAlert message={form.message} attempt={form.attempt} />
      <TextAreaField label={say.note} name="note" rows={2} maxLength={2000} defaultValue={text} error={form.errors['note']} />
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel ? (
          <button type="button" className="ctl" disabled={form.busy} onClick={onCancel}>
            {say.cancel}
          </button>
        ) : null}
        <button type="submit" className="ctl" aria-disabled={form.busy}>
          {form.busy ? say.saving : button}
        </button>
      </div>
    </form>
  )
}

/** A note that is being edited; if it was changed in another tab, both versions are shown. */
function EditNote({ note, onDone }: { note: CustomerNote; onDone: () => void }) {
  const [stale, setStale] = useState<{ row: CustomerNote; mine: string } | null>(null)
  async function save(from: CustomerNote, text: string) {
    const result = await saveNote(from, text)
    if (result.ok) {
      toast({ title: say.noteSaved, tone: 'success' })
      onDone()
    } else if (result.code === 'STALE') setStale({ row: result.current, mine: text })
    else throw new Error(result.code === 'GONE' ? say.noteGone : result.message)
  }
  return (
    <div className="grid gap-3">
      {stale === null ? null : (
        <StaleEdit
          of={{
            stale: { by: null },
            takeTheirs: onDone,
            saveMine: () => void save(stale.row, stale.mine).catch(() => toast({ title: say.noteFailed, tone: 'error' })),
          }}
          conflicts={conflictsOf({ note: note.note }, { note: stale.row.note }, { note: stale.mine }, { note: say.note })}
        />
      )}
      <NoteForm text={note.note} button={say.save} onSave={(text) => save(note, text)} onCancel={onDone} />
    </div>
  )
}

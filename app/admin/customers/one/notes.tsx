import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOutletContext } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-customers.ts'
import { fetchStaff } from '../../../data/admin/reports/audit.ts'
import { askIsSuperAdmin } from '../../../data/admin/staff/access.ts'
import { deleteNote, fetchNotes } from '../../../data/admin/customers/customer-notes.ts'
import type { CustomerNote } from '../../../data/admin/customers/customer-notes.ts'
import { queryClient } from '../../../data/api/queries.ts'
import type { SessionUser } from '../../../data/session/session.ts'
import { TextSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { AddNote, EditNote } from './note-forms.tsx'

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
      <AddNote userId={userId} onAdded={reload} />
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
                <EditNote note={note} onSaved={() => void reload()} onDone={() => setEditing(null)} />
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

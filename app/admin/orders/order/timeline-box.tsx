import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-orders.ts'
import { correctNote, deleteNote, fetchTimeline, writeNote } from '../../../data/admin/orders/order.ts'
import type { TimelineEntry } from '../../../data/admin/orders/order.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { TextSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useMay } from '../../access.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Changes } from '../../ui/history-panel.tsx'
import { Box } from './box.tsx'
import { timelineWords } from './timeline-words.ts'

export const timelineKey = (orderId: string) => ['admin-order-timeline', orderId]
const LONGEST_NOTE = 2000

/** All events of the order, the latest first, with the notes of staff. */
export function TimelineBox({ orderId, noteBox }: { orderId: string; noteBox: React.RefObject<HTMLTextAreaElement | null> }) {
  const timeline = useQuery({ queryKey: timelineKey(orderId), queryFn: () => fetchTimeline(orderId) })
  const reload = () => queryClient.invalidateQueries({ queryKey: timelineKey(orderId) })
  const may = useMay()
  return (
    <Box title={say.timeline}>
      {may('orders.process') ? (
        <NoteForm
          box={noteBox}
          label={say.addNote}
          submit={say.add}
          onSave={async (body) => {
            await writeNote(orderId, body)
            await reload()
          }}
        />
      ) : null}
      {timeline.isPending ? <TextSkeleton lines={4} className="mt-4" /> : null}
      {timeline.isError ? <ErrorPanel title={say.readFailed} error={timeline.error} onRetry={() => void timeline.refetch()} /> : null}
      <ol className="mt-4 grid">
        {timeline.data?.toReversed().map((entry) => (
          <li key={`${entry.kind}-${entry.data.id}`} className="relative border-l border-line pb-4 pl-5 last:pb-0">
            <span
              aria-hidden="true"
              className={`absolute top-[5px] -left-[5px] size-[9px] rounded-full border ${entry.kind === 'step' ? 'border-accent bg-accent' : 'border-control bg-surface'}`}
            />
            <Entry entry={entry} onChanged={reload} />
          </li>
        ))}
      </ol>
    </Box>
  )
}

function Entry({ entry, onChanged }: { entry: TimelineEntry; onChanged: () => Promise<void> }) {
  const who = entry.actor_name ?? (entry.actor === null ? say.theShop : say.someone)
  return (
    <>
      <p>
        <b className="font-semibold">{timelineWords(entry)}</b>{' '}
        <span className="text-ink-2">
          {entry.kind === 'mail' ? null : `${who}, `}
          <time dateTime={entry.at}>{formatDate(entry.at)}</time>
        </span>
      </p>
      {entry.kind === 'change' ? <Changes changes={entry.data.changes} /> : null}
      {entry.kind === 'note' ? <Note note={entry.data} onChanged={onChanged} /> : null}
    </>
  )
}

function Note({ note, onChanged }: { note: Extract<TimelineEntry, { kind: 'note' }>['data']; onChanged: () => Promise<void> }) {
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null)
  async function done(kept: boolean) {
    setDoing(null)
    if (!kept) toast({ title: say.noteClosed, tone: 'error' })
    await onChanged()
  }
  if (doing === 'edit') {
    return (
      <NoteForm
        label={say.editNote}
        submit={say.save}
        initial={note.body}
        onCancel={() => setDoing(null)}
        onSave={async (body) => done(await correctNote(note.id, body))}
      />
    )
  }
  return (
    <div className="mt-1 rounded-sm bg-well px-3 py-2">
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">
        {note.body} {note.edited_at === null ? null : <span className="text-ink-2">({say.edited})</span>}
      </p>
      {note.mine ? (
        <p className="mt-1 flex gap-3">
          <button type="button" className="link min-h-6" onClick={() => setDoing('edit')}>
            {say.editNote}
          </button>
          <button type="button" className="link min-h-6" onClick={() => setDoing('delete')}>
            {say.deleteNote}
          </button>
        </p>
      ) : null}
      {doing === 'delete' ? (
        <ConfirmDialog
          title={`${say.deleteNote}?`}
          confirm={say.deleteNote}
          onClose={() => setDoing(null)}
          onConfirm={async () => {
            const deleted = await deleteNote(note.id)
            if (deleted) toast({ title: say.noteDeleted, tone: 'success' })
            await done(deleted)
          }}
        >
          <p className="whitespace-pre-line">“{note.body.slice(0, 200)}”</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

type NoteFormProps = {
  label: string
  submit: string
  initial?: string
  box?: React.RefObject<HTMLTextAreaElement | null>
  onCancel?: () => void
  /** throws if it was not saved; the typed text stays */
  onSave: (body: string) => Promise<unknown>
}

function NoteForm({ label, submit, initial = '', box, onCancel, onSave }: NoteFormProps) {
  const [text, setText] = useState(initial)
  const form = useSubmit((error) => serverMessage(error, say.noteFailed))
  const send = form.onSubmit(() => {
    if (text.trim() === '') return { message: say.noteEmpty }
    return async () => {
      await onSave(text.trim())
      setText('')
    }
  })
  return (
    <form className="grid gap-2" onSubmit={send}>
      <div className="flex items-start gap-2">
        <textarea
          ref={box}
          rows={Math.min(8, Math.max(1, text.split('\n').length))}
          aria-label={label}
          placeholder={label}
          maxLength={LONGEST_NOTE}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
          }}
          className="box min-w-0 flex-1 py-[6px]"
        />
        <button type="submit" className="ctl" aria-disabled={form.busy}>
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

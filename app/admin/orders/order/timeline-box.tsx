import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-orders.ts'
import { deleteNote, fetchTimeline } from '../../../data/admin/orders/order.ts'
import type { TimelineEntry } from '../../../data/admin/orders/order.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { TextSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useMay } from '../../access.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Changes } from '../../ui/history-panel.tsx'
import { Box } from './box.tsx'
import { AddNote, CorrectNote } from './note-forms.tsx'
import { timelineWords } from './timeline-words.ts'

export const timelineKey = (orderId: string) => ['admin-order-timeline', orderId]

/** All events of the order, the latest first, with the notes of staff. */
export function TimelineBox({ orderId, noteBox }: { orderId: string; noteBox: React.RefObject<HTMLTextAreaElement | null> }) {
  const timeline = useQuery({ queryKey: timelineKey(orderId), queryFn: () => fetchTimeline(orderId) })
  const reload = () => queryClient.invalidateQueries({ queryKey: timelineKey(orderId) })
  const may = useMay()
  return (
    <Box title={say.timeline}>
      {may('orders.process') ? <AddNote orderId={orderId} box={noteBox} onAdded={reload} /> : null}
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
      {entry.kind === 'undone' && entry.data.reason !== null ? <p className="[overflow-wrap:anywhere]">{entry.data.reason}</p> : null}
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
    return <CorrectNote id={note.id} body={note.body} onSaved={onChanged} onDone={() => setDoing(null)} />
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

import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { groupIndian } from '#domain/money/money.ts'
import * as say from '#words/admin-import.ts'
import * as pictures from '#words/admin-picture-downloads.ts'
import { useOffline } from '../../../data/api/use-offline.ts'
import { AdminIcon } from '../../ui/admin-icon.tsx'
import type { Checked } from './check.ts'
import { downloadErrors } from './error-text.ts'
import type { ImportRun, RunState } from './run-import.ts'
import { PictureDownloads } from './picture-downloads.tsx'
import { UndoImport } from './undo-import.tsx'

type StepRunProps = { run: ImportRun; importId: string; checked: Checked; listName: string; seconds: string | null; onAgain: () => void }

/** The progress of the import, and its results. */
export function StepRun({ run, importId, checked, listName, seconds, onAgain }: StepRunProps) {
  const state = useSyncExternalStore(run.subscribe, run.state)
  const offline = useOffline()
  const { status, why } = state
  useEffect(() => {
    if (status !== 'paused' || why !== 'lost' || offline) return undefined
    // The connection is back, or the shop was only busy: retry after a short wait.
    const clock = setTimeout(run.resume, AGAIN_MS)
    return () => clearTimeout(clock)
  }, [status, why, offline, run])
  const leftOut = checked.rows.filter(({ outcome }) => outcome === 'refused').length + state.refusals.length
  const ended = status === 'done' || status === 'stopped' || status === 'refused'
  const results = {
    new: state.added,
    changed: state.changed,
    same: state.same + checked.rows.filter(({ outcome }) => outcome === 'same').length,
    refused: leftOut,
  }

  return (
    <section className="grid max-w-[760px] gap-4 rounded-md border border-line p-5">
      <h2 className="flex items-baseline gap-2">
        {status === 'done' ? say.doneTitle : status === 'stopped' ? say.stoppedTitle : status === 'refused' ? say.refusedTitle : say.importing}
        {status === 'done' && seconds !== null ? <span className="text-2xs font-normal text-ink-2">{say.took(seconds)}</span> : null}
      </h2>
      <div className="grid gap-1">
        <progress className={BAR} aria-label={say.importing} max={Math.max(1, state.total)} value={state.done} />
        <p role="status" className="text-ink-2">
          {say.progress(state.done, state.total)}
        </p>
      </div>
      <Message state={state} />
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {(['new', 'changed', 'same', 'refused'] as const).map((one) => (
          <div key={one}>
            <dt className={one === 'refused' && leftOut > 0 ? 'text-cancelled' : 'text-ink-2'}>{say.results[one]}</dt>
            <dd className="text-xl font-semibold">{groupIndian(String(results[one]))}</dd>
          </div>
        ))}
      </dl>
      {state.families === 0 ? null : <p>{say.familiesMade(state.families)}</p>}
      {state.familyRefusals.map(({ name, message }) => (
        <p key={name} className="rounded-sm bg-pending-tint px-3 py-2 text-pending">
          {say.familyRefused(name, message)}
        </p>
      ))}
      {state.pictures.known === 0 ? null : <p>{pictures.known(state.pictures.known)}</p>}
      {ended && state.pictures.queued > 0 ? (
        <>
          <p>{pictures.queued(state.pictures.queued)}</p>
          <PictureDownloads />
        </>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {status === 'running' || status === 'paused' ? (
          <button type="button" className="ctl" onClick={run.stop}>
            {say.stop}
          </button>
        ) : null}
        {status === 'paused' ? (
          <button type="button" className="ctl ctl-main" onClick={run.resume}>
            {say.goOn}
          </button>
        ) : null}
        {ended ? (
          <Link to="/admin/products" className="ctl ctl-main">
            {say.seeProducts}
          </Link>
        ) : null}
        {ended && leftOut > 0 ? (
          <button type="button" className="ctl" onClick={() => downloadErrors(checked.rows, state.refusals, listName)}>
            <AdminIcon name="export" /> {say.resultCsv}
          </button>
        ) : null}
        {ended && state.added + state.changed > 0 ? <UndoImport id={importId} fileName={listName} /> : null}
        {ended ? (
          <button type="button" className="ctl" onClick={onAgain}>
            {say.anotherFile}
          </button>
        ) : null}
      </div>
    </section>
  )
}

const AGAIN_MS = 3000
/** The browser's own progress bar in the shop's colours. */
export const BAR =
  'h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent'

function Message({ state: { status, why, message, total, done } }: { state: RunState }) {
  const text =
    status === 'stopping'
      ? say.stopping
      : status === 'paused'
        ? why === 'signedOut'
          ? say.pausedSignedOut
          : say.pausedLost
        : status === 'stopped'
          ? say.stoppedText(total - done)
          : status === 'refused'
            ? say.refusedText(total - done, message ?? '')
            : null
  if (text === null) return null
  return (
    <p
      role={status === 'refused' ? 'alert' : 'status'}
      className={`rounded-sm px-3 py-2 ${status === 'refused' ? 'bg-cancelled-tint text-cancelled' : 'bg-pending-tint text-pending'}`}
    >
      {text}
    </p>
  )
}

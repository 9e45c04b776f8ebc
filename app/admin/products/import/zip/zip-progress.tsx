import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { groupIndian } from '#domain/money/money.ts'
import * as say from '#words/admin-zip-pictures.ts'
import { useOffline } from '../../../../data/api/use-offline.ts'
import { BAR } from '../step-run.tsx'
import { UndoImport } from '../undo-import.tsx'
import type { ZipRun } from './upload-zip.ts'

/** How long to wait before trying again, ms. */
const AGAIN = 3000
/** Failures of a list; more help no one. */
const SHOWN = 100

type ZipProgressProps = { run: ZipRun; importId: string; fileName: string; onAgain: () => void }

/** The progress of the upload, and its results. */
export function ZipProgress({ run, importId, fileName, onAgain }: ZipProgressProps) {
  const state = useSyncExternalStore(run.subscribe, run.state)
  const offline = useOffline()
  const { status } = state
  useEffect(() => {
    if (status !== 'paused' || offline) return undefined
    const clock = setTimeout(run.resume, AGAIN)
    return () => clearTimeout(clock)
  }, [status, offline, run])
  const ended = status === 'done' || status === 'stopped'
  return (
    <section className="grid max-w-[760px] gap-4 rounded-md border border-line p-5">
      <h2>{status === 'done' ? say.done : status === 'stopped' ? say.stopped : say.uploading}</h2>
      <div className="grid gap-1">
        <progress className={BAR} aria-label={say.uploading} max={Math.max(1, state.total)} value={state.done} />
        <p role="status" className="text-ink-2">
          {say.progress(state.done, state.total)}
        </p>
      </div>
      {status === 'paused' ? (
        <p role="status" className="rounded-sm bg-pending-tint px-3 py-2 text-pending">
          {say.paused}
        </p>
      ) : null}
      <dl className="grid grid-cols-3 gap-3">
        {([say.added, say.known, say.failed] as const).map((name, at) => (
          <div key={name}>
            <dt className={at === 2 && state.failed.length > 0 ? 'text-cancelled' : 'text-ink-2'}>{name}</dt>
            <dd className="text-xl font-semibold">{groupIndian(String([state.added, state.known, state.failed.length][at]))}</dd>
          </div>
        ))}
      </dl>
      {state.failed.length === 0 ? null : (
        <div>
          {state.failed.length > SHOWN ? <p className="text-ink-2">{say.failedShown(SHOWN, state.failed.length)}</p> : null}
          <ul className="max-h-60 overflow-y-auto text-ink-2">
            {state.failed.slice(0, SHOWN).map(({ path, reason }) => (
              <li key={path} className="py-1 wrap-anywhere">
                {say.failedFile(path, say.reasons[reason] ?? reason)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {ended ? (
          <>
            <Link to="/admin/products" className="ctl ctl-main">
              {say.seeProducts}
            </Link>
            {state.added > 0 ? <UndoImport id={importId} fileName={fileName} /> : null}
            <button type="button" className="ctl" onClick={onAgain}>
              {say.other}
            </button>
          </>
        ) : (
          <>
            <button type="button" className="ctl" onClick={run.stop}>
              {say.stop}
            </button>
            {status === 'paused' ? (
              <button type="button" className="ctl ctl-main" onClick={run.resume}>
                {say.goOn}
              </button>
            ) : null}
          </>
        )}
      </div>
    </section>
  )
}

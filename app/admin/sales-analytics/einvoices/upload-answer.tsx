import { useId, useState } from 'react'
import * as say from '#words/admin-einvoices.ts'
import { recordEInvoices } from '../../../data/admin/reports/e-invoices.ts'
import type { RecordedRow } from '../../../data/admin/reports/e-invoices.ts'
import { readAnswer } from './read-answer.ts'

export type Outcome = { message: string } | { rows: RecordedRow[] }

/** The button that takes the portal's file. */
export function UploadAnswer({ onDone }: { onDone: (outcome: Outcome) => void }) {
  const [busy, setBusy] = useState(false)
  const hint = useId()
  async function take(file: File) {
    setBusy(true)
    onDone(await store(file))
    setBusy(false)
  }
  return (
    <>
      {/* the whole label is the button, so that the input keeps its name, focus and keyboard */}
      <label className={`ctl cursor-pointer has-focus-visible:outline-2 max-md:w-full ${busy ? 'opacity-60' : ''}`}>
        {busy ? say.uploading : say.upload}
        <input
          type="file"
          className="sr-only"
          accept=".json,.csv,application/json,text/csv"
          aria-describedby={hint}
          disabled={busy}
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = '' // the same file can be chosen again
            if (file) void take(file)
          }}
        />
      </label>
      <span id={hint} className="sr-only">
        {say.uploadHint}
      </span>
    </>
  )
}

async function store(file: File): Promise<Outcome> {
  try {
    const read = await readAnswer(file)
    return read.ok ? { rows: await recordEInvoices(read.rows) } : { message: read.message }
  } catch {
    return { message: say.uploadFailed }
  }
}

/** What became of the rows of the file. */
export function OutcomeBox({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const rows = 'rows' in outcome ? outcome.rows : []
  const count = (code: string) => rows.filter(({ result }) => result === code).length
  const refused = rows.filter(({ result }) => result !== 'RECORDED' && result !== 'SAME')
  return (
    <div role="status" className="flex flex-wrap items-start gap-3 rounded-md border border-line bg-surface px-4 py-3">
      <div className="min-w-0 flex-1 basis-[240px] [overflow-wrap:anywhere]">
        {'message' in outcome ? (
          <p>{outcome.message}</p>
        ) : (
          <p className="font-semibold">
            {[
              say.stored(count('RECORDED')),
              ...(count('SAME') > 0 ? [say.storedBefore(count('SAME'))] : []),
              ...(refused.length > 0 ? [say.refused(refused.length)] : []),
            ].join(' · ')}
          </p>
        )}
        {refused.length > 0 ? (
          <ul className="mt-2 grid max-h-[240px] gap-1 overflow-y-auto">
            {refused.map(({ number, result }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the rows of one file, which do not change
              <li key={index}>
                <b className="font-medium">{number === '' ? say.noNumber : number}</b>: {say.resultOf(result)}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <button type="button" className="ctl" onClick={onClose}>
        {say.close}
      </button>
    </div>
  )
}

import { useState } from 'react'
import * as say from '#words/admin-remittances.ts'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { CheckAndBook } from './check-and-book.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { loadFile } from './load-file.ts'
import type { LoadedFile } from './load-file.ts'

/** A courier's list of paid parcels becomes payments of its orders: the file, what its columns have, a check, and one booking. */
export default function BookRemittance() {
  const [file, setFile] = useState<LoadedFile | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)

  async function take(chosen: File | undefined) {
    if (!chosen) return
    setFailure(null)
    try {
      setFile(await loadFile(chosen))
    } catch (error) {
      setAttempt((before) => before + 1)
      setFailure(error instanceof Error ? error.message : say.unreadable)
    }
  }

  return (
    <>
      <PageHead title={say.add} back={{ to: '/admin/orders/remittances', label: say.title }} />
      <FormAlert message={failure} attempt={attempt} />
      <div className="mb-5 grid max-w-[75ch] justify-items-start gap-3">
        {file === null ? (
          <p className="text-pretty text-ink-2">{say.fileText}</p>
        ) : (
          <p className="font-semibold [overflow-wrap:anywhere]">{say.fileIs(file.name, file.lines.length)}</p>
        )}
        <label
          className={`ctl cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring ${file === null ? 'ctl-main' : ''}`}
        >
          {file === null ? say.choose : say.another}
          <input
            type="file"
            aria-label={say.choose}
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            className="sr-only"
            onChange={(event) => {
              void take(event.target.files?.[0])
              // the same file can be chosen again after a correction
              event.target.value = ''
            }}
          />
        </label>
      </div>
      {file === null ? null : (
        <>
          <ColumnChoice file={file} onChange={(columns) => setFile({ ...file, columns })} />
          <CheckAndBook file={file} />
        </>
      )}
    </>
  )
}

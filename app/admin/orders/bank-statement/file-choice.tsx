import { useEffect, useRef, useState } from 'react'
import * as say from '#words/admin-bank-statement.ts'
import { AdminIcon } from '../../ui/admin-icon.tsx'
import { loadStatement } from './load-statement.ts'
import type { LoadedStatement } from './load-statement.ts'

type FileChoiceProps = { /** a statement is shown already */ again: boolean; onLoaded: (statement: LoadedStatement) => void }

/** Takes the file of a statement, read on this device. */
export function FileChoice({ again, onLoaded }: FileChoiceProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function take(file: File | undefined) {
    if (!file) return
    leaving.current?.abort()
    const mine = new AbortController()
    leaving.current = mine
    setFailure(null)
    setBusy(true)
    try {
      const statement = await loadStatement(file, mine.signal)
      if (!mine.signal.aborted) onLoaded(statement)
    } catch (error) {
      if (!mine.signal.aborted) setFailure(error instanceof Error ? error.message : say.noLines)
    }
    if (!mine.signal.aborted) setBusy(false)
  }

  const button = (
    <label
      className={`ctl ${again ? '' : 'ctl-main'} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring`}
    >
      {busy ? say.reading : again ? say.chooseOther : say.choose}
      <input
        type="file"
        aria-label={again ? say.chooseOther : say.choose}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        className="sr-only"
        onChange={(event) => {
          void take(event.target.files?.[0])
          // so that the same file can be chosen again
          event.target.value = ''
        }}
      />
    </label>
  )
  const alert =
    failure === null ? null : (
      <p role="alert" className="rounded-sm bg-cancelled-tint px-3 py-2 text-cancelled">
        {failure}
      </p>
    )
  if (again) {
    return (
      <div className="grid gap-2">
        <p>{button}</p>
        {alert}
      </div>
    )
  }
  return (
    <div className="grid max-w-[760px] gap-4">
      {alert}
      <div className="grid justify-items-center gap-3 rounded-md border border-dashed border-control bg-well px-4 py-10 text-center">
        <AdminIcon name="export" size={28} className="rotate-180 text-ink-2" />
        {button}
        <p className="max-w-[56ch] text-pretty text-ink-2">{say.fileText}</p>
      </div>
      <p className="max-w-[70ch] text-pretty text-ink-2">{say.kept}</p>
    </div>
  )
}

import { useState } from 'react'
import { initials } from '#domain/product-import/made-sku.ts'
import { readHsn } from '#domain/product-import/read-cell.ts'
import { readPercent } from '#domain/product-import/read-number.ts'
import type { CellErrorCode } from '#domain/product-import/read-row.ts'
import type { CheckedRow } from '#domain/product-import/validate-list.ts'
import type { Warning } from '#domain/product-import/remedies.ts'
import * as say from '#words/admin-import.ts'
import type { Tab } from './check-tabs.ts'
import type { Options } from './options.ts'

export type Reason = Warning | CellErrorCode

const reasonsOf = (row: CheckedRow, tab: Tab): Reason[] =>
  tab === 'warned' ? row.warnings : tab === 'refused' ? [...new Set(row.errors.map(({ code }) => code))] : []
export const hasReason = (row: CheckedRow, tab: Tab, reason: Reason): boolean => reasonsOf(row, tab).includes(reason)
const isWarning = (reason: Reason): reason is Warning => reason in say.warnings
const textOf = (reason: Reason): string => (isWarning(reason) ? say.warnings[reason] : say.errorKinds[reason])

type ReasonsProps = {
  tab: Tab
  rows: readonly CheckedRow[]
  options: Options
  /** the reason whose rows the table shows; null: all */
  chosen: Reason | null
  onChoose: (reason: Reason | null) => void
  onOptions: (options: Options) => void
}

/** The warnings or errors of the rows by their reason, most frequent first, each with what can be decided for all its rows at once. */
export function Reasons({ tab, rows, options, chosen, onChoose, onOptions }: ReasonsProps) {
  const counts = new Map<Reason, number>()
  for (const row of rows) for (const reason of reasonsOf(row, tab)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const reasons = [...counts].toSorted(([, a], [, b]) => b - a)
  const decided = decisions(options)
  if (reasons.length === 0 && decided.length === 0) return null
  return (
    <ul aria-label={say.reasonsLabel} className="grid border-b border-line">
      {reasons.map(([reason, count]) => (
        <li key={reason} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 not-first:border-t not-first:border-line">
          <button
            type="button"
            aria-pressed={chosen === reason}
            onClick={() => onChoose(chosen === reason ? null : reason)}
            className={`min-h-8 min-w-0 rounded-sm px-2 text-left ${chosen === reason ? 'bg-chosen font-semibold' : 'hover:bg-sunken'}`}
          >
            {say.reasonCount(textOf(reason), count)}
          </button>
          <Remedy reason={reason} count={count} options={options} onOptions={onOptions} />
        </li>
      ))}
      {decided.map(({ text, without }) => (
        <li key={text} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2 text-ink-2 not-first:border-t not-first:border-line">
          {text}
          <button type="button" className="ctl" onClick={() => onOptions(without)}>
            {say.undoDecision}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What was decided for all rows, and the options without it. */
function decisions(options: Options): { text: string; without: Options }[] {
  const { remedies } = options
  const made: { text: string; without: Options }[] = []
  if (remedies.hsn !== null) made.push({ text: say.decided.hsn(remedies.hsn), without: { ...options, remedies: { ...remedies, hsn: null } } })
  if (remedies.gstPercent !== null)
    made.push({ text: say.decided.rate(remedies.gstPercent), without: { ...options, remedies: { ...remedies, gstPercent: null } } })
  if (remedies.makeSkus) made.push({ text: say.decided.skus(initials(options.source)), without: { ...options, remedies: { ...remedies, makeSkus: false } } })
  if (options.unsellable === 'cap') made.push({ text: say.decided.cap, without: { ...options, unsellable: 'refuse' } })
  for (const reason of remedies.leaveOut)
    made.push({
      text: say.decided.leftOut(say.warnings[reason]),
      without: { ...options, remedies: { ...remedies, leaveOut: remedies.leaveOut.filter((one) => one !== reason) } },
    })
  return made
}

type RemedyProps = { reason: Reason; count: number; options: Options; onOptions: (options: Options) => void }

function Remedy({ reason, count, options, onOptions }: RemedyProps) {
  const decide = (change: Partial<Options['remedies']>) => onOptions({ ...options, remedies: { ...options.remedies, ...change } })
  if (reason === 'ABOVE_MRP')
    return (
      <button type="button" className="ctl" onClick={() => onOptions({ ...options, unsellable: 'cap' })}>
        {say.capAll(count)}
      </button>
    )
  if (reason === 'NO_SKU')
    return (
      <button type="button" className="ctl" onClick={() => decide({ makeSkus: true })}>
        {say.makeSkus(count)}
      </button>
    )
  if (!isWarning(reason)) return null
  return (
    <>
      {reason === 'NO_HSN' ? <ForAll label={say.hsnForAll} count={count} wrong={say.notHsn} read={readHsn} onSet={(hsn) => decide({ hsn })} /> : null}
      {reason === 'ODD_RATE' ? (
        <ForAll label={say.rateForAll} count={count} wrong={say.notRate} read={readPercent} onSet={(gstPercent) => decide({ gstPercent })} />
      ) : null}
      <button type="button" className="ctl" onClick={() => decide({ leaveOut: [...options.remedies.leaveOut, reason] })}>
        {say.leaveOutAll(count)}
      </button>
    </>
  )
}

type ForAllProps<Value> = { label: string; count: number; wrong: string; read: (text: string) => Value | null | undefined; onSet: (value: Value) => void }

/** One value for all rows with the reason. */
function ForAll<Value>({ label, count, wrong, read, onSet }: ForAllProps<Value>) {
  const [text, setText] = useState('')
  const [failed, setFailed] = useState(false)
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const value = read(text)
        if (value === null || value === undefined) setFailed(true)
        else onSet(value)
      }}
    >
      <input
        className={`box w-[110px] ${failed ? 'border-cancelled' : ''}`}
        aria-label={label}
        aria-invalid={failed ? true : undefined}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setFailed(false)
        }}
      />
      <button type="submit" className="ctl">
        {say.setForAll(count)}
      </button>
      {failed ? (
        <span role="alert" className="text-cancelled">
          {wrong}
        </span>
      ) : null}
    </form>
  )
}

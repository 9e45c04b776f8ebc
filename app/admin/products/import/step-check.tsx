import { useMemo, useState } from 'react'
import { groupIndian } from '#domain/money/money.ts'
import type { CheckedRow } from '#domain/product-import/validate-list.ts'
import * as say from '#words/admin-import.ts'
import * as pictures from '#words/admin-picture-downloads.ts'
import { AdminIcon } from '../../ui/admin-icon.tsx'
import type { Checked } from './check.ts'
import { CheckTable } from './check-table.tsx'
import { TABS, type Tab } from './check-tabs.ts'
import { downloadErrors } from './error-text.ts'
import type { Options } from './options.ts'
import { hasReason, Reasons } from './reasons.tsx'
import type { Reason } from './reasons.tsx'
import { StepFoot } from './steps.tsx'

type StepCheckProps = {
  checked: Checked
  options: Options
  listName: string
  /** another decision for all rows: they are checked again */ onOptions: (options: Options) => void
  onBack: () => void
  onImport: () => void
}

const COLOURS = { new: 'bg-good', changed: 'bg-processing', same: 'bg-ink-3', refused: 'bg-cancelled' } as const

export const ofTab = (rows: readonly CheckedRow[], tab: Tab): CheckedRow[] =>
  rows.filter((row) => (tab === 'warned' ? row.warnings.length > 0 && row.outcome !== 'refused' && row.outcome !== 'same' : row.outcome === tab))

/** What the import would do, row by row, before anything is written. */
export function StepCheck({ checked, options, listName, onOptions, onBack, onImport }: StepCheckProps) {
  const parts = useMemo(() => Object.fromEntries(TABS.map((tab) => [tab, ofTab(checked.rows, tab)])) as Record<Tab, CheckedRow[]>, [checked])
  const [tab, setTab] = useState<Tab>(() => TABS.find((one) => parts[one].length > 0) ?? 'new')
  const [reason, setReason] = useState<Reason | null>(null)
  const [leaveOut, setLeaveOut] = useState(false)
  const [reminded, setReminded] = useState(false)
  const refused = parts.refused.length
  const writes = parts.new.length + parts.changed.length
  const pictured = checked.rows.reduce((sum, row) => sum + (row.outcome === 'refused' ? 0 : row.pictures.length), 0)
  const hindered = refused > 0 && !leaveOut

  return (
    <>
      <section aria-label={say.steps.check} className="rounded-md border border-line">
        <dl className="grid grid-cols-2 md:grid-cols-5">
          {(['new', 'changed', 'same', 'warned', 'refused'] as const).map((one) => (
            <div key={one} className="border-line px-4 pt-3 pb-1 md:not-first:border-l">
              <dt className={one === 'refused' && refused > 0 ? 'text-cancelled' : one === 'warned' && parts.warned.length > 0 ? 'text-pending' : ''}>
                {say.outcomes[one]}
              </dt>
              <dd className="text-xl leading-tight font-semibold">{groupIndian(String(parts[one].length))}</dd>
              <dd className="text-2xs text-ink-2">{say.outcomeTexts[one]}</dd>
            </div>
          ))}
        </dl>
        <div aria-hidden="true" className="m-4 mt-2 flex h-[7px] gap-px overflow-hidden rounded-full bg-sunken">
          {(['new', 'changed', 'same', 'refused'] as const).map((one) =>
            parts[one].length === 0 ? null : <span key={one} className={`min-w-[5px] ${COLOURS[one]}`} style={{ flexGrow: parts[one].length }} />,
          )}
        </div>
        {pictured === 0 ? null : <p className="px-4 pb-3 text-ink-2">{pictures.inThisFile(pictured)}</p>}
        {checked.left === 0 ? null : <p className="px-4 pb-3 text-ink-2">{say.leftRows(checked.left)}</p>}
      </section>

      <section className="mt-4 rounded-md border border-line">
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
          <div role="group" aria-label={say.tabsLabel} className="flex flex-wrap gap-1 rounded-md bg-sunken p-[3px]">
            {TABS.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={tab === one}
                onClick={() => {
                  setTab(one)
                  setReason(null)
                }}
                className={`min-h-7 rounded-sm px-3 touch:min-h-10 ${tab === one ? 'bg-raised font-semibold shadow-[var(--shade-1)]' : 'text-ink-2 hover:text-ink'}`}
              >
                {say.tabs[one]} {groupIndian(String(parts[one].length))}
              </button>
            ))}
          </div>
          {refused === 0 ? null : (
            <button type="button" className="ctl ml-auto" onClick={() => downloadErrors(checked.rows, [], listName)}>
              <AdminIcon name="export" /> {say.errorsCsv}
            </button>
          )}
        </div>
        <Reasons tab={tab} rows={parts[tab]} options={options} chosen={reason} onChoose={setReason} onOptions={onOptions} />
        <CheckTable
          key={`${tab} ${reason}`}
          tab={tab}
          rows={reason === null ? parts[tab] : parts[tab].filter((row) => hasReason(row, tab, reason))}
          categories={checked.categories}
        />
      </section>

      <StepFoot
        text={
          refused === 0 ? (
            writes === 0 && pictured === 0 ? (
              say.nothingToWrite
            ) : (
              say.nothingYet
            )
          ) : (
            <div className="grid grid-cols-[auto_1fr] items-start gap-x-2">
              <input
                id="leave-out"
                type="checkbox"
                className="tick mt-[2px]"
                checked={leaveOut}
                aria-describedby="leave-out-text"
                onChange={(event) => {
                  setLeaveOut(event.target.checked)
                  setReminded(false)
                }}
              />
              <label htmlFor="leave-out" className="cursor-pointer font-semibold text-ink">
                {say.leaveOut(refused)}
              </label>
              <p id="leave-out-text" className={`col-start-2 ${reminded ? 'text-cancelled' : ''}`} role={reminded ? 'alert' : undefined}>
                {reminded ? say.mustLeaveOut : say.leaveOutText}
              </p>
            </div>
          )
        }
      >
        <button type="button" className="ctl" onClick={onBack}>
          {say.backToColumns}
        </button>
        <button type="button" className="ctl ctl-main" disabled={writes === 0 && pictured === 0} onClick={() => (hindered ? setReminded(true) : onImport())}>
          {writes === 0 && pictured > 0 ? pictures.addPictures(pictured) : say.importRows(writes)}
        </button>
      </StepFoot>
    </>
  )
}

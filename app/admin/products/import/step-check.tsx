import { useMemo, useState } from 'react'
import { groupIndian } from '#domain/money/money.ts'
import type { JudgedRow } from '#domain/product-import/judge-list.ts'
import * as say from '#words/admin-import.ts'
import { AdminIcon } from '../../ui/admin-icon.tsx'
import type { Checked } from './check.ts'
import { CheckTable } from './check-table.tsx'
import { downloadFaults } from './fault-words.ts'
import { StepFoot } from './steps.tsx'

type StepCheckProps = { checked: Checked; listName: string; onBack: () => void; onImport: () => void }

export const TABS = ['refused', 'warned', 'new', 'changed', 'same'] as const
export type Tab = (typeof TABS)[number]
const COLOURS = { new: 'bg-good', changed: 'bg-processing', same: 'bg-ink-3', refused: 'bg-cancelled' } as const

export const ofTab = (rows: readonly JudgedRow[], tab: Tab): JudgedRow[] =>
  rows.filter((row) => (tab === 'warned' ? row.warnings.length > 0 && row.outcome !== 'refused' && row.outcome !== 'same' : row.outcome === tab))

/** What the import would do, row by row, before anything is written. */
export function StepCheck({ checked, listName, onBack, onImport }: StepCheckProps) {
  const parts = useMemo(() => Object.fromEntries(TABS.map((tab) => [tab, ofTab(checked.rows, tab)])) as Record<Tab, JudgedRow[]>, [checked])
  const [tab, setTab] = useState<Tab>(() => TABS.find((one) => parts[one].length > 0) ?? 'new')
  const [leaveOut, setLeaveOut] = useState(false)
  const [reminded, setReminded] = useState(false)
  const faulty = parts.refused.length
  const writes = parts.new.length + parts.changed.length
  const hindered = faulty > 0 && !leaveOut

  return (
    <>
      <section aria-label={say.steps.check} className="rounded-md border border-line">
        <dl className="grid grid-cols-2 md:grid-cols-5">
          {(['new', 'changed', 'same', 'warned', 'refused'] as const).map((one) => (
            <div key={one} className="border-line px-4 pt-3 pb-1 md:not-first:border-l">
              <dt className={one === 'refused' && faulty > 0 ? 'text-cancelled' : one === 'warned' && parts.warned.length > 0 ? 'text-pending' : ''}>
                {say.outcomes[one]}
              </dt>
              <dd className="text-[1.25rem] leading-tight font-semibold">{groupIndian(String(parts[one].length))}</dd>
              <dd className="text-[.75rem] text-ink-2">{say.outcomeTexts[one]}</dd>
            </div>
          ))}
        </dl>
        <div aria-hidden="true" className="m-4 mt-2 flex h-[7px] gap-px overflow-hidden rounded-full bg-sunken">
          {(['new', 'changed', 'same', 'refused'] as const).map((one) =>
            parts[one].length === 0 ? null : <span key={one} className={`min-w-[5px] ${COLOURS[one]}`} style={{ flexGrow: parts[one].length }} />,
          )}
        </div>
      </section>

      <section className="mt-4 rounded-md border border-line">
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
          <div role="group" aria-label={say.tabsLabel} className="flex flex-wrap gap-1 rounded-md bg-sunken p-[3px]">
            {TABS.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={tab === one}
                onClick={() => setTab(one)}
                className={`min-h-7 rounded-sm px-3 max-md:min-h-10 ${tab === one ? 'bg-raised font-semibold shadow-[var(--shade-1)]' : 'text-ink-2 hover:text-ink'}`}
              >
                {say.tabs[one]} {groupIndian(String(parts[one].length))}
              </button>
            ))}
          </div>
          {faulty === 0 ? null : (
            <button type="button" className="ctl ml-auto" onClick={() => downloadFaults(checked.rows, [], listName)}>
              <AdminIcon name="export" /> {say.faultyCsv}
            </button>
          )}
        </div>
        <CheckTable key={tab} tab={tab} rows={parts[tab]} categories={checked.categories} />
      </section>

      <StepFoot
        text={
          faulty === 0 ? (
            writes === 0 ? (
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
                {say.leaveOut(faulty)}
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
        <button type="button" className="ctl ctl-main" disabled={writes === 0} onClick={() => (hindered ? setReminded(true) : onImport())}>
          {say.importRows(writes)}
        </button>
      </StepFoot>
    </>
  )
}

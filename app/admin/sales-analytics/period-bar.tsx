import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as say from '#words/admin-analytics.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { AdminIcon } from '../ui/admin-icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { readDay } from './days.ts'
import { RANGES, beforeOf, monthsBefore, withPeriod } from './period.ts'
import type { Against, Period } from './period.ts'
import { daysText } from './figure-texts.ts'

/** Selects the days and their comparison: links and a form, with all state in the address. Keys 1 to 7 choose a range. */
export function PeriodBar({ period, against = true }: { period: Period; against?: boolean }) {
  const [params, setParams] = useSearchParams()
  useShortcuts(
    RANGES.map((range, place) => ({
      keys: String(place + 1),
      label: say.rangeHint(say.ranges[range]),
      group: say.group,
      run: () => setParams(withPeriod(params, { range })),
    })),
  )
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <nav aria-label={say.days} className="no-bar max-w-full overflow-x-auto rounded-md bg-sunken p-[3px]">
        <ul className="flex">
          {RANGES.map((range) => (
            <li key={range}>
              <Link
                to={{ search: withPeriod(params, { range }).toString() }}
                aria-current={period.range === range ? 'true' : undefined}
                className={segment(period.range === range)}
              >
                {say.ranges[range]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Menu
        label={say.chooseDays(daysText(period))}
        side="left"
        className="ctl"
        button={
          <>
            <AdminIcon name="columns" size={14} /> {daysText(period)}
          </>
        }
      >
        <OwnDays key={`${period.from} ${period.to}`} period={period} onChoose={(days) => setParams(withPeriod(params, { days }))} />
      </Menu>
      {against ? (
        <label className="flex items-center gap-2 text-ink-2 max-md:w-full">
          {say.againstLabel}
          <select
            className="box min-w-0 max-md:flex-1"
            value={period.against}
            onChange={(event) => setParams(withPeriod(params, { against: event.target.value as Against }))}
          >
            <option value="before">{say.against.before(daysText(beforeOf(period, monthsBefore(period.range, 'before'))))}</option>
            <option value="year">{say.against.year(daysText(beforeOf(period, monthsBefore(period.range, 'year'))))}</option>
          </select>
        </label>
      ) : null}
    </div>
  )
}

/** The style of one of a few options side by side. */
export const segment = (chosen: boolean): string =>
  `inline-flex min-h-7 items-center rounded-sm px-3 font-medium whitespace-nowrap touch:min-h-11 ${chosen ? 'bg-raised text-ink font-semibold shadow-[var(--shade-1)]' : 'text-ink-2 hover:text-ink'}`

function OwnDays({ period, onChoose }: { period: Period; onChoose: (days: { from: string; to: string }) => void }) {
  const [wrong, setWrong] = useState(false)
  return (
    <form
      className="grid min-w-[220px] gap-3 p-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        const from = readDay(String(typed.get('from')))
        const to = readDay(String(typed.get('to')))
        setWrong(from === null || to === null)
        if (from !== null && to !== null) onChoose({ from, to })
      }}
    >
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="grid gap-1">
          {say.ends[end]}
          <input
            type="date"
            name={end}
            className="box"
            defaultValue={period[end]}
            max={period.today}
            aria-invalid={wrong || undefined}
            aria-describedby={wrong ? 'days-wrong' : undefined}
          />
        </label>
      ))}
      {wrong ? (
        <p id="days-wrong" role="alert" className="text-bad">
          {say.daysWrong}
        </p>
      ) : null}
      <button type="submit" className="ctl">
        {say.showDays}
      </button>
    </form>
  )
}

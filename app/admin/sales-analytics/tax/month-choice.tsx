import { useId } from 'react'
import * as say from '#words/admin-gst.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { monthAway, monthName, monthNow, monthsOffered } from './months.ts'

export function MonthChoice({ month, now, onChoose }: { month: string; now: Date; onChoose: (month: string) => void }) {
  const id = useId()
  return (
    <div className="flex items-center gap-1">
      <button type="button" className="ctl ctl-quiet ctl-square" aria-label={say.earlier} onClick={() => onChoose(monthAway(month, -1))}>
        <Icon name="back" size={16} />
      </button>
      <label htmlFor={id} className="sr-only">
        {say.month}
      </label>
      <select id={id} className="box" value={month} onChange={(event) => onChoose(event.target.value)}>
        {monthsOffered(month, now).map((one) => (
          <option key={one} value={one}>
            {monthName(one)}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="ctl ctl-quiet ctl-square"
        aria-label={say.later}
        disabled={month >= monthNow(now)}
        onClick={() => onChoose(monthAway(month, 1))}
      >
        <Icon name="back" size={16} className="rotate-180" />
      </button>
    </div>
  )
}

import * as say from '#words/admin-analytics.ts'
import { tenths } from '../index/figures.ts'
import { changeOf } from './figure-texts.ts'

/** '↑ 7.0%' in a cell; the arrow means the same as the colour, and screen readers get words. */
export function ChangeCell({ now, before }: { now: number; before: number }) {
  const change = changeOf(now, before)
  if (change === null) return <span className="text-ink-2">{now > 0 ? say.fresh : say.none}</span>
  if (change === 0) return <span className="text-ink-2">{tenths(0)}</span>
  return (
    <span className={`whitespace-nowrap ${change > 0 ? 'text-good' : 'text-bad'}`}>
      <span aria-hidden="true">
        {change > 0 ? '↑' : '↓'} {tenths(change)}
      </span>
      <span className="sr-only">{change > 0 ? say.more(tenths(change)) : say.less(tenths(change))}</span>
    </span>
  )
}

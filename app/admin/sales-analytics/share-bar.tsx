import { portionOf } from '#domain/money/money.ts'
import { tenths } from '../index/figures.ts'

/** The share of a row in the whole: a bar, and the percentage. */
export function ShareBar({ part, whole }: { part: number; whole: number }) {
  const share = whole > 0 && part > 0 ? portionOf(part, 1000, whole) : 0
  return (
    <span className="inline-flex min-w-[64px] align-middle sm:min-w-[140px] flex-1 items-center justify-end gap-2">
      <span aria-hidden="true" className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken max-sm:hidden">
        <span className="block h-full rounded-full bg-plum-500" style={{ width: `${Math.min(share / 10, 100)}%` }} />
      </span>
      <span className="w-[52px] flex-none text-right text-ink-2">{tenths(share)}</span>
    </span>
  )
}

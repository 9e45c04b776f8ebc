import { age } from '#domain/time/age.ts'
import { formatDate } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { useNow } from './use-now.ts'

/** Rupees as the API sends them, two decimals, one column edge. */
export function Money({ rupees }: { rupees: number | string | null }) {
  return rupees === null ? <span className="text-ink-2">–</span> : <span className="whitespace-nowrap">{formatRupees(toPaise(rupees))}</span>
}

/** When, in Indian time; `waiting` says how long ago instead, with the moment itself on the pointer. */
export function Moment({ at, waiting = false }: { at: string; waiting?: boolean }) {
  const now = useNow()
  const text = formatDate(at)
  return (
    <time dateTime={at} title={text} className="whitespace-nowrap">
      {waiting ? age(at, now) : text}
    </time>
  )
}

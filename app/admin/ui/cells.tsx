import { age } from '#domain/time/age.ts'
import { formatDate } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { useNow } from './use-now.ts'

/** Rupees as the API sends them, with two decimals, aligned in a column. */
export function Money({ rupees }: { rupees: number | string | null }) {
  return rupees === null ? <span className="text-ink-2">–</span> : <span className="whitespace-nowrap">{formatRupees(toPaise(rupees))}</span>
}

/** A time in Indian time; with `waiting`, how long ago it was, with the exact time in the tooltip. */
export function Moment({ at, waiting = false }: { at: string; waiting?: boolean }) {
  const now = useNow()
  const text = formatDate(at)
  return (
    <time dateTime={at} title={text} className="whitespace-nowrap">
      {waiting ? age(at, now) : text}
    </time>
  )
}

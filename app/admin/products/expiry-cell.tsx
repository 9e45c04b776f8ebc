import { daysLeft } from '#domain/products/expiry.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-batches.ts'

/** Days before the last one from which a batch is urgent. */
const URGENT = 30

/** The last day of a batch and how far away it is. @param today in India, YYYY-MM-DD */
export function ExpiryCell({ expiresOn, remaining, today }: { expiresOn: string; remaining: number; today: string }) {
  const days = daysLeft(expiresOn, today)
  const tone = remaining === 0 || days > URGENT ? 'text-ink-2' : days < 0 ? 'text-bad' : 'text-late'
  return (
    <span className="grid gap-[2px]">
      <span className="whitespace-nowrap">{formatDay(expiresOn)}</span>
      <span className={`text-sm ${tone}`}>{remaining === 0 ? say.usedUp : say.left(days)}</span>
    </span>
  )
}

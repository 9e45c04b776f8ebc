import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/store-credit.ts'
import { fetchCreditEntries, fetchStoreCredit } from '../../data/orders/store-credit.ts'
import type { CreditEntry } from '../../data/orders/store-credit.ts'
import { Panel } from '../../ui/page/panel.tsx'

/** The store credit of the customer and where it came from; nothing for those who never had any. */
export function CreditCard({ userId }: { userId: string }) {
  const balance = useQuery({ queryKey: ['orders', userId, 'store-credit'], queryFn: () => fetchStoreCredit(userId) })
  const entries = useQuery({ queryKey: ['orders', userId, 'credit-entries'], queryFn: () => fetchCreditEntries(userId) })
  if (balance.data === undefined || !entries.data || entries.data.length === 0) return null
  return (
    <Panel title={say.storeCredit} end={<b className="num text-xl font-semibold">{formatRupees(balance.data)}</b>}>
      <p className="mb-3 text-ink-2">{balance.data > 0 ? say.spendIt : say.spent}</p>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">{say.entries}</summary>
        <ul>
          {entries.data.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      </details>
    </Panel>
  )
}

function Entry({ entry }: { entry: CreditEntry }) {
  const paise = toPaise(entry.amount)
  return (
    <li className="num flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 last:border-0">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {entry.order_id === null ? (
          say.kinds[entry.kind]
        ) : (
          <Link to={`/order-confirmation/${entry.order_id}`} className="link">
            {say.ofOrder(say.kinds[entry.kind] ?? '', entry.order_id.slice(0, 6))}
          </Link>
        )}
        <span className="block text-sm text-ink-2">{[formatDay(entry.created_at), entry.reason].filter(Boolean).join(' · ')}</span>
      </span>
      <b className="ml-auto font-semibold whitespace-nowrap">{say.signed(formatRupees(Math.abs(paise)), paise > 0)}</b>
    </li>
  )
}

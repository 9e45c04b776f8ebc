import { Link } from 'react-router'
import * as say from '#words/admin-orders.ts'
import { orderPath } from '../../paths.ts'
import type { Refused } from './bulk.ts'

/** The orders that did not move, and the reason for each. */
export function BulkReport({ moved, refused }: { moved: number; refused: readonly Refused[] }) {
  return (
    <div role="alert" className="grid gap-3 text-ink">
      <p className="font-semibold">{say.report(moved, refused.length)}</p>
      <ul className="grid max-h-[40vh] gap-1 overflow-y-auto">
        {refused.map(({ order, why }) => (
          <li key={order.id} className="[overflow-wrap:anywhere]">
            <Link to={orderPath(order.id)} className="link">
              {say.number(order)}
            </Link>{' '}
            {order.company_name ?? order.full_name}: {why}
          </li>
        ))}
      </ul>
      <p>{say.refusedText}</p>
    </div>
  )
}

import { Link } from 'react-router'
import * as say from '#words/admin-webhooks.ts'
import type { Delivery } from '../../../data/admin/settings/webhooks.ts'
import { editProductPath, orderPath } from '../../paths.ts'
import { Moment } from '../../ui/cells.tsx'
import type { Column } from '../../ui/data-table.tsx'

const COLOURS = { queued: 'text-pending', delivered: 'text-delivered', parked: 'text-cancelled' } as const

/** Events of a payment belong to its order. */
const pathOf = ({ kind, object_id: id }: Delivery): string => (/^(order|payment)\./.test(kind) ? orderPath(id) : editProductPath(id))

/** What the other system answered; an error of the connection has no status. */
const answerOf = ({ last_status: status, last_error: error }: Delivery): string => (status === null ? (error ?? '') : say.answerOf(status))

export const COLUMNS: Column<Delivery>[] = [
  {
    id: 'event',
    label: say.event,
    always: true,
    phone: 'left',
    cell: ({ kind }) => <b className="font-semibold whitespace-nowrap">{kind}</b>,
  },
  {
    id: 'state',
    label: say.state,
    phone: 'right',
    cell: ({ state }) => <span className={`font-semibold whitespace-nowrap ${COLOURS[state]}`}>{say.states[state]}</span>,
  },
  {
    id: 'object',
    label: say.object,
    phone: 'left',
    cell: (row) =>
      row.kind === 'product.deleted' ? (
        <span className="num text-ink-2">{row.object_id.slice(0, 8)}</span>
      ) : (
        <Link to={pathOf(row)} className="link num">
          #{row.object_id.slice(0, 8)}
        </Link>
      ),
  },
  { id: 'attempts', label: say.attempts, end: true, phone: 'away', cell: ({ attempts }) => attempts },
  {
    id: 'answer',
    label: say.answer,
    phone: 'left',
    cell: (row) => <span className="line-clamp-2 max-w-[40ch] [overflow-wrap:anywhere]">{answerOf(row)}</span>,
  },
  { id: 'created', label: say.created, end: true, phone: 'right', cell: ({ created_at: at }) => <Moment at={at} /> },
]

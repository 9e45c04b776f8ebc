import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-api-keys.ts'
import { stateOf } from '../../../data/admin/settings/api-keys.ts'
import type { ApiKey } from '../../../data/admin/settings/api-keys.ts'
import { Mark } from '../../customers/mark.tsx'
import { Moment } from '../../ui/cells.tsx'
import type { Column } from '../../ui/data-table.tsx'

const COLOURS = { active: 'text-delivered', expired: 'text-late', revoked: 'text-cancelled' } as const

/** A maker who is no owner any more may still know the secret. */
function Maker({ row }: { row: ApiKey }) {
  const left = row.revoked_at === null && !row.maker_is_owner
  return (
    <span className="text-ink-2">
      {say.by(row.created_by ?? say.deletedAccount)}
      {left ? (
        <>
          {' '}
          <Mark look="bad">{say.makerLeft}</Mark>
        </>
      ) : null}
    </span>
  )
}

export const columns = (now: Date): Column<ApiKey>[] => [
  {
    id: 'name',
    label: say.name,
    always: true,
    bare: true,
    cell: (row) => (
      <span className="block [overflow-wrap:anywhere]">
        {row.name}
        <span className="block font-normal text-ink-2">
          {say.idOf(row.id)} · {say.ends(row.hint)}
        </span>
      </span>
    ),
  },
  { id: 'role', label: say.role, cell: (row) => <span className="font-medium whitespace-nowrap">{say.roles[row.role]}</span> },
  {
    id: 'state',
    label: say.state,
    cell: (row) => {
      const state = stateOf(row, now)
      return (
        <span className="whitespace-nowrap">
          <span className={`font-semibold ${COLOURS[state]}`}>{say.states[state]}</span>
          {row.revoked_at === null ? null : <span className="block text-ink-2">{formatDay(row.revoked_at)}</span>}
        </span>
      )
    },
  },
  { id: 'used', label: say.lastUsed, cell: (row) => (row.last_used_at === null ? say.never : <Moment at={row.last_used_at} waiting />) },
  {
    id: 'expires',
    label: say.expires,
    cell: (row) => <span className="whitespace-nowrap">{row.expires_at === null ? say.never : formatDay(row.expires_at)}</span>,
  },
  {
    id: 'created',
    label: say.created,
    cell: (row) => (
      <span>
        <span className="whitespace-nowrap">{formatDay(row.created_at)}</span> <Maker row={row} />
      </span>
    ),
  },
]

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import * as say from '#words/admin-orders.ts'
import * as listWords from '#words/admin-list.ts'
import { fetchFilterName } from '../../data/admin/orders/order.ts'
import type { OrderFilters } from '../../data/admin/orders/orders.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { AdminIcon } from '../ui/admin-icon.tsx'
import { withFilter } from '../ui/list-url.ts'
import { Menu } from '../ui/menu.tsx'
import { NARROWED, dayOf } from './order-list.ts'

const DAY_MS = 86_400_000

/** The Indian calendar day `back` days ago, in the format of the address. */
export const indianDay = (now: Date, back: number): string => new Date(now.getTime() + 330 * 60_000 - back * DAY_MS).toISOString().slice(0, 10)

/** A range of days, and chips for filters that other screens link with: a customer, a product, a category, sales. */
export function MoreFilters({ filters }: { filters: OrderFilters }) {
  const [params, setParams] = useSearchParams()
  const [from, to] = [filters.from ?? null, filters.to ?? null]
  const put = (changes: Record<string, string>) =>
    setParams(
      Object.entries(changes).reduce((next, [name, value]) => withFilter(next, name, value === '' ? [] : [value]), params),
      { replace: true },
    )
  const days =
    (back: number, until = 0) =>
    () =>
      put({ from: indianDay(new Date(), back), to: indianDay(new Date(), until) })
  return (
    <>
      <Menu
        label={say.placed}
        side="left"
        className="ctl"
        button={
          <>
            <AdminIcon name="filter" size={14} /> {say.placed}
          </>
        }
      >
        <div className="grid min-w-[220px] gap-2 p-3">
          {[
            { label: say.today, set: days(0) },
            { label: say.yesterday, set: days(1, 1) },
            { label: say.lastDays(7), set: days(6) },
            { label: say.lastDays(30), set: days(29) },
          ].map(({ label, set }) => (
            <button key={label} type="button" className="ctl ctl-quiet justify-start!" onClick={set}>
              {label}
            </button>
          ))}
          {(['from', 'to'] as const).map((name) => (
            <label key={name} className="flex items-center justify-between gap-3">
              {name === 'from' ? say.fromDay : say.toDay}
              <input
                type="date"
                className="box"
                value={filters[name] ?? ''}
                onChange={({ target }) => {
                  if (target.value === '' || dayOf(target.value) !== null) put({ [name]: target.value })
                }}
              />
            </label>
          ))}
        </div>
      </Menu>
      {from === null && to === null ? null : <Chip name={say.placed} text={say.days(from, to)} onRemove={() => put({ from: '', to: '' })} />}
      {NARROWED.map((kind) => {
        const id = filters[kind]
        return id === undefined ? null : <NamedChip key={kind} kind={kind} id={id} onRemove={() => put({ [kind]: '' })} />
      })}
      {filters.sales ? <Chip name={say.status} text={say.salesOnly} onRemove={() => put({ sales: '' })} /> : null}
      {filters.waiting ? <Chip name={say.status} text={say.restWaits} onRemove={() => put({ waiting: '' })} /> : null}
    </>
  )
}

function NamedChip({ kind, id, onRemove }: { kind: (typeof NARROWED)[number]; id: string; onRemove: () => void }) {
  const name = useQuery({ queryKey: ['filter-name', kind, id], queryFn: () => fetchFilterName(kind, id), staleTime: 60_000 })
  return <Chip name={say.narrowed[kind]} text={`${say.narrowed[kind]}: ${name.data ?? (name.isPending ? '…' : say.unknownThing)}`} onRemove={onRemove} />
}

function Chip({ name, text, onRemove }: { name: string; text: string; onRemove: () => void }) {
  return (
    <span className="inline-flex min-h-8 max-w-full items-center gap-1 rounded-full border border-line bg-well pl-3 touch:min-h-11">
      <span className="truncate">{text}</span>
      <button
        type="button"
        aria-label={listWords.removeFilter(`${name}: ${text}`)}
        onClick={onRemove}
        className="grid size-7 flex-none place-items-center rounded-full hover:bg-hover touch:size-11"
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}

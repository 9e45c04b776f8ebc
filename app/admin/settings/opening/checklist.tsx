import { Link } from 'react-router'
import * as say from '#words/admin-opening.ts'
import type { OpeningItem } from '../../../data/admin/settings/opening.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { useMay } from '../../access.ts'
import { neededFor } from '../../screen-permissions.ts'
import { ITEM_PATHS, itemText } from './items.ts'

const MARKS = { done: 'bg-delivered-tint text-delivered', missing: 'bg-pending-tint text-pending', check: 'border border-line text-ink-2' } as const

/** What a shop needs before it opens, each with its state and a link to its screen. */
export function Checklist({ items }: { items: OpeningItem[] }) {
  const done = items.filter(({ state }) => state === 'done').length
  return (
    <section aria-label={say.checklist} className="overflow-hidden rounded-md border border-line">
      <h2 className="flex items-baseline gap-3 border-b border-line px-4 py-3 md:px-5">
        {say.checklist} <span className="text-sm font-normal text-ink-2">{say.countDone(done, items.length)}</span>
      </h2>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <Line key={item.key} item={item} />
        ))}
      </ul>
    </section>
  )
}

function Line({ item }: { item: OpeningItem }) {
  const { key, state, needed } = item
  const to = ITEM_PATHS[key]
  const mayGo = useMay()(neededFor(to))
  const weight = state === 'missing' && needed !== null ? say.needed[needed] : null
  const text = (
    <>
      <span aria-hidden="true" className={`grid size-6 flex-none place-items-center rounded-full text-xs font-semibold ${MARKS[state]}`}>
        {state === 'done' ? <Icon name="check" size={14} /> : state === 'missing' ? '!' : ''}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{say.items[key]}</span>
          <span className="sr-only">{say.states[state]}.</span>
          {weight === null ? null : <span className="text-xs font-semibold text-pending">{weight}</span>}
        </span>
        <span className="block text-ink-2">{itemText(item)}</span>
      </span>
    </>
  )
  const look = 'flex items-center gap-3 px-4 py-2 md:px-5 min-h-12'
  return (
    <li>
      {mayGo ? (
        <Link to={to} className={`${look} hover:bg-hover`}>
          {text} <Icon name="forward" size={16} className="flex-none text-ink-2" />
        </Link>
      ) : (
        <div className={look}>{text}</div>
      )}
    </li>
  )
}

import { useEffect, useRef } from 'react'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { StatusBadge } from '../../ui/orders/status-badge.tsx'
import { KeyCaps } from '../shell/key-caps.tsx'
import { AdminIcon } from '../ui/admin-icon.tsx'
import type { Entry } from './entries.ts'

type PaletteOptionProps = { id: string; entry: Entry; query: string; chosen: boolean; onChoose: () => void; onOpen: () => void }

export function PaletteOption({ id, entry, query, chosen, onChoose, onOpen }: PaletteOptionProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const { found } = entry
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the combobox, which keeps the focus
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onPointerMove={chosen ? undefined : onChoose}
      onClick={onOpen}
      className={`mx-[6px] flex min-h-[38px] cursor-pointer items-center gap-[10px] rounded-sm px-[10px] touch:min-h-11 ${chosen ? 'bg-chosen shadow-[inset_2.5px_0_0_var(--ring)]' : ''}`}
    >
      <AdminIcon name={entry.icon} className="text-ink-2" />
      <span className="min-w-0 flex-1 truncate">
        <Marked text={entry.title} query={query} /> {entry.detail ? <span className="text-ink-2">{entry.detail}</span> : null}
      </span>
      {found?.kind === 'order' && found.status ? <StatusBadge status={found.status} /> : null}
      {found?.kind === 'product' && found.status !== 'active' ? <span className="text-ink-2 capitalize">{found.status}</span> : null}
      {found?.amount == null ? null : <span className="font-medium">{formatRupees(toPaise(found.amount))}</span>}
      {entry.keys ? (
        <span aria-hidden="true" className="max-md:hidden">
          <KeyCaps keys={entry.keys} />
        </span>
      ) : null}
    </div>
  )
}

/** Highlights the part that matches. */
function Marked({ text, query }: { text: string; query: string }) {
  const place = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase())
  if (place < 0) return <span className="font-medium">{text}</span>
  return (
    <span className="font-medium">
      {text.slice(0, place)}
      <mark className="bg-transparent font-bold text-plum-600">{text.slice(place, place + query.length)}</mark>
      {text.slice(place + query.length)}
    </span>
  )
}

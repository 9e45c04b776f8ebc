import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import * as say from '#words/search.ts'
import { Icon, type IconName } from '../../ui/pictures/icon.tsx'

/** A cell and whether the keyboard has chosen it. */
export type CellState = { id: string; chosen: boolean }

export function RowGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no <tbody> outside a table
    <div role="rowgroup" aria-label={title}>
      {title ? (
        <p aria-hidden="true" className="px-[10px] pt-2 pb-1 text-xs font-semibold text-ink-2">
          {title}
        </p>
      ) : null}
      {children}
    </div>
  )
}

export function Cell({ id, chosen, className, children }: CellState & { className?: string; children: ReactNode }) {
  const cell = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) cell.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no <td> outside a table
    <div ref={cell} id={id} role="gridcell" tabIndex={-1} aria-selected={chosen} className={className}>
      {children}
    </div>
  )
}

export function RowLink({ id, chosen, icon, to, onClick, children }: CellState & { icon: IconName; to: string; onClick: () => void; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no <tr> outside a table
    <div role="row">
      <Cell id={id} chosen={chosen}>
        <Link to={to} tabIndex={-1} onClick={onClick}>
          <Icon name={icon} size={18} className="text-ink-2" />
          <span className="truncate">{children}</span>
        </Link>
      </Cell>
    </div>
  )
}

export function Message({ children }: { children: string }) {
  return <p className="px-[10px] py-4 text-center text-ink-2">{children}</p>
}

export function SkeletonRows() {
  return (
    <div aria-hidden="true" title={say.loading}>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-3 p-[6px]">
          <div className="bone size-12" />
          <div className="bone h-4 w-1/2" />
        </div>
      ))}
    </div>
  )
}

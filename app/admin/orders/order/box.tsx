import { useId } from 'react'
import type { ReactNode } from 'react'

/** One aspect of an order: a heading with a hairline, and the content. */
export function Box({ title, aside, end, bare = false, children }: { title: string; aside?: ReactNode; end?: ReactNode; bare?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1">
        <h2 id={id}>{title}</h2>
        {aside === undefined ? null : <span className="text-ink-2">{aside}</span>}
        {end === undefined ? null : <span className="ml-auto flex flex-wrap items-center gap-2">{end}</span>}
      </div>
      <div className={bare ? '' : 'p-4'}>{children}</div>
    </section>
  )
}

/** Names and values in rows, the values right-aligned. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-[6px]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="text-right [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

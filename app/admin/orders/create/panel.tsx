import { useId } from 'react'
import type { ReactNode } from 'react'

/** A section of the order, with its heading and an aside. */
export function Part({ title, aside, end, children }: { title: string; aside?: ReactNode; end?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line px-4">
        <h2 id={id}>{title}</h2>
        {aside === undefined ? null : <span className="text-ink-2">{aside}</span>}
        {end === undefined ? null : <span className="ml-auto">{end}</span>}
      </div>
      {children}
    </section>
  )
}

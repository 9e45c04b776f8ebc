import type { ReactNode } from 'react'

type PanelProps = { title?: ReactNode; end?: ReactNode; children: ReactNode; className?: string; large?: boolean }

/** A white panel for decisions and records; products and page sections are placed directly on the background. */
export function Panel({ title, end, children, className = '', large = false }: PanelProps) {
  return (
    <section className={`min-w-0 border border-line bg-surface p-5 md:px-7 md:py-[26px] ${large ? 'rounded-lg' : 'rounded-md'} ${className}`}>
      {title === undefined ? null : (
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-2xl">{title}</h2>
          {end}
        </div>
      )}
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'

/** A name and its value, in a `<dl>` of a settings page. Long ones wrap. */
export function FactRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2 md:px-5">
      <dt className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">{label}</dt>
      <dd className="num min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

import type { ReactNode } from 'react'

/** The heading of a screen, with an aside; on a phone the actions move below it. */
export function PageHeading({ children, aside, actions }: { children: ReactNode; aside?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-8 pb-6 md:pt-11 md:pb-8">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h1>{children}</h1>
        {aside}
      </div>
      {actions ? <div className="flex flex-wrap gap-3 max-md:w-full max-md:*:flex-auto">{actions}</div> : null}
    </div>
  )
}

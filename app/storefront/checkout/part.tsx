import { Link } from 'react-router'
import type { ReactNode } from 'react'
import * as say from '#words/checkout.tsx'
import type { Part } from './draft.ts'
import { stepPath } from './steps.tsx'

type PartProps = {
  part: Part | 'review'
  open: boolean
  title: string
  /** for screen readers: what the link changes; none where nothing closes */ changes?: string
  change?: string
  children: ReactNode
}

/** A part of the checkout: its form while it is open, else a summary with a link that opens it in place. */
export function PartPanel({ part, open, title, changes, change = say.change, children }: PartProps) {
  return (
    <section
      aria-labelledby={headingOf(part)}
      className={`min-w-0 rounded-md border bg-surface px-4 md:px-7 ${open ? 'py-5 md:py-[26px]' : 'py-3 md:py-4'} ${open && part !== 'review' ? 'border-control' : 'border-line'}`}
    >
      <div className={`flex items-baseline justify-between gap-4 ${open ? 'mb-4' : ''}`}>
        <h2 id={headingOf(part)} tabIndex={-1} className={`scroll-mt-5 outline-none ${open ? '' : 'text-lg'}`}>
          {title}
        </h2>
        {open || changes === undefined || part === 'review' ? null : (
          <Link to={stepPath(part)} replace preventScrollReset className="link -my-2 -mr-2 inline-flex min-h-11 items-center px-2 text-sm whitespace-nowrap">
            {change}
            <span className="sr-only"> {changes}</span>
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

export const headingOf = (part: Part | 'review'): string => `checkout-${part}`

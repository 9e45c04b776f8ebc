import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../ui/pictures/icon.tsx'

/** A section of a page: its heading, a link to more, and space above. */
export function Section({
  title,
  more,
  near = false,
  clip = false,
  children,
}: {
  title: ReactNode
  more?: ReactNode
  /** Closer to what is above it, which it belongs to. */
  near?: boolean
  clip?: boolean
  children: ReactNode
}) {
  return (
    <section className={`wrap ${near ? 'pt-9 lg:pt-14' : 'pt-14 lg:pt-[104px]'} ${clip ? 'overflow-x-clip' : ''}`}>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-3 lg:mb-10">
        <h2 className="text-3xl">{title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}

export function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} prefetch="intent" className="group/more inline-flex items-center gap-2 min-h-11 font-[550] whitespace-nowrap text-plum-600">
      {children}
      <Icon name="forward" size={18} className="transition-transform group-hover/more:translate-x-1" />
    </Link>
  )
}

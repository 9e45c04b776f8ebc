import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'

/** A section of a page: its heading, a link to more, and space above. */
export function Section({
  title,
  more,
  last = false,
  clip = false,
  children,
}: {
  title: ReactNode
  more?: ReactNode
  last?: boolean
  clip?: boolean
  children: ReactNode
}) {
  return (
    <section className={`wrap pt-14 lg:pt-[104px] ${last ? 'pb-14 lg:pb-[104px]' : ''} ${clip ? 'overflow-x-clip' : ''}`}>
      <div className="mb-6 flex items-end justify-between gap-3 lg:mb-10">
        <h2>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}

export function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} prefetch="intent" className="group/more inline-flex items-center gap-2 py-[6px] font-[550] whitespace-nowrap text-plum-600">
      {children}
      <Icon name="forward" size={18} className="transition-transform group-hover/more:translate-x-1" />
    </Link>
  )
}

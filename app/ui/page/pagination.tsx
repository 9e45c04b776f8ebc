import { Link } from 'react-router'
import * as say from '#words/lists.ts'
import { buttonClass } from '../button.tsx'
import { Icon } from '../pictures/icon.tsx'

type PaginationProps = {
  page: number
  /** the last page of those that are shown below each other */
  through?: number
  pages: number
  /** the address of a page, with the rest of the address kept */
  to: (page: number) => string
}

/** Previous and Next with 'Page X of Y'. */
export function Pagination({ page, through = page, pages, to }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav
      aria-label={say.pages}
      className="mt-11 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-[22px] md:mt-16 md:justify-center md:gap-7"
    >
      <Step to={page > 1 ? to(page - 1) : null} rel="prev">
        <Icon name="back" size={18} />
        {say.previous}
      </Step>
      <span className="num whitespace-nowrap text-ink-2 max-md:text-sm">{say.pageOf(page, through, pages)}</span>
      <Step to={through < pages ? to(through + 1) : null} rel="next">
        {say.next}
        <Icon name="forward" size={18} />
      </Step>
    </nav>
  )
}

function Step({ to, rel, children }: { to: string | null; rel: 'prev' | 'next'; children: React.ReactNode }) {
  const look = buttonClass({ variant: 'second', className: 'max-md:gap-1 max-md:px-3 max-md:text-sm' })
  if (to === null)
    return (
      <button type="button" disabled className={look}>
        {children}
      </button>
    )
  return (
    <Link to={to} rel={rel} prefetch={rel === 'next' ? 'viewport' : 'intent'} className={look}>
      {children}
    </Link>
  )
}

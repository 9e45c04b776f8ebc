import { Link } from 'react-router'
import * as say from '#words/lists.ts'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

/** Previous and Next with 'Page X of Y'. `to` returns the address of a page and keeps the rest of the address. */
export function Pagination({ page, pages, to }: { page: number; pages: number; to: (page: number) => string }) {
  if (pages <= 1) return null
  return (
    <nav aria-label={say.pages} className="mt-11 flex items-center justify-between gap-2 border-t border-line pt-[22px] md:mt-16 md:justify-center md:gap-7">
      <Step to={page > 1 ? to(page - 1) : null} rel="prev">
        <Icon name="back" size={18} />
        {say.previous}
      </Step>
      <span className="num whitespace-nowrap text-ink-2 max-md:text-sm">{say.pageOf(page, pages)}</span>
      <Step to={page < pages ? to(page + 1) : null} rel="next">
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

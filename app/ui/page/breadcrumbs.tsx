import { Link } from 'react-router'
import * as say from '#words/ui.ts'
import { Icon } from '../pictures/icon.tsx'

export type Crumb = { label: string; to?: string }

/** The page's position in the site. With `back`, the first link has an arrow: the way the visitor came. */
export function Breadcrumbs({ trail, back = false }: { trail: Crumb[]; back?: boolean }) {
  return (
    <nav aria-label={say.breadcrumb} className="pt-2 text-sm text-ink-2">
      <ol className="flex flex-wrap items-center gap-x-2">
        {trail.map((crumb, place) => (
          <li key={crumb.label} className="flex min-h-11 min-w-0 items-center gap-2">
            {place > 0 ? (
              <span aria-hidden="true" className="text-control">
                /
              </span>
            ) : null}
            {crumb.to === undefined ? (
              <span aria-current="page" className="min-w-0 wrap-anywhere">
                {crumb.label}
              </span>
            ) : (
              <Link to={crumb.to} className="inline-flex min-h-11 items-center gap-[6px] hover:text-plum-700 hover:underline">
                {back && place === 0 ? <Icon name="back" size={16} /> : null}
                {crumb.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

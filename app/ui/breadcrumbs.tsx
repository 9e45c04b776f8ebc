import { Link } from 'react-router'
import * as say from '#words/ui.ts'
import { Icon } from './icon.tsx'

export type Crumb = { label: string; to?: string }

/** The page's position in the site. With `back`, the first link has an arrow: the way the visitor came. */
export function Breadcrumbs({ trail, back = false }: { trail: Crumb[]; back?: boolean }) {
  return (
    <nav aria-label={say.breadcrumb} className="pt-[18px] pb-[10px] text-sm text-ink-2">
      <ol className="flex flex-wrap items-center gap-x-2">
        {trail.map((crumb, place) => (
          <li key={crumb.label} className="flex items-center gap-2 py-[3px]">
            {place > 0 ? (
              <span aria-hidden="true" className="text-control">
                /
              </span>
            ) : null}
            {crumb.to === undefined ? (
              <span aria-current="page">{crumb.label}</span>
            ) : (
              <Link to={crumb.to} className="inline-flex items-center gap-[6px] py-1 hover:text-plum-700 hover:underline">
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

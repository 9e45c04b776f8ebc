import { Link } from 'react-router'
import { pagePath } from '#domain/shop/own-page.ts'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-own-pages.ts'
import type { ListedPage } from '../../../data/admin/settings/own-pages.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'

type PageListProps = { pages: readonly ListedPage[]; onArrange: (page: ListedPage, ids: string[]) => void }

export function PageList({ pages, onArrange }: PageListProps) {
  const ids = pages.map(({ id }) => id)

  /** All ids, with the one at `place` swapped with its neighbour. */
  function moved(place: number, by: 1 | -1): string[] {
    const next = [...ids]
    const [one, other] = [ids[place], ids[place + by]]
    if (one !== undefined && other !== undefined) [next[place], next[place + by]] = [other, one]
    return next
  }

  return (
    <ol className="grid rounded-md border border-line">
      {pages.map((page, place) => (
        <li key={page.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line p-3 last:border-0 md:px-4">
          <div className="min-w-0 flex-1 basis-[220px] wrap-anywhere">
            <Link
              to={`/admin/settings/own-pages/${page.id}`}
              className="inline-flex min-h-7 touch:min-h-11 items-center font-semibold underline-offset-4 hover:underline"
            >
              {page.title}
            </Link>
            <p className="text-sm text-ink-2">
              <span className={page.is_published ? 'font-medium text-delivered' : 'font-medium'}>
                {page.is_published ? say.states.published : say.states.draft}
              </span>
              {page.is_published && !page.in_menu ? ` · ${say.notInMenu}` : ''} · {pagePath(page.slug)} · {say.changedOn(formatDate(page.updated_at))}
            </p>
          </div>
          <span className="num text-sm text-ink-2">{say.place(place + 1, pages.length)}</span>
          {([-1, 1] as const).map((by) => (
            <button
              key={by}
              type="button"
              aria-label={by < 0 ? say.moveUp(page.title) : say.moveDown(page.title)}
              disabled={pages[place + by] === undefined}
              onClick={() => onArrange(page, moved(place, by))}
              className="ctl ctl-quiet ctl-square"
            >
              <Icon name="down" size={18} className={by < 0 ? 'rotate-180' : ''} />
            </button>
          ))}
        </li>
      ))}
    </ol>
  )
}

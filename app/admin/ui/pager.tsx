import { Link, useSearchParams } from 'react-router'
import { groupIndian } from '#domain/money/money.ts'
import * as say from '#words/admin-list.ts'
import type { Page } from '../../data/admin/keyset.ts'
import { withCursor } from './list-url.ts'

/** Previous and Next of a keyset list. There is no 'Page 7 of 2,014', because the database does not count pages. */
export function Pager({ page }: { page: Pick<Page<unknown>, 'next' | 'previous'> | undefined }) {
  const [params] = useSearchParams()
  if (!page || (page.next === null && page.previous === null)) return null
  const to = (cursor: string) => ({ search: withCursor(params, cursor).toString() })
  return (
    <nav aria-label={say.pages} className="mt-3 flex items-center justify-end gap-2">
      {page.previous === null ? (
        <button type="button" disabled className="ctl">
          {say.newer}
        </button>
      ) : (
        <Link to={to(page.previous)} rel="prev" className="ctl">
          {say.newer}
        </Link>
      )}
      {page.next === null ? (
        <button type="button" disabled className="ctl">
          {say.older}
        </button>
      ) : (
        <Link to={to(page.next)} rel="next" className="ctl">
          {say.older}
        </Link>
      )}
    </nav>
  )
}

/** Above this count the API estimates: 'about 1,20,000'. */
const EXACT_TO = 100_000

/** The number of rows of a list: exact while that is cheap, otherwise the planner's estimate, rounded. */
export function countText(count: number | null): string | null {
  if (count === null) return null
  if (count <= EXACT_TO) return say.about(groupIndian(String(count)), true)
  const step = 10 ** (String(count).length - 2)
  return say.about(groupIndian(String(Math.round(count / step) * step)), false)
}

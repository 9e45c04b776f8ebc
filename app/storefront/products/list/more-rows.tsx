import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import * as say from '#words/products.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Pagination } from '../../../ui/page/pagination.tsx'
import { type Filters, filtersPath, LIST_MOST, LIST_STEP, pagesShown } from '../filters.ts'
import type { Listing } from '../listing.ts'

/** So many pages come by scrolling; further ones by a press, so that the end of the page can be reached. */
const BY_SCROLLING = 3
/** The next page is requested so far before its place is in view. */
const AHEAD = '600px'

/** Presses the link below the room of the next rows when the room comes near. */
function watch(room: HTMLElement | null): (() => void) | undefined {
  if (!room) return undefined
  const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && room.nextElementSibling?.querySelector('a')?.click(), { rootMargin: AHEAD })
  seen.observe(room)
  return () => seen.disconnect()
}

/**
 * The next rows, appended at an address that names how many there are: Back, a reload and a copied link show the same rows, and without
 * scripts it is a link. Then the pages.
 */
export function MoreRows({ listing: { products, total, more: atLeast, page, pages }, filters }: { listing: Listing; filters: Filters }) {
  const before = useRef(products.length)
  const pressed = useRef(false)
  const shown = Math.min(pagesShown(filters), pages - page + 1)
  const through = page + shown - 1
  const more = through < pages && shown < LIST_MOST
  const end = useRef<HTMLDivElement>(null)
  /** For so many pages the end of the rows has been below the window: room that opens above it moves nothing that can be seen. */
  const [belowFor, setBelowFor] = useState(0)
  // Not before the scripts run, nor without a connection: then the link leads on.
  const comes = belowFor === shown && navigator.onLine && more && shown < BY_SCROLLING

  useEffect(() => {
    const tail = end.current
    if (!tail) return undefined
    // Where it is now, and rendered at once: the buyer may have scrolled on since the frame of the entry, and would until a later render.
    const seen = new IntersectionObserver(() => tail.getBoundingClientRect().top >= window.innerHeight && flushSync(() => setBelowFor(shown)))
    seen.observe(tail)
    return () => seen.disconnect()
  }, [shown])

  useEffect(() => {
    // The link has moved below the new rows, or is gone: the first of them takes the focus. Scrolling moves no focus.
    if (pressed.current && products.length > before.current)
      [...document.querySelectorAll<HTMLElement>('.trade-row h2 a')].at(before.current - products.length)?.focus({ preventScroll: true })
    pressed.current = false
    before.current = products.length
  }, [products.length])

  return (
    <>
      {/* The rows take its place, so nothing below them moves. With a key: a room that moved would count as a shift. */}
      {comes ? (
        <div key={shown} ref={watch} className="trade-coming" style={{ height: `calc(${Math.min(LIST_STEP, total - products.length)} * var(--row))` }} />
      ) : null}
      {shown > 1 || more ? (
        <div ref={end} className="mt-8 grid justify-items-center gap-3">
          <output className="num text-ink-2">{say.shownOf(products.length, total, atLeast)}</output>
          {more ? (
            <Link
              to={filtersPath({ ...filters, page, show: (shown + 1) * LIST_STEP })}
              replace
              preventScrollReset
              onClick={({ isTrusted }) => (pressed.current = isTrusted)}
              className={buttonClass({ variant: 'second' })}
            >
              {say.showMoreResults}
            </Link>
          ) : null}
        </div>
      ) : null}
      <Pagination page={page} through={through} pages={pages} to={(target) => filtersPath({ ...filters, page: target, show: 0 })} />
    </>
  )
}

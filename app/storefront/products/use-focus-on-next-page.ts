import { useEffect, useRef } from 'react'

/** After a change of page within the same list, the focus moves from the button at the bottom to the top of the list. */
export function useFocusOnNextPage(results: React.RefObject<HTMLElement | null>, page: number): void {
  const before = useRef(page)
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    const focused = document.activeElement
    // On the last page the clicked link disappears and the focus with it. Everywhere else, such as on a filter, the focus stays.
    if (focused === document.body || focused?.closest('nav')) results.current?.focus({ preventScroll: true })
  }, [results, page])
}

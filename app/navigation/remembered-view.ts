/**
 * The view of /products that this device chose last (docs/decisions/0057-trade-list.md). Public pages are cached by address, so the
 * choice is a part of the address: where an address names no view, the browser opens the remembered one.
 */
const KEY = 'shringar-view'

export function rememberView(list: boolean): void {
  try {
    if (list) localStorage.setItem(KEY, 'list')
    else localStorage.removeItem(KEY)
  } catch {
    // the browser's settings forbid storage: every visit starts with the grid
  }
}

/** The address of the trade list, if this device remembers it and the address names no view; null otherwise. */
export function rememberedList({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | null {
  try {
    // Offline the list may not be in the cache although the grid is.
    if (pathname !== '/products' || /[?&]view=/.test(search) || !navigator.onLine || localStorage.getItem(KEY) !== 'list') return null
    return `/products?view=list${search.replace('?', '&')}`
  } catch {
    return null
  }
}

/** The views of the analytics; the current one is in the URL, with the days that all of them share. */
export const VIEWS = ['overview', 'product', 'category', 'customer', 'state', 'payment', 'stock', 'gst', 'einvoices', 'accounts'] as const
export type View = (typeof VIEWS)[number]

export const viewIn = (params: URLSearchParams): View => VIEWS.find((view) => view === params.get('view')) ?? 'overview'

/** The parameters that other views keep: the days and their comparison. */
const SHARED = ['range', 'from', 'to', 'against'] as const

export function viewSearch(params: URLSearchParams, view: View): string {
  const next = new URLSearchParams(view === 'overview' ? {} : { view })
  for (const name of SHARED) {
    const value = params.get(name)
    if (value !== null) next.set(name, value)
  }
  return `?${next.toString()}`
}

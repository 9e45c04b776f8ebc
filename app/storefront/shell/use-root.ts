import { useRouteLoaderData } from 'react-router'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import type { loader } from '../../root.tsx'

/** Settings, categories, the owner's pages and the year from the root loader; the default settings if that failed. */
export function useRoot() {
  return (
    useRouteLoaderData<typeof loader>('root') ?? {
      settings: DEFAULT_SETTINGS,
      categories: [],
      pages: [],
      year: 2026,
      stateName: '',
      publishableKey: '',
      whatsApp: null,
      icons: null,
      closedNote: null,
      palette: null,
      announcement: null,
    }
  )
}

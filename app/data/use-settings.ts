import { useRouteLoaderData } from 'react-router'
import { DEFAULT_SETTINGS } from '#domain/settings.ts'
import type { StoreSettings } from '#domain/settings.ts'

/** The store's settings as the root read them; the defaults where even they could not be read. */
export function useSettings(): StoreSettings {
  const root = useRouteLoaderData('root') as { settings: StoreSettings } | undefined
  return root?.settings ?? DEFAULT_SETTINGS
}

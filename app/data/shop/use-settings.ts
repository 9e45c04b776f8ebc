import { useRouteLoaderData } from 'react-router'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'

/** The store's settings as the root read them; the defaults when they could not be read. */
export function useSettings(): StoreSettings {
  const root = useRouteLoaderData('root') as { settings: StoreSettings } | undefined
  return root?.settings ?? DEFAULT_SETTINGS
}

/** The address of a chat with the shop; null when the settings have no number for it. */
export function useWhatsApp(): string | null {
  return (useRouteLoaderData('root') as { whatsApp: string | null } | undefined)?.whatsApp ?? null
}

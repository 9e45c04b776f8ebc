import './start/import-again.ts'
import { useEffect } from 'react'
import { Links, Meta, Outlet, data, isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import { indianCalendar } from '#domain/time/dates.ts'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { announcementAt } from '#domain/shop/announcement.ts'
import { iconAddress } from '#domain/shop/icons.ts'
import { accentShades, paletteCss } from '#domain/shop/palette.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import { whatsAppAddress } from '#domain/addresses/whatsapp.ts'
import * as say from '#words/shell.tsx'
import { shopContext } from './data/api/context.ts'
import { loadSettings } from './data/shop/settings.ts'
import { loadCategories, menuOf } from './data/shop/categories.ts'
import { loadPageMenu } from './data/shop/own-pages.ts'
import { NO_STORE } from './data/api/caching.ts'
import { isRootAsked } from './data/shop/root-data.ts'
import { watchErrors } from './diagnostics/watch-errors.ts'
import { FailedScreen } from './ui/page/failed-screen.tsx'
import { Toaster } from './ui/overlay/toaster.tsx'
import { AfterFirstAction } from './pwa/after-first-action.tsx'
import { ScrollPlaces } from './navigation/scroll-places.tsx'
import { useAddressOfMissingCode } from './navigation/missing-code.ts'
import { FirstScript } from './start/in-head.tsx'
import { Modules, WholeSheet } from './start/modules.tsx'
import anek from './ui/fonts/anek-core.woff2?url'
import tiro from './ui/fonts/tiro-core.woff2?url'
import { STYLES_HERE } from './start/styles-place.ts'
import { PageTitle } from './data/shop/page-title.tsx'
import { closedShop } from './storefront/closed/closed-shop.tsx'

/** Answers visitors while the shop is closed; a middleware, because it decides before any loader reads. */
export const middleware: Route.MiddlewareFunction[] = [closedShop]

/**
 * What every page needs: the store's settings, the category tree and the owner's pages for header and footer. When they cannot be read, the shell still
 * renders with the default settings, so that a screen can say what failed; such a page is not cached.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, publishableKey, closed } = context.get(shopContext)
  const [settings, categories, pages] = await Promise.all([
    loadSettings(db).catch(() => null),
    loadCategories(db).catch(() => null),
    loadPageMenu(db).catch(() => null),
  ])
  // The server sends the year, so that no browser clock disagrees during hydration.
  const shell = {
    settings: settings ?? DEFAULT_SETTINGS,
    categories: menuOf(categories ?? []),
    pages: pages ?? [],
    publishableKey,
    /** Computed here, so that the browser needs no code for it. */
    whatsApp: whatsAppAddress((settings ?? DEFAULT_SETTINGS).whatsapp),
    stateName: stateByCode((settings ?? DEFAULT_SETTINGS).stateCode)?.name ?? '',
    year: indianCalendar(new Date()).year,
    announcement: announcementAt(settings ?? DEFAULT_SETTINGS, new Date()),
    palette: ownPalette(settings ?? DEFAULT_SETTINGS),
    icons: { tab: iconAddress(settings ?? DEFAULT_SETTINGS, 'favicon'), touch: iconAddress(settings ?? DEFAULT_SETTINGS, 'apple-touch-icon') },
    closedNote: closed === null ? null : closed === 'staff' ? say.closedForStaff : say.closedForCustomers,
  }
  return data(shell, settings === null || categories === null || pages === null ? { headers: { 'cache-control': NO_STORE } } : undefined)
}

/** The shop's own colours for the pages that visitors see; null: the default ones of the style sheet. */
function ownPalette({ accent, secondColour }: StoreSettings) {
  const css = paletteCss({ accent, second: secondColour })
  return css === null ? null : { css: `html:root{${css}}`, dark: accent === null ? null : accentShades(accent).darkest }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** Settings and categories do not change between two clicks: they are kept, and only a screen that requests them reads them again. */
export const shouldRevalidate = isRootAsked

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const icons = root?.icons ?? { tab: '/favicon.svg', touch: '/icons/apple-touch-icon.png' }
  // The back office keeps its own colours, which have a dark theme.
  const palette = useLocation().pathname.startsWith('/admin') ? null : root?.palette
  useEffect(watchErrors, [])
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={palette?.dark ?? '#37102a'} />
        {root ? <meta name="shop-key" content={root.publishableKey} /> : null}
        <link rel="preload" as="font" type="font/woff2" href={anek} crossOrigin="anonymous" />
        <link rel="preload" as="font" type="font/woff2" href={tiro} crossOrigin="anonymous" />
        <link rel="icon" href={icons.tab} type={icons.tab.endsWith('.svg') ? 'image/svg+xml' : 'image/png'} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href={icons.touch} />
        <Meta />
        {/* Inline styles: the first paint waits for one response instead of two (a third of its time on 4G). React finds them by their href.
            The server writes those that the finished page needs (entry.server.tsx). */}
        <style href="shop" precedence="shop">
          {import.meta.env.SSR ? STYLES_HERE : ''}
        </style>
        <WholeSheet />
        {palette ? <style>{palette.css}</style> : null}
        <Links />
        <FirstScript />
      </head>
      <body>
        {children}
        <Toaster />
        {root ? <AfterFirstAction store={root.settings.storeName} /> : null}
        <ScrollPlaces />
        <Modules />
      </body>
    </html>
  )
}

export default function Root() {
  useAddressOfMissingCode()
  return <Outlet />
}

/** The last error boundary; a screen's own errors are caught by the boundary of its layout. */
export function ErrorBoundary() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <main className="wrap py-16">
      <PageTitle>{say.failedTitle}</PageTitle>
      <FailedScreen error={error} status={status} />
    </main>
  )
}

/** Shown while a screen that renders in the browser loads its code. */
export function HydrateFallback() {
  return <p className="wrap py-24 text-center text-ink-2">{say.loadingApplication}</p>
}

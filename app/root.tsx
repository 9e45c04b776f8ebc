import { useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, data, isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import { indianCalendar } from '#domain/time/dates.ts'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import { whatsAppAddress } from '#domain/addresses/whatsapp.ts'
import * as say from '#words/shell.tsx'
import { shopContext } from './data/api/context.ts'
import { loadSettings } from './data/shop/settings.ts'
import { loadCategories } from './data/shop/categories.ts'
import { NOT_KEPT } from './data/api/caching.ts'
import { isRootAsked } from './data/shop/root-data.ts'
import { tellFaults } from './diagnostics/tell-faults.ts'
import { ErrorScreen } from './ui/error-screen.tsx'
import { Toaster } from './ui/toaster.tsx'
import { AfterIdle } from './pwa/after-idle.tsx'
import { useAddressOfMissingCode } from './navigation/missing-code.ts'
import { FirstScript } from './start/in-head.tsx'
import anek from './ui/fonts/anek-core.woff2?url'
import tiro from './ui/fonts/tiro-core.woff2?url'
import serverStyles from './styles.css?inline'

/**
 * What every page needs: the store's settings and the category tree for header and footer. When they cannot be read, the shell still
 * renders with the default settings, so that a screen can say what failed; such a page is not cached.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, publishableKey } = context.get(shopContext)
  const [settings, categories] = await Promise.all([loadSettings(db).catch(() => null), loadCategories(db).catch(() => null)])
  // The server sends the year, so that no browser clock disagrees during hydration.
  const shell = {
    settings: settings ?? DEFAULT_SETTINGS,
    categories: categories ?? [],
    publishableKey,
    /** Computed here, so that the browser needs no code for it. */
    whatsApp: whatsAppAddress((settings ?? DEFAULT_SETTINGS).whatsapp),
    stateName: stateByCode((settings ?? DEFAULT_SETTINGS).stateCode)?.name ?? '',
    year: indianCalendar(new Date()).year,
  }
  return data(shell, settings === null || categories === null ? { headers: { 'cache-control': NOT_KEPT } } : undefined)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** Settings and categories do not change between two clicks: they are kept, and only a screen that requests them reads them again. */
export const shouldRevalidate = isRootAsked

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  useEffect(tellFaults, [])
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#37102a" />
        {root ? <meta name="shop-key" content={root.publishableKey} /> : null}
        <link rel="preload" as="font" type="font/woff2" href={anek} crossOrigin="anonymous" />
        <link rel="preload" as="font" type="font/woff2" href={tiro} crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <Meta />
        {/* Inline styles: the first paint waits for one response instead of two (a third of its time on 4G). React finds them by their href. */}
        <style href="shop" precedence="shop">
          {import.meta.env.SSR ? serverStyles : ''}
        </style>
        <Links />
        <FirstScript />
      </head>
      <body>
        {children}
        <Toaster />
        {root ? <AfterIdle store={root.settings.storeName} /> : null}
        <ScrollRestoration />
        <Scripts />
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
      <title>{say.failedTitle}</title>
      <ErrorScreen error={error} status={status} />
    </main>
  )
}

/** Shown while a screen that renders in the browser loads its code. */
export function HydrateFallback() {
  return <p className="wrap py-24 text-center text-ink-2">{say.loadingApplication}</p>
}

import { useRef } from 'react'
import { Link, Outlet, isRouteErrorResponse, useRouteError } from 'react-router'
import * as say from '#words/checkout.tsx'
import * as shell from '#words/shell.tsx'
import { useSettings } from '../../data/shop/use-settings.ts'
import { useErrorOfMissingCode } from '../../navigation/missing-code.ts'
import { ErrorScreen } from '../../ui/page/error-screen.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { Wordmark } from '../../ui/page/wordmark.tsx'
import { NavigationProgress, useFocusOnNewPage } from '../shell/navigation-signs.tsx'
import { PageTitle } from '../../data/shop/page-title.tsx'

/** The layout of the checkout: the name, the way back and a telephone number. Menu, tabs and footer would only lead away from the order. */
export default function CheckoutLayout() {
  useErrorOfMissingCode()
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <Frame>
      <div className="wrap py-12">
        <PageTitle>{shell.failedTitle}</PageTitle>
        <ErrorScreen error={error} status={isRouteErrorResponse(error) ? error.status : 500} />
      </div>
    </Frame>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  const { storeName, logo, phone } = useSettings()
  const content = useRef<HTMLElement>(null)
  useFocusOnNewPage(content)
  return (
    <div className="flex min-h-dvh flex-col">
      <NavigationProgress />
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:rounded-sm focus:bg-plum-900 focus:px-4 focus:py-3 focus:text-white"
      >
        {shell.skipToContent}
      </a>
      <header className="border-b border-line">
        <div className="wrap grid min-h-16 grid-cols-[1fr_auto_1fr] items-center gap-2 md:min-h-[84px]">
          <Link to="/cart" className="-ml-2 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-sm px-2 text-ink-2 hover:underline">
            <Icon name="back" size={20} />
            <span className="max-sm:sr-only">{say.backToCart}</span>
          </Link>
          <Link to="/" className="rounded-xs">
            <Wordmark name={storeName} logo={logo} />
          </Link>
          {phone === '' ? (
            <span />
          ) : (
            <a
              href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
              className="-mr-2 inline-flex min-h-11 flex-col items-end justify-center justify-self-end rounded-sm px-2 text-right text-sm leading-[1.25] hover:underline"
            >
              <span className="text-ink-2">{say.helpByPhone}</span>
              <span className="num font-[550] text-plum-700 max-sm:sr-only">{phone}</span>
            </a>
          )}
        </div>
      </header>
      <main ref={content} id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
    </div>
  )
}

import { useRef } from 'react'
import { Link, Outlet, isRouteErrorResponse, useRouteError } from 'react-router'
import { formatPromise } from '#domain/money/money.ts'
import * as say from '#words/shell.tsx'
import { useErrorOfMissingCode } from '../navigation/missing-code.ts'
import { ErrorScreen } from '../ui/error-screen.tsx'
import { ComingPage } from './shell/coming-page.tsx'
import { Footer } from './shell/footer.tsx'
import { Header } from './shell/header.tsx'
import { NavigationProgress, useFocusOnNewPage } from './shell/navigation-signs.tsx'
import { TabBar } from './shell/tab-bar.tsx'
import { useRoot } from './shell/use-root.ts'

export default function StorefrontLayout() {
  useErrorOfMissingCode()
  return (
    <Shell>
      <ComingPage>
        <Outlet />
      </ComingPage>
    </Shell>
  )
}

/** Shown when a screen fails but the layout around it still works. */
export function ErrorBoundary() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <Shell>
      <div className="wrap py-12 md:py-20">
        <title>{say.failedTitle}</title>
        <ErrorScreen error={error} status={status} />
        <p className="mt-6">
          <Link to="/products" className="link">
            {say.backToProducts}
          </Link>
        </p>
      </div>
    </Shell>
  )
}

function Shell({ children }: { children: React.ReactNode }) {
  const { settings } = useRoot()
  const content = useRef<HTMLElement>(null)
  useFocusOnNewPage(content)
  return (
    <div className="flex min-h-dvh flex-col">
      <NavigationProgress />
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:rounded-sm focus:bg-plum-900 focus:px-4 focus:py-3 focus:text-white"
      >
        {say.skipToContent}
      </a>
      <section aria-label={say.ourPromises} className="strip bg-plum-900 px-4 py-2 text-center text-xs leading-[1.35] text-[#f6e6ee]">
        <span>{say.promiseOfDelivery(formatPromise(settings.freeDeliveryFrom))}</span>
        <span>{say.promiseOfSteps}</span>
        {settings.gstin === null ? null : <span>{say.promiseOfInvoice}</span>}
      </section>
      <Header />
      <main ref={content} id="content" tabIndex={-1} className="flex-1 outline-none max-md:pb-[calc(62px+env(safe-area-inset-bottom))]">
        {children}
      </main>
      <Footer />
      <TabBar />
    </div>
  )
}

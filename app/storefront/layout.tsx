import { useRef } from 'react'
import { Link, Outlet, isRouteErrorResponse, useRouteError } from 'react-router'
import { shortRupees } from '#domain/money/short-rupees.ts'
import * as say from '#words/shell.tsx'
import { useErrorOfMissingCode } from '../navigation/missing-code.ts'
import { hydrateLater } from '../ui/hydrate-later.tsx'
import { FailedScreen } from '../ui/page/failed-screen.tsx'
import { ComingPage } from './shell/coming-page.tsx'
import { Header } from './shell/header.tsx'
import { NavigationProgress, useFocusOnNewPage } from './shell/navigation-signs.tsx'
import { useRoot } from './shell/use-root.ts'
import { PageTitle } from '../data/shop/page-title.tsx'

const TabBar = hydrateLater(() => import('./shell/tab-bar.tsx'))
const Footer = hydrateLater(() => import('./shell/footer.tsx'), <div className="hidden h-[540px] bg-sunken md:block" />)

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
        <PageTitle>{say.failedTitle}</PageTitle>
        <FailedScreen error={error} status={status} />
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
  const { settings, closedNote, announcement } = useRoot()
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
      {closedNote === null ? null : <p className="bg-marigold-500 px-4 py-2 text-center text-sm font-semibold text-ink">{closedNote}</p>}
      {announcement ? (
        <section aria-label={say.announcement} className="bg-marigold-100 px-4 py-2 text-center text-sm text-ink">
          {announcement.link ? (
            <Link to={announcement.link} className="underline underline-offset-4">
              {announcement.text}
            </Link>
          ) : (
            announcement.text
          )}
        </section>
      ) : null}
      <section aria-label={say.ourPromises} className="strip bg-plum-900 px-4 py-2 text-center text-xs leading-[1.35] text-[#f6e6ee]">
        {settings.deliveryVaries ? null : <span>{say.promiseOfDelivery(shortRupees(settings.freeDeliveryFrom))}</span>}
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

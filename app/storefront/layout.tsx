import { useRef } from 'react'
import { Link, Outlet, isRouteErrorResponse, useRouteError } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { ErrorScreen } from '../ui/error-screen.tsx'
import { ComingPage } from './shell/coming-page.tsx'
import { Footer } from './shell/footer.tsx'
import { Header } from './shell/header.tsx'
import { NavigationProgress, useFocusOnNewPage } from './shell/navigation-signs.tsx'
import { TabBar } from './shell/tab-bar.tsx'
import { useRoot } from './shell/use-root.ts'

export default function StorefrontLayout() {
  return (
    <Shell>
      <ComingPage>
        <Outlet />
      </ComingPage>
    </Shell>
  )
}

/** A screen failed, the shop around it did not. */
export function ErrorBoundary() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <Shell>
      <div className="wrap py-12 md:py-20">
        <title>Something went wrong · Shringar</title>
        <ErrorScreen error={error} status={status} />
        <p className="mt-6">
          <Link to="/products" className="link">
            Back to Products
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
        Skip to the content
      </a>
      <section aria-label="Our promises" className="strip bg-plum-900 px-4 py-2 text-center text-xs leading-[1.35] text-[#f6e6ee]">
        <span>
          <b className="font-semibold text-white">Free delivery</b> on orders of {rupeesPlain(settings.freeDeliveryFrom)} or more
        </span>
        <span>The price steps down as you take more</span>
        <span>GST invoice with every order</span>
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

/** '₹1500', as the promise is written everywhere; paise only where there are some. */
function rupeesPlain(paise: number): string {
  return paise % 100 === 0 ? `₹${paise / 100}` : formatRupees(paise)
}

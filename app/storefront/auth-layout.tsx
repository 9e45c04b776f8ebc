import { useRef } from 'react'
import { Link, Outlet } from 'react-router'
import * as say from '#words/sign-in.tsx'
import { useSettings } from '../data/shop/use-settings.ts'
import { useErrorOfMissingCode } from '../navigation/missing-code.ts'
import { Wordmark } from '../ui/page/wordmark.tsx'
import { useFocusOnNewPage } from './shell/navigation-signs.tsx'

/** The layout of the sign-in pages: name, tagline, a way back, and the form in the middle. */
export default function AuthLayout() {
  useErrorOfMissingCode()
  const { storeName, logo } = useSettings()
  const content = useRef<HTMLElement>(null)
  useFocusOnNewPage(content)
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,.95fr)_minmax(0,1fr)] lg:grid-rows-none">
      <picture className="sign-in-picture">
        <source media="(min-width: 1024px)" srcSet="/pictures/sign-in.webp" width={1000} height={1250} />
        <img src="/pictures/sign-in-phone.webp" alt="" width={1080} height={450} />
      </picture>
      <main ref={content} tabIndex={-1} className="grid content-start justify-items-center px-5 pt-7 pb-12 outline-none lg:content-center">
        <header className="grid justify-items-center gap-2">
          <Link to="/" className="rounded-xs">
            <Wordmark name={storeName} logo={logo} />
          </Link>
          <p className="text-sm text-ink-2">{say.tagline}</p>
        </header>
        <div className="mt-7 w-full max-w-[420px]">
          <Outlet />
        </div>
      </main>
    </div>
  )
}

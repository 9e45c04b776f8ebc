import { iconAddress } from '#domain/shop/icons.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/closed.ts'
import * as shell from '#words/shell.tsx'
import { Wordmark } from '../../ui/page/wordmark.tsx'

/** The pages that stay public: who the shop is, and what it promised in the orders that it has (isShownClosed). */
const PAGES = [
  ['/contact', say.contact],
  ['/terms', shell.terms],
  ['/privacy', shell.privacy],
  ['/shipping', shell.shipping],
  ['/refunds', shell.refunds],
] as const

/** The whole document, without scripts. @param styles the shop's style sheet */
export function ClosedPage({ settings, styles }: { settings: StoreSettings; styles: string }) {
  const { storeName, logo, email, phone } = settings
  const icon = iconAddress(settings, 'favicon')
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#37102a" />
        <meta name="robots" content="noindex" />
        <title>{`${say.title} · ${storeName}`}</title>
        <link rel="icon" href={icon} />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
          <div className="h-3 border-b-4 border-marigold-500 bg-plum-900" />
          <main className="grid content-center justify-items-center px-5 py-12 text-center">
            <Wordmark name={storeName} logo={logo} />
            <h1 className="mt-10 font-display text-[clamp(2.25rem,1.6rem+3vw,3.5rem)] leading-none text-plum-900">{say.title}</h1>
            <p className="mt-4 max-w-[34ch] text-ink-2">{say.text}</p>
            {email === '' && phone === '' ? null : (
              <dl className="mt-8 grid gap-x-10 gap-y-4 sm:grid-flow-col">
                {email === '' ? null : <Way name={say.email} to={`mailto:${email}`} text={email} />}
                {phone === '' ? null : <Way name={say.phone} to={`tel:${phone.replace(/[^+\d]/g, '')}`} text={phone} />}
              </dl>
            )}
            <p className="mt-8 text-sm text-ink-2">
              {say.ordered}{' '}
              <a className="link" href="/login">
                {say.signIn}
              </a>
            </p>
          </main>
          <footer className="flex flex-wrap justify-center gap-x-6 border-t border-line px-5 py-4 text-sm">
            {[...PAGES, ['/admin', say.forStaff]].map(([to, label]) => (
              <a key={to} href={to} className="inline-flex min-h-11 items-center text-ink-2 hover:underline">
                {label}
              </a>
            ))}
          </footer>
        </div>
      </body>
    </html>
  )
}

function Way({ name, to, text }: { name: string; to: string; text: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd>
        <a className="link inline-flex min-h-11 items-center" href={to}>
          {text}
        </a>
      </dd>
    </div>
  )
}

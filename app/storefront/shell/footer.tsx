import { Link } from 'react-router'
import * as say from '#words/shell.tsx'
import { Wordmark } from '../../ui/page/wordmark.tsx'
import { CategoryLinks, Contact, PageLinks, QuickLinks } from './site-links.tsx'
import { useRoot } from './use-root.ts'

/** Below 768 px the tab bar takes its place and the menu carries every link (docs/rules.md#phones). */
export default function Footer() {
  const { settings, pages, year } = useRoot()
  return (
    <footer className="hidden bg-sunken pb-7 md:block">
      <div className="kinari mb-14" />
      <div className="wrap">
        <div className="grid grid-cols-3 gap-12 text-ink-2 lg:grid-cols-[1.6fr_1fr_1fr_1.3fr]">
          <div className="col-span-3 lg:col-span-1">
            <Link to="/" className="mb-4 inline-block">
              <Wordmark name={settings.storeName} logo={settings.logo} centred={false} />
            </Link>
            <p className="max-w-[30ch]">{settings.footerText ?? say.aboutTheShop(settings.foundedYear)}</p>
          </div>
          <Section title={say.quickLinks}>
            <QuickLinks />
          </Section>
          <Section title={say.categories}>
            <CategoryLinks />
          </Section>
          <Section title={say.contact}>
            <Contact />
          </Section>
        </div>
        {pages.length === 0 ? null : (
          <nav aria-label={say.morePages} className="mt-12 border-t border-line pt-4 text-ink-2">
            <PageLinks className="flex flex-wrap gap-x-8 gap-y-[6px]" />
          </nav>
        )}
        <div className={`num ${pages.length === 0 ? 'mt-12' : 'mt-4'} flex flex-wrap justify-between gap-4 border-t border-line pt-5 text-sm text-ink-2`}>
          <span>
            © {year} {settings.legalName}
          </span>
          {settings.gstin === null ? null : <span>{say.gstin(settings.gstin)}</span>}
        </div>
      </div>
    </footer>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  )
}

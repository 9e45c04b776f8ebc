import { Link } from 'react-router'
import { pagePath } from '#domain/shop/own-page.ts'
import * as say from '#words/shell.tsx'
import { hoursText } from './hours-text.ts'
import { useRoot } from './use-root.ts'

/** What the law and the payment providers want within reach of every page. */
export const aboutLinks = [
  { to: '/about', label: say.about },
  { to: '/contact', label: say.contactPage },
  { to: '/terms', label: say.terms },
  { to: '/shipping', label: say.shipping },
  { to: '/refunds', label: say.refunds },
  { to: '/privacy', label: say.privacy },
]

export const quickLinks = [
  { to: '/', label: say.home },
  { to: '/products', label: say.products },
  { to: '/categories', label: say.categories },
  { to: '/order-pad', label: say.orderPad },
  ...aboutLinks,
]

const linkClass = 'site-link'

/** The router learns these routes from the other menu. */
export function QuickLinks() {
  return (
    <ul className="grid gap-[6px]">
      {quickLinks.map((link) => (
        <li key={link.to}>
          <Link to={link.to} discover="none" className={linkClass}>
            {link.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The menu of the owner's pages. */
export function PageLinks({ className }: { className: string }) {
  const { pages } = useRoot()
  return (
    <ul className={className}>
      {pages.map(({ slug, title }) => (
        <li key={slug}>
          <Link to={pagePath(slug)} className={linkClass}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function CategoryLinks() {
  const { categories } = useRoot()
  return (
    <ul className="grid gap-[6px]">
      {categories.map((category) => (
        <li key={category.id}>
          <Link to={`/products?category=${category.slug}`} discover="none" className={linkClass}>
            {category.name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Address, opening hours and the name of the grievance officer, as the law requires of a web shop. */
export function Contact() {
  const { settings, stateName } = useRoot()
  const { legalName, address, city, pincode, email, phone, grievanceName, grievanceEmail, grievancePhone } = settings
  return (
    <div className="grid grid-cols-1 gap-3">
      <address className="not-italic">
        {legalName}
        {address === '' ? null : (
          <>
            <br />
            {address}
          </>
        )}
        {city === '' ? null : (
          <>
            <br />
            {city} {pincode}, {stateName}
          </>
        )}
      </address>
      {email === '' && phone === '' ? null : (
        <p>
          {email === '' ? null : (
            <a href={`mailto:${email}`} className={linkClass}>
              {email}
            </a>
          )}
          {phone === '' ? null : (
            <>
              <br />
              <a href={`tel:${phone.replace(/\s/g, '')}`} className={`${linkClass} num`}>
                {phone}
              </a>
            </>
          )}
        </p>
      )}
      <p className="num">
        {hoursText(settings.hours).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
      {grievanceName === '' ? null : (
        <p>
          {say.grievanceOfficer(grievanceName)}
          {grievanceEmail === '' ? null : (
            <>
              <br />
              <a href={`mailto:${grievanceEmail}`} className={linkClass}>
                {grievanceEmail}
              </a>
            </>
          )}
          {grievancePhone === '' ? null : (
            <>
              <br />
              <span className="num">{grievancePhone}</span>
            </>
          )}
        </p>
      )}
    </div>
  )
}

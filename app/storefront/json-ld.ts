import type { MetaDescriptor } from 'react-router'
import { logoFile } from '#domain/shop/brand.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { Crumb } from '../ui/page/breadcrumbs.tsx'

/** The page's position in the site, matching its breadcrumbs; the last item has no address and is the page itself. */
export function breadcrumbJsonLd(origin = '', trail: Crumb[], path: string): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: trail.map(({ label, to }, place) => ({ '@type': 'ListItem', position: place + 1, name: label, item: `${origin}${to ?? path}` })),
    },
  }
}

/** Who sells, and whom to contact. */
export function organizationJsonLd(origin = '', settings: StoreSettings, stateName: string): MetaDescriptor {
  const { storeName, legalName, email, phone, address, city, pincode, foundedYear, gstin, social, logo } = settings
  const contact = { ...(email === '' ? {} : { email }), ...(phone === '' ? {} : { telephone: phone }) }
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': `${origin}/#organization`,
      name: storeName,
      legalName,
      url: `${origin}/`,
      logo: `${origin}${logo === null ? '/favicon.svg' : logoFile(logo)}`,
      ...(foundedYear === null ? {} : { foundingDate: String(foundedYear) }),
      ...contact,
      ...(gstin === null ? {} : { taxID: gstin }),
      ...(city === ''
        ? {}
        : {
            address: {
              '@type': 'PostalAddress',
              streetAddress: address,
              addressLocality: city,
              postalCode: pincode,
              addressRegion: stateName,
              addressCountry: 'IN',
            },
          }),
      ...(Object.keys(contact).length === 0
        ? {}
        : { contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', areaServed: 'IN', availableLanguage: ['en', 'hi'], ...contact } }),
      ...(Object.keys(social).length === 0 ? {} : { sameAs: Object.values(social) }),
    },
  }
}

/** The shop as a website, with its own search. */
export function websiteJsonLd(origin = '', storeName: string): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: storeName,
      url: `${origin}/`,
      publisher: { '@id': `${origin}/#organization` },
      potentialAction: { '@type': 'SearchAction', target: `${origin}/products?q={search_term_string}`, 'query-input': 'required name=search_term_string' },
    },
  }
}

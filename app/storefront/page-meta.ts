import type { MetaDescriptor } from 'react-router'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'

/**
 * Placeholders in the browser for `count` JSON-LD scripts. Crawlers read documents, so the browser bundle contains no code for JSON-LD or shared links: a route
 * must test `import.meta.env.SSR` literally, or the bundler keeps both branches. React adopts the server's scripts without comparing their text.
 */
export function keptFromDocument(count: number): MetaDescriptor[] {
  return Array.from({ length: count }, (_, kept) => ({ 'script:ld+json': { kept } }))
}

/** The routes of the page, the root first, as a route's meta function gets them. */
type Matches = readonly ({ loaderData?: unknown } | undefined)[]
type PageMeta = { matches: Matches; title: string; description: string; path: string; origin: string | undefined; image?: string; index?: boolean }

/** The store as the root read it; its default name when that failed. */
function storeNameIn(matches: Matches): string {
  return ((matches[0]?.loaderData ?? {}) as { settings?: StoreSettings }).settings?.storeName ?? DEFAULT_SETTINGS.storeName
}

/** Title of a page that does not exist, and that no search engine lists. */
export function missingPageMeta(matches: Matches, title: string): MetaDescriptor[] {
  return [{ title: `${title} · ${storeNameIn(matches)}` }, { name: 'robots', content: 'noindex' }]
}

/** Title, description and canonical address of a public page, plus the preview of a shared link. */
export function pageMeta({ matches, title, description, path, origin = '', image, index = true }: PageMeta): MetaDescriptor[] {
  const storeName = storeNameIn(matches)
  const full = `${title} · ${storeName}`
  // No canonical address together with noindex: the former means "read that instead", the latter "leave this out".
  const indexing: MetaDescriptor = index ? { tagName: 'link', rel: 'canonical', href: `${origin}${path}` } : { name: 'robots', content: 'noindex' }
  return [
    { title: full },
    { name: 'description', content: description },
    indexing,
    ...(import.meta.env.SSR ? sharedLink(full, description, `${origin}${path}`, storeName, image) : []),
  ]
}

/** The preview of a shared link. */
function sharedLink(full: string, description: string, address: string, storeName: string, image: string | undefined): MetaDescriptor[] {
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:site_name', content: storeName },
    { property: 'og:locale', content: 'en_IN' },
    { name: 'twitter:card', content: image === undefined ? 'summary' : 'summary_large_image' },
    { name: 'twitter:title', content: full },
    { name: 'twitter:description', content: description },
    ...(image === undefined
      ? []
      : [
          { property: 'og:image', content: image },
          { name: 'twitter:image', content: image },
        ]),
  ]
}

import type { MetaDescriptor } from 'react-router'

type PageMeta = { title: string; description: string; path: string; origin: string | undefined; storeName?: string; image?: string; index?: boolean }

/** Title, description and canonical address of a public page, with what a shared link shows. */
export function pageMeta({ title, description, path, origin = '', storeName = 'Shringar', image, index = true }: PageMeta): MetaDescriptor[] {
  const full = `${title} · ${storeName}`
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: `${origin}${path}` },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: `${origin}${path}` },
    { property: 'og:site_name', content: storeName },
    ...(image === undefined ? [] : [{ property: 'og:image', content: image }]),
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

import type { MetaDescriptor } from 'react-router'
import * as say from '#words/shell.tsx'

type PageMeta = { title: string; description: string; path: string; origin: string | undefined; storeName?: string; image?: string; index?: boolean }

/** Title, description and canonical address of a public page, with what a shared link shows. */
export function pageMeta({ title, description, path, origin = '', storeName = say.brand, image, index = true }: PageMeta): MetaDescriptor[] {
  const full = `${title} · ${storeName}`
  // No canonical address beside noindex: the one says "read that instead", the other "leave this out".
  const indexing: MetaDescriptor = index ? { tagName: 'link', rel: 'canonical', href: `${origin}${path}` } : { name: 'robots', content: 'noindex' }
  return [
    { title: full },
    { name: 'description', content: description },
    indexing,
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: `${origin}${path}` },
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

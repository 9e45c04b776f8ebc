import { useSettings } from './use-settings.ts'

/** The document's title: the page, then the store. Public pages that crawlers read have it in their meta (storefront/page-meta.ts). */
export function PageTitle({ children: page }: { children: string }) {
  return <title>{`${page} · ${useSettings().storeName}`}</title>
}

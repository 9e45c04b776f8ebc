import { data } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import type { PageName } from '#domain/text/page-text.ts'
import { PUBLIC_PAGE } from '../data/api/caching.ts'
import { shopContext } from '../data/api/context.ts'
import { loadPageText } from '../data/shop/page-text.ts'

/** The loader of a page of text: the owner's own words for it, null where the shop's default applies. */
export const textLoader =
  (page: PageName) =>
  async ({ context }: { context: Readonly<RouterContextProvider> }) => {
    const { db, origin } = context.get(shopContext)
    return data({ origin, own: await loadPageText(db, page) }, { headers: { 'cache-control': PUBLIC_PAGE } })
  }

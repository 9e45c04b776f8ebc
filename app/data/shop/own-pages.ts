import type { SelectedRow, TableRow } from '#supabase/database.ts'
import { isPageSlug, MOST_OWN_PAGES } from '#domain/shop/own-page.ts'
import { pageWords, renderPage } from '#domain/text/page-text.ts'
import type { PageContents } from '#domain/text/page-text.ts'
import { formatDay } from '#domain/time/dates.ts'
import type { ReadClient } from '../api/client.ts'
import { orThrow } from '../api/read.ts'
import { loadSettings } from './settings.ts'

const MENU = 'slug,title'
export type MenuPage = SelectedRow<'own_pages', typeof MENU>

/** The pages that the owner put into the menu, in its order. */
export async function loadPageMenu(db: ReadClient): Promise<MenuPage[]> {
  return orThrow(await db.from('own_pages').select(MENU).eq('is_published', true).eq('in_menu', true).order('display_order').order('id').limit(MOST_OWN_PAGES))
}

export type OwnPage = { slug: string; title: string; description: string; html: string; contents: PageContents; day: string }

/** A published page as HTML that the server made from strict markup; null when there is none. Only loaders call it, so that the renderer does not reach the browser. */
export async function loadOwnPage(db: ReadClient, slug: string): Promise<OwnPage | null> {
  if (!isPageSlug(slug)) return null
  const [row] = orThrow(await db.from('own_pages').select('slug,title,description,body,updated_at').eq('slug', slug).eq('is_published', true))
  if (!row) return null
  const { body, updated_at, ...page } = row
  return { ...page, ...renderPage(body, pageWords(await loadSettings(db))), day: formatDay(updated_at) }
}

/** Every published page with the time of its last change, for the sitemap. */
export async function sitemapOwnPages(db: ReadClient): Promise<Pick<TableRow<'own_pages'>, 'slug' | 'updated_at'>[]> {
  return orThrow(await db.from('own_pages').select('slug,updated_at').eq('is_published', true).order('id').limit(MOST_OWN_PAGES))
}

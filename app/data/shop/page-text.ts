import type { ReadClient } from '../api/client.ts'
import { formatDay } from '#domain/time/dates.ts'
import { pageWords, renderPage } from '#domain/text/page-text.ts'
import type { PageContents, PageName } from '#domain/text/page-text.ts'
import { orThrow } from '../api/read.ts'
import { loadSettings } from './settings.ts'

/**
 * The owner's own text for a page, as HTML that the server made from strict markup, its headings, and the day it was written; null when the page
 * uses the shop's text. Only loaders call it, so that the renderer does not reach the browser.
 */
export async function loadPageText(db: ReadClient, page: PageName): Promise<{ html: string; contents: PageContents; day: string } | null> {
  const [row] = orThrow<{ body: string; updated_at: string }[]>(await db.from('page_texts').select('body, updated_at').eq('page', page))
  if (!row) return null
  return { ...renderPage(row.body, pageWords(await loadSettings(db))), day: formatDay(row.updated_at) }
}

import type { ReadClient } from '../api/client.ts'
import { formatDay } from '#domain/time/dates.ts'
import { pageWords, renderPageText } from '#domain/text/page-text.ts'
import type { PageName } from '#domain/text/page-text.ts'
import { orThrow } from '../api/read.ts'
import { loadSettings } from './settings.ts'

/**
 * The owner's own words for a page, as HTML that the server made from strict markup, and the day they were written; null
 * where the page keeps the shop's text. Loaders alone call it, so that no renderer reaches the browser.
 */
export async function loadPageText(db: ReadClient, page: PageName): Promise<{ html: string; day: string } | null> {
  const [row] = orThrow<{ body: string; updated_at: string }[]>(await db.from('page_texts').select('body, updated_at').eq('page', page))
  if (!row) return null
  return { html: renderPageText(row.body, pageWords(await loadSettings(db))), day: formatDay(row.updated_at) }
}

/** The owner's pages in the back office (docs/decisions/0075-own-pages.md). */
import type { SelectedRow } from '#supabase/database.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { saveRow } from '../save.ts'
import type { SaveResult } from '../save.ts'

const LISTED = 'id,slug,title,is_published,in_menu,display_order,updated_at'
const COLUMNS = 'id,slug,title,description,body,is_published,in_menu,version,updated_at'
export type ListedPage = SelectedRow<'own_pages', typeof LISTED>
export type OwnPageRow = SelectedRow<'own_pages', typeof COLUMNS>
export type OwnPageColumns = Pick<OwnPageRow, 'slug' | 'title' | 'description' | 'body' | 'is_published' | 'in_menu'>

/** Someone else changed the pages in the meantime: nothing was written. */
export class StalePages extends Error {}

export async function fetchOwnPages(): Promise<ListedPage[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('own_pages').select(LISTED).order('display_order').order('id')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** Null: there is no such page. */
export async function fetchOwnPage(id: string): Promise<OwnPageRow | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from('own_pages').select(COLUMNS).eq('id', id).maybeSingle()
  if (error) throw new Error(error.message, { cause: error })
  return data
}

export type OwnPageSaved = SaveResult<OwnPageRow> | { ok: false; code: 'SLUG_TAKEN' | 'TOO_MANY' }

/** Adds a page at the end of the menu, or saves over the row that was shown. */
export async function saveOwnPage(shown: OwnPageRow | null, columns: OwnPageColumns): Promise<OwnPageSaved> {
  const saved = await (shown === null ? addOwnPage(columns) : changeOwnPage(shown, columns))
  if (saved.ok || saved.code !== 'REFUSED') return saved
  if (saved.message.includes('own_pages_slug_key')) return { ok: false, code: 'SLUG_TAKEN' }
  return saved.detail['code'] === 'TOO_MANY_PAGES' ? { ok: false, code: 'TOO_MANY' } : saved
}

async function addOwnPage(columns: OwnPageColumns): Promise<SaveResult<OwnPageRow>> {
  const client = await loadSupabase()
  const last = await client.from('own_pages').select('display_order').order('display_order', { ascending: false }).limit(1)
  if (last.error) return refused(last.error)
  const { data, error } = await client
    .from('own_pages')
    .insert({ ...columns, display_order: (last.data[0]?.display_order ?? 0) + 1 })
    .select(COLUMNS)
    .single()
  return error ? refused(error) : { ok: true, row: data }
}

const refused = (error: { message: string; details: string }): SaveResult<OwnPageRow> => ({
  ok: false,
  code: 'REFUSED',
  message: error.message,
  detail: detailOf(error.details),
})

const changeOwnPage = (shown: OwnPageRow, columns: OwnPageColumns): Promise<SaveResult<OwnPageRow>> =>
  saveRow({
    table: 'own_pages',
    id: shown.id,
    stamp: { column: 'version', value: shown.version },
    update: (client) => client.from('own_pages').update(columns).select(COLUMNS),
    read: (client) => client.from('own_pages').select(COLUMNS),
  })

/** @throws StalePages when the page is no longer the one shown */
export async function deleteOwnPage({ id, version }: OwnPageRow): Promise<void> {
  const client = await loadSupabase()
  const { data, error } = await client.from('own_pages').delete().eq('id', id).eq('version', version).select('id')
  if (error) throw new Error(error.message, { cause: error })
  if (data.length === 0) throw new StalePages()
}

export async function arrangeOwnPages(ids: string[]): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('arrange_own_pages', { p_ids: ids })
  if (error?.details?.includes('"STALE"')) throw new StalePages()
  if (error) throw new Error(error.message, { cause: error })
}

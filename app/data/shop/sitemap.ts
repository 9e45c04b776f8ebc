import type { FunctionRow, TableRow } from '#supabase/database.ts'
import type { ReadClient } from '../api/client.ts'
import { orThrow } from '../api/read.ts'

export type ListedAddress = Pick<TableRow<'products'>, 'id' | 'name' | 'updated_at'>

/** `after`: the last product of the previous part; null for the first. */
export type SitemapPart = FunctionRow<'sitemap_parts'>

/** Products in one part of the sitemap. */
export const PART_SIZE = 5000
/** Products per read; the API returns at most 1,000 rows. */
const BATCH = 1000

/** Where each part of the sitemap begins, in one statement whatever the size of the catalogue. */
export async function sitemapParts(db: ReadClient): Promise<SitemapPart[]> {
  const answer = await db.rpc('sitemap_parts', { p_size: PART_SIZE }, { get: true })
  return orThrow(answer)
}

/** The products of one part in batches; each batch starts after the last key of the previous one. */
export async function* sitemapProducts(db: ReadClient, after: string | null): AsyncGenerator<ListedAddress[]> {
  let last = after
  for (let read = 0; read < PART_SIZE;) {
    const from = db.from('products').select('id,name,updated_at').eq('status', 'active')
    const batch = orThrow<ListedAddress[]>(await (last === null ? from : from.gt('id', last)).order('id').limit(Math.min(BATCH, PART_SIZE - read)))
    if (batch.length === 0) return
    yield batch
    read += batch.length
    last = batch.at(-1)?.id ?? last
  }
}

/** Every category with the time of its last change. */
export async function sitemapCategories(db: ReadClient): Promise<Pick<TableRow<'categories'>, 'id' | 'updated_at'>[]> {
  return orThrow(await db.from('categories').select('id,updated_at').order('id'))
}

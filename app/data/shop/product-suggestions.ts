import type { ReadClient } from '../api/client.ts'
import { searchTokens } from '#domain/text/search-tokens.ts'
import { orThrow } from '../api/read.ts'
import { CARD_COLUMNS } from './products.ts'
import type { ListedProduct, Rows } from './products.ts'

export type Suggestion = Pick<ListedProduct, 'id' | 'name' | 'brand' | 'image_url' | 'image_thumbhash'>

/**
 * Products that the typed words may mean, the likeliest first: it accepts beginnings of words, typing errors and any order
 * (supabase/migrations, suggest_products).
 */
export async function suggestProducts(db: ReadClient, typed: string, limit: number, signal: AbortSignal): Promise<Suggestion[]> {
  const tokens = searchTokens(typed)
  if (tokens.length === 0) return []
  const answer = await meaning(db, tokens, limit).select('id,name,brand,image_url,image_thumbhash').abortSignal(signal)
  signal.throwIfAborted() // the user typed another letter: nothing failed
  return orThrow(answer as Rows<Suggestion>)
}

/** Similar products when none contains the text (docs/rules.md#search). */
export async function nearProducts(db: ReadClient, query: string, limit: number): Promise<ListedProduct[]> {
  const tokens = searchTokens(query)
  if (tokens.length === 0) return []
  return orThrow((await meaning(db, tokens, limit).select(CARD_COLUMNS)) as Rows<ListedProduct>)
}

/** The rows keep the function's order. It is a GET, which caches can store; each word is quoted, because 'null' would otherwise be read as no value. */
function meaning(db: ReadClient, tokens: string[], limit: number) {
  return db.rpc('suggest_products', { p_tokens: tokens.map((token) => `"${token}"`), p_limit: limit }, { get: true })
}

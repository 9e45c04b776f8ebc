import type { ReadClient } from '../api/client.ts'
import { searchTokens } from '#domain/text/search-tokens.ts'
import { orThrow } from '../api/read.ts'
import { CARD_COLUMNS } from './products.ts'
import type { ListedProduct } from './products.ts'

export type Suggestion = ListedProduct

const COLUMNS = `${CARD_COLUMNS},family_id` as const
const MEMBERS_READ = 4

/**
 * Products that the typed words may mean, the likeliest first: it accepts beginnings of words, typing errors and any order
 * (supabase/migrations, suggest_products).
 */
export async function suggestProducts(db: ReadClient, typed: string, limit: number, signal: AbortSignal): Promise<Suggestion[]> {
  const tokens = searchTokens(typed)
  if (tokens.length === 0) return []
  const answer = await meaning(db, tokens, limit).select(COLUMNS).abortSignal(signal)
  signal.throwIfAborted() // the user typed another letter: nothing failed
  return firstOfEachFamily(orThrow(answer), limit)
}

/** The likeliest product of each family, or ten shades of one lipstick would leave no room for others. */
export function firstOfEachFamily<Product extends { id: string; family_id: string | null }>(products: readonly Product[], limit: number): Product[] {
  const first = new Map<string, Product>()
  for (const product of products) {
    const key = product.family_id ?? product.id
    if (!first.has(key)) first.set(key, product)
  }
  return [...first.values()].slice(0, limit)
}

/** How many cards the listing finds: their name contains the text (docs/rules.md#search). `more`: at least so many. A GET, which caches can store. */
export async function countMatches(db: ReadClient, query: string, signal: AbortSignal): Promise<{ total: number; more: boolean }> {
  const answer = await db.rpc('product_facets', { p_query: query, p_grouped: true }, { get: true }).abortSignal(signal)
  signal.throwIfAborted()
  const { total, more } = orThrow(answer)
  return { total, more: more?.total ?? false }
}

/** Similar products when none contains the text (docs/rules.md#search). */
export async function nearProducts(db: ReadClient, query: string, limit: number): Promise<ListedProduct[]> {
  const tokens = searchTokens(query)
  if (tokens.length === 0) return []
  const found = orThrow(await meaning(db, tokens, limit).select(COLUMNS))
  return firstOfEachFamily(found, limit)
}

/** More than are shown: several may be of one family. The rows keep the function's order. It is a GET, which caches can store; each word is quoted, because 'null' would otherwise be read as no value. */
function meaning(db: ReadClient, tokens: string[], limit: number) {
  return db.rpc('suggest_products', { p_tokens: tokens.map((token) => `"${token}"`), p_limit: limit * MEMBERS_READ }, { get: true })
}

import type { CartProduct } from './cart-calls.ts'
import { publicClient } from '../api/client.ts'
import { orThrow } from '../api/read.ts'

/** A product that a typed text may mean: it carries that SKU or that name, or it comes near. */
export type FoundProduct = { term: string; matched: 'sku' | 'name' | 'near'; product: CartProduct }

type Rows = { data: FoundProduct[] | null; error: { message: string; code: string } | null; status: number }

/** What the database looks near matches up for at once. */
const NEAR_AT_ONCE = 25

/** Texts looked up at once: fewer than an answer has rows, since most of them mean one product. */
const TERMS_AT_ONCE = 900
/** The most rows of an answer: more are cut off without a word. */
const ROWS_AT_ONCE = 1000

/** Products that are called exactly so, for hundreds of texts in one statement. */
export async function matchOrderLines(terms: string[]): Promise<FoundProduct[]> {
  if (terms.length === 0) return []
  const found = terms.length > TERMS_AT_ONCE ? null : orThrow((await publicClient().rpc('match_order_lines', { p_terms: terms })) as Rows)
  // A text may be the SKU of one product and the name of others, so an answer may be cut off: then each half is asked for.
  if (found !== null && (found.length < ROWS_AT_ONCE || terms.length === 1)) return found
  const half = Math.ceil(terms.length / 2)
  return [...(await matchOrderLines(terms.slice(0, half))), ...(await matchOrderLines(terms.slice(half)))]
}

/** What comes close to each text, the closest first, told batch by batch. */
export async function nearOrderLines(terms: string[], tell: (found: FoundProduct[]) => void): Promise<void> {
  for (let from = 0; from < terms.length; from += NEAR_AT_ONCE) {
    tell(orThrow((await publicClient().rpc('near_order_lines', { p_terms: terms.slice(from, from + NEAR_AT_ONCE) })) as Rows))
  }
}

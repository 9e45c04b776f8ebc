import type { FunctionRow } from '#supabase/database.ts'
import { publicClient } from '../api/client.ts'
import { orThrow } from '../api/read.ts'

/** A product that a typed text may mean: its SKU, barcode or name matches exactly, or is similar. */
export type FoundProduct = FunctionRow<'match_order_lines'>

/** The most texts for which the database searches similar products in one call. */
const NEAR_AT_ONCE = 25

/** Texts per lookup: fewer than the rows of a response, since most of them match one product. */
const TERMS_AT_ONCE = 900
/** The most rows of a response: further ones are dropped silently. */
const ROWS_AT_ONCE = 1000

/** Products whose SKU, barcode or name is exactly one of the texts, for hundreds of texts in one statement. */
export async function matchOrderLines(terms: string[]): Promise<FoundProduct[]> {
  if (terms.length === 0) return []
  const found = terms.length > TERMS_AT_ONCE ? null : orThrow(await publicClient().rpc('match_order_lines', { p_terms: terms }))
  // A text may be the number of one product and the name of others, so a response may be truncated: then each half is requested.
  if (found !== null && (found.length < ROWS_AT_ONCE || terms.length === 1)) return found
  const half = Math.ceil(terms.length / 2)
  return [...(await matchOrderLines(terms.slice(0, half))), ...(await matchOrderLines(terms.slice(half)))]
}

/** Products similar to each text, the closest first, reported batch by batch. */
export async function nearOrderLines(terms: string[], onFound: (found: FoundProduct[]) => void): Promise<void> {
  for (let from = 0; from < terms.length; from += NEAR_AT_ONCE) {
    onFound(orThrow(await publicClient().rpc('near_order_lines', { p_terms: terms.slice(from, from + NEAR_AT_ONCE) })))
  }
}

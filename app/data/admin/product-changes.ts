/** Changes of many products at once: all of them or none, and back again (docs/rules.md#back-office-edits). */
import type { Page } from './keyset.ts'
import { fetchAdminProducts } from './products.ts'
import type { AdminProduct, ProductList } from './products.ts'
import { CSV_PAGE } from './csv.ts'
import { detailOf } from '../api/error-detail.ts'
import { loadSupabase } from '../api/supabase.ts'

/** The columns that are changed in bulk, as the wire has them. */
export type BulkColumns = Partial<
  Pick<
    AdminProduct,
    'price' | 'retail_price' | 'mrp' | 'pricing_tiers' | 'gst_percent' | 'hsn' | 'category_id' | 'min_order_quantity' | 'is_featured' | 'status'
  >
>
export type BulkChange = { id: string; was: BulkColumns; now: BulkColumns }

/** At most so many at once: what one transaction does within the time a request has. */
export const MOST_AT_ONCE = 10_000

/** Somebody else changed `count` of them meanwhile: nothing was written. */
export class StaleProducts extends Error {
  readonly count: number
  constructor(count: number) {
    super('stale')
    this.count = count
  }
}
/** More than `MOST_AT_ONCE`. */
export class TooManyProducts extends Error {}

/**
 * @returns how many were changed
 * @throws StaleProducts when one of them no longer has the values of `was`; Error with the database's sentence, of the MRP guard for one
 */
export async function changeProducts(changes: readonly BulkChange[]): Promise<number> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('change_products', { p_changes: changes })
  if (!error) return Number(data)
  const { code, products } = detailOf(error.details)
  if (code === 'STALE') throw new StaleProducts(Number(products))
  throw new Error(error.message, { cause: error })
}

export const undone = (changes: readonly BulkChange[]): BulkChange[] => changes.map(({ id, was, now }) => ({ id, was: now, now: was }))

/** The change of one column to one value, of the products that have another. */
export function setAll<Key extends keyof BulkColumns>(products: readonly AdminProduct[], column: Key, value: AdminProduct[Key]): BulkChange[] {
  return products.flatMap((product) => (product[column] === value ? [] : [{ id: product.id, was: { [column]: product[column] }, now: { [column]: value } }]))
}

/** Every product of a filter, page by page. @throws TooManyProducts, and what a read throws */
export async function gatherProducts(
  list: Omit<ProductList, 'cursor' | 'size'>,
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<AdminProduct[]> {
  const all: AdminProduct[] = []
  let cursor: string | null = null
  do {
    signal.throwIfAborted()
    const page: Page<AdminProduct> = await fetchAdminProducts({ ...list, cursor, size: CSV_PAGE })
    all.push(...page.rows)
    if (all.length > MOST_AT_ONCE) throw new TooManyProducts()
    cursor = page.next
    onProgress(all.length)
  } while (cursor !== null)
  return all
}

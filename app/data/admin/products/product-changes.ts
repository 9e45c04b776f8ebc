/** Changes of many products at once: all or none, and they can be undone (docs/rules.md#back-office-edits). */
import type { Page } from '../keyset.ts'
import { fetchAdminProducts } from './products.ts'
import type { AdminProduct, ProductList } from './products.ts'
import { CSV_PAGE } from '../csv.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** The columns that can be changed in bulk, as the API has them. */
export type BulkColumns = Partial<
  Pick<
    AdminProduct,
    | 'price'
    | 'retail_price'
    | 'mrp'
    | 'pricing_tiers'
    | 'gst_percent'
    | 'hsn'
    | 'category_id'
    | 'min_order_quantity'
    | 'reorder_level'
    | 'weight_grams'
    | 'is_featured'
    | 'status'
  >
>
export type BulkChange = { id: string; was: BulkColumns; now: BulkColumns }

/** The most products at once: what one transaction can do within a request's time. */
export const MOST_AT_ONCE = 10_000

/** Someone else changed `count` of them in the meantime: nothing was written. */
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
 * @throws StaleProducts when one of them no longer has the values of `was`; Error with the database's sentence, for example of the MRP
 * guard
 */
export async function changeProducts(changes: readonly BulkChange[]): Promise<number> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('change_products', { p_changes: changes })
  if (!error) return data
  const { code, products } = detailOf(error.details)
  if (code === 'STALE') throw new StaleProducts(Number(products))
  throw new Error(error.message, { cause: error })
}

export const undone = (changes: readonly BulkChange[]): BulkChange[] => changes.map(({ id, was, now }) => ({ id, was: now, now: was }))

/** Whether the product's family decides this column: it is changed there, and the database refuses it here. */
export const isDecidedByFamily = (product: AdminProduct, column: keyof BulkColumns): boolean =>
  product.family !== null && column in product.family && product.family[column as 'hsn'] !== null

/** Sets one column to one value in all products that have another. */
export function setAll<Key extends keyof BulkColumns>(products: readonly AdminProduct[], column: Key, value: AdminProduct[Key]): BulkChange[] {
  return products.flatMap((product) => (product[column] === value ? [] : [{ id: product.id, was: { [column]: product[column] }, now: { [column]: value } }]))
}

/** Every product that matches a filter, page by page. @throws TooManyProducts, and what a read throws */
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

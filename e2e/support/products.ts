/** Products created for one test, through the API, so that no test depends on the sales of another. */
import { randomUUID } from 'node:crypto'
import { serviceClient } from './customers.ts'
import { shopKeys } from './current-shop.ts'

export type MadeProduct = { id: string; name: string; path: string; stock: number }

export type ProductInput = {
  name?: string
  price?: number
  retail_price?: number | null
  mrp?: number | null
  stock?: number
  min_order_quantity?: number
  pricing_tiers?: unknown
  brand?: string | null
  description?: string | null
  image_url?: string | null
  category_id?: string | null
  country_of_origin?: string
  net_quantity?: string
  is_featured?: boolean
  created_at?: string
}

/** The slug of an address (docs/rules.md#product-addresses): lower case, every run of other characters becomes one hyphen. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'product'

/** An active product with plain defaults: ₹100.00, 50 in stock, sold singly, no MRP, no tiers. */
export async function makeProduct(input: ProductInput = {}): Promise<MadeProduct> {
  const mark = randomUUID().slice(0, 8)
  const row = { sku: `TEST-${mark}`, name: `Test balm ${mark}`, price: 100, stock: 50, gst_percent: 18, hsn: '3304', status: 'active', ...input }
  const { data, error } = await serviceClient(shopKeys()).from('products').insert(row).select('id, name, stock').single()
  if (error) throw error
  return { ...data, path: `/products/${slugOf(data.name as string)}/${data.id as string}` }
}

export async function changeProduct(id: string, change: Record<string, unknown>): Promise<void> {
  const { error } = await serviceClient(shopKeys()).from('products').update(change).eq('id', id)
  if (error) throw error
}

export async function dropProducts(...ids: string[]): Promise<void> {
  const { error } = await serviceClient(shopKeys()).from('products').delete().in('id', ids)
  if (error) throw error
}

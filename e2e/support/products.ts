/** Products created for one test, through the API, so that no test depends on the sales of another. */
import { randomUUID } from 'node:crypto'
import type { TableInsert, TableUpdate } from '#supabase/database.ts'
import { serviceClient } from './customers.ts'
import { shopKeys } from './current-shop.ts'

export type MadeProduct = { id: string; name: string; path: string; stock: number }

export type ProductInput = Partial<TableInsert<'products'>>

/** The slug of an address (docs/rules.md#product-addresses): lower case, every run of other characters becomes one hyphen. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'product'

/** An active product with plain defaults: ₹100.00, 50 in stock, sold singly, no MRP, no tiers. */
export async function makeProduct(input: ProductInput = {}): Promise<MadeProduct> {
  const mark = randomUUID().slice(0, 8)
  const row = { sku: `TEST-${mark}`, name: `Test balm ${mark}`, price: 100, stock: 50, gst_percent: 18, hsn: '3304', status: 'active' as const, ...input }
  const { data, error } = await serviceClient(shopKeys()).from('products').insert(row).select('id, name, stock').single()
  if (error) throw error
  return { ...data, path: `/products/${slugOf(data.name)}/${data.id}` }
}

export async function changeProduct(id: string, change: TableUpdate<'products'>): Promise<void> {
  const { error } = await serviceClient(shopKeys()).from('products').update(change).eq('id', id)
  if (error) throw error
}

/** An EAN-13 of a shop's own range (20…) that no other product has: of the last ten digits of `mark`, with its check digit. */
export function barcodeOf(mark: number): string {
  const digits = `20${String(mark).slice(-10).padStart(10, '0')}`
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

export async function dropProducts(...ids: string[]): Promise<void> {
  const { error } = await serviceClient(shopKeys()).from('products').delete().in('id', ids)
  if (error) throw error
}

/** The trade list, as journeys use it. */
import type { Page } from '@playwright/test'
import { serviceClient, type Customer } from './customers.ts'
import { shopKeys } from './current-shop.ts'
import type { MadeProduct } from './products.ts'

export const listOf = (product: MadeProduct): string => `/products?view=list&q=${encodeURIComponent(product.name)}`
export const row = (page: Page, name: string) => page.getByRole('region', { name: 'Products' }).getByRole('listitem').filter({ hasText: name })

/** product id → quantity */
export async function storedCart(customer: Customer): Promise<Record<string, number>> {
  const { data } = await serviceClient(shopKeys()).from('cart_items').select('product_id, quantity').eq('user_id', customer.id)
  return Object.fromEntries((data ?? []).map((item) => [item.product_id, item.quantity]))
}

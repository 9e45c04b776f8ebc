/** The screen of the order pad, by role and label. */
import type { Page } from '@playwright/test'
import { shopKeys } from './current-shop.ts'
import { serviceClient } from './customers.ts'
import { expect } from './expect.ts'

export const list = (page: Page) => page.getByRole('textbox', { name: 'Your list' })
export const row = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: text }) })
export async function check(page: Page, text: string): Promise<void> {
  await list(page).fill(text)
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /rows?$/ })).toBeVisible()
}
/** Units by product. */
export const cartOf = async (userId: string): Promise<Record<string, number>> => {
  const { data } = await serviceClient(shopKeys()).from('cart_items').select('product_id, quantity').eq('user_id', userId)
  return Object.fromEntries((data ?? []).map((item) => [item.product_id, item.quantity]))
}

/** From an open checkout to its last step, with another payment method than cash on delivery. */
import { expect, type Page } from '@playwright/test'
import { typeAddress } from '../support/checkout.ts'

export async function toReviewBy(page: Page, method: RegExp): Promise<void> {
  await typeAddress(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('button', { name: 'Review your order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Review your order' })).toBeVisible()
}

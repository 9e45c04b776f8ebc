/** The checkout, by its labels. */
import { expect, type Locator, type Page } from '@playwright/test'

export const address = {
  'PIN code': '400050',
  City: 'Mumbai',
  Address: '12 Hill Road, Bandra',
  'Full name': 'Meera Nair',
  'Mobile number': '98200 12345',
  Email: 'meera@looks.example',
}

/** Types an address into the first step; the State comes from the PIN code. */
export async function typeAddress(page: Page | Locator, changes: Record<string, string> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...address, ...changes })) await page.getByLabel(label, { exact: true }).fill(value)
}

/** From an open checkout to its last step, paying on delivery. */
export async function toReview(page: Page, changes: Record<string, string> = {}): Promise<void> {
  await typeAddress(page, changes)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('radio', { name: /Cash on delivery/ }).check()
  await page.getByRole('button', { name: 'Review your order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Review your order' })).toBeVisible()
}

export const placeButton = (page: Page) => page.getByRole('button', { name: /^Place order/ })

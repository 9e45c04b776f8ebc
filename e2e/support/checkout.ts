/** The checkout, by its labels. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

export const address = {
  'PIN code': '400050',
  City: 'Mumbai',
  Address: '12 Hill Road, Bandra',
  'Full name': 'Meera Nair',
  'Mobile number': '98200 12345',
  Email: 'meera@looks.example',
}

/** Types an address into its part; the State comes from the PIN code. */
export async function typeAddress(page: Page | Locator, changes: Record<string, string> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...address, ...changes })) await page.getByLabel(label, { exact: true }).fill(value)
}

/** Opens the part of the invoice; a frame later its heading takes the focus, which would leave a field that is typed into before. */
export async function openInvoice(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add a GSTIN' }).click()
  await expect(page.locator('h2:focus')).toBeVisible()
}

/** Types into the part of the invoice; what has to be confirmed stays open. */
export async function typeInvoice(page: Page, values: Record<string, string>): Promise<void> {
  await openInvoice(page)
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
}

/** Every part is done: only the order itself is left. */
export async function expectReview(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Steps of the checkout' }).getByRole('listitem').nth(2)).toHaveAttribute('aria-current', 'step')
}

/** Fills in every part of an open checkout and closes it to its summary, paying on delivery. */
export async function toReview(page: Page, changes: Record<string, string> = {}, method = /Cash on delivery/): Promise<void> {
  await typeAddress(page, changes)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('button', { name: 'Review your order' }).click()
  await expectReview(page)
}

export const placeButton = (page: Page) => page.getByRole('button', { name: /^Place order/ })

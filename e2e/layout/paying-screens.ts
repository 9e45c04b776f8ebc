/** Screens that only a shop with online payment has, and the back office of a shop with almost no sales. */
import type { Page } from '@playwright/test'
import { expect } from '../support/expect.ts'
import { dialogOf, press, type Screen } from './screen.ts'

export type Paid = { origin: string; order: string }

export const payingScreens: Screen<Paid>[] = [
  { route: 'order-confirmation/:orderId', state: 'to pay online', path: ({ origin, order }) => `${origin}/order-confirmation/${order}` },
  {
    route: 'order-confirmation/:orderId',
    state: 'payment closed',
    stay: true,
    act: async (page: Page) => {
      await press(/^Pay now/)(page)
      await page.getByRole('dialog', { name: 'Razorpay test checkout' }).getByRole('button', { name: 'Close' }).click()
      await expect(page.getByText('Not paid yet.')).toBeVisible()
    },
  },
]

/** For a person whom the owner has invited. */
export const invitedScreens: Screen<Paid>[] = [{ route: 'admin/join', state: 'invited', path: ({ origin }) => `${origin}/admin/join` }]

const bare = (route: string, state = 'one or none'): Screen<Paid> => ({ route, state, path: ({ origin }) => `${origin}/${route}` })

export const bareScreens: Screen<Paid>[] = [
  ...['admin', 'admin/orders', 'admin/products', 'admin/products/categories', 'admin/customers', 'admin/banners', 'admin/discounts'].map((route) =>
    bare(route),
  ),
  ...['admin/sales-analytics', 'admin/complaints', 'admin/mails', 'admin/audit-log', 'admin/settings/people'].map((route) => bare(route)),
  { ...bare('admin/orders', 'unmatched payments'), act: openUnmatched },
  { route: 'admin/orders', state: 'resolve a payment', stay: true, act: dialogOf(/^Mark resolved/) },
]

async function openUnmatched(page: Page): Promise<void> {
  await press(/^Unmatched payments/)(page)
  await expect(page.getByText('No matching order').first()).toBeVisible()
}

/** The screens of a signed-in customer. `newcomer` has no data, `once` one row of everything, `buyer` many rows with long names. */
import type { Page } from '@playwright/test'
import { expect } from '../support/expect.ts'
import { typeAddress } from '../support/checkout.ts'
import { ORDER_STATES, type Buyer } from './made.ts'
import { dialogOf, inTurn, press, type Screen } from './screen.ts'

export const newcomerScreens: Screen[] = [
  { route: 'dashboard', state: 'empty' },
  { route: 'my-orders', state: 'empty' },
  { route: 'my-orders', state: 'code of telephone orders, mistyped', stay: true, act: inTurn(press('Enter code'), press('Add orders')) },
  { route: 'notifications', state: 'empty' },
  // wishlist.spec.ts covers the list with many products.
  { route: 'wishlist', state: 'empty' },
  { route: 'cart', state: 'empty' },
  { route: 'checkout', state: 'empty' },
  { route: 'profile', state: 'no address' },
  { route: 'order-confirmation/:orderId', state: 'unknown', path: '/order-confirmation/nothing' },
  { route: 'invoice/:id', state: 'unknown', path: '/invoice/nothing' },
  { route: 'admin/join', state: 'no invitation' },
]

const offline = async (page: Page): Promise<void> => {
  await expect(page.locator('.notices')).toBeAttached()
  await page.context().setOffline(true)
  await expect(page.locator('[data-connection="offline"]')).toBeVisible()
}
const follow = (link: string) => (page: Page) => page.getByRole('link', { name: link }).click()
const online = (page: Page) => page.context().setOffline(false)

export const onceScreens: Screen<{ order: string }>[] = [
  { route: 'dashboard', state: 'one' },
  { route: 'my-orders', state: 'one' },
  { route: 'notifications', state: 'one' },
  { route: 'cart', state: 'one' },
  { route: 'cart', state: 'offline', stay: true, act: offline, after: online },
  { route: 'order-confirmation/:orderId', state: 'one line', path: ({ order }) => `/order-confirmation/${order}` },
  { route: 'order-confirmation/:orderId', state: 'cancel dialog', stay: true, act: dialogOf('Cancel Order') },
  { route: 'invoice/:id', state: 'one line', path: ({ order }) => `/invoice/${order}` },
  // The last order's choices: everything is closed.
  { route: 'checkout', state: 'review' },
  { route: 'checkout', state: 'address', stay: true, act: follow('Change the address') },
  {
    route: 'checkout',
    state: 'invalid address',
    stay: true,
    act: inTurn((page) => typeAddress(page, { 'PIN code': '12', 'Mobile number': '1' }), press('Deliver to this address')),
  },
  {
    route: 'checkout',
    state: 'payment',
    stay: true,
    act: inTurn((page) => typeAddress(page), press('Deliver to this address'), follow('Change the payment')),
  },
  { route: 'checkout', state: 'invoice', stay: true, act: follow('Add a GSTIN') },
  { route: 'checkout', state: 'offline', stay: true, act: offline, after: online },
]

/** Empties the cart down to goods that can be ordered, so that the checkout opens. */
async function keepOneProduct(page: Page, { client, id, long }: Buyer): Promise<void> {
  await client.from('cart_items').delete().eq('user_id', id).neq('product_id', long.id).throwOnError()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Deliver to' })).toBeVisible()
}

export const buyerScreens: Screen<Buyer>[] = [
  { route: 'dashboard', state: 'many' },
  { route: 'dashboard', state: 'orders tab', path: '/dashboard?tab=orders' },
  { route: 'dashboard', state: 'open account menu', act: press(/^Account/) },
  { route: 'dashboard', state: 'open notifications', act: press(/^Notifications/) },
  { route: 'my-orders', state: 'many' },
  { route: 'my-orders', state: 'no match', path: '/my-orders?q=zzzz' },
  { route: 'orders', state: 'second page', path: '/orders?page=2' },
  { route: 'notifications', state: 'many' },
  { route: 'cart', state: 'many, long names, sold out' },
  { route: 'cart', state: 'question before clearing', stay: true, act: dialogOf('Clear cart') },
  { route: 'checkout', state: 'a cart that cannot be ordered' },
  { route: 'checkout', state: 'saved addresses', act: keepOneProduct },
  {
    route: 'checkout',
    state: 'another address',
    stay: true,
    act: async (page) => {
      await page.getByRole('link', { name: 'Change the address' }).click()
      await page.getByRole('radio', { name: 'A new address' }).check()
    },
  },
  { route: 'profile', state: 'long names' },
  { route: 'profile', state: 'new address', stay: true, act: press('Add an address') },
  { route: 'profile', state: 'another email', stay: true, act: press('Change email') },
  {
    route: 'profile',
    state: 'invalid password',
    stay: true,
    act: inTurn((page) => page.locator('summary', { hasText: 'Change password' }).click(), press('Save password')),
  },
  { route: 'profile', state: 'question before deleting', stay: true, act: dialogOf('Delete my account') },
  { route: 'profile/security', state: 'off' },
  { route: 'profile/security', state: 'being turned on', stay: true, act: press('Turn on') },
  ...ORDER_STATES.map((state): Screen<Buyer> => ({
    route: 'order-confirmation/:orderId',
    state,
    path: ({ orders }) => `/order-confirmation/${orders[state]}`,
  })),
  {
    route: 'order-confirmation/:orderId',
    state: 'change order',
    path: ({ orders }) => `/order-confirmation/${orders.pending}`,
    act: inTurn(dialogOf('Change Order'), press('Change address or GSTIN')),
  },
  { route: 'order-confirmation/:orderId', state: 'bought again', path: ({ orders }) => `/order-confirmation/${orders.delivered}`, act: press('Re-order') },
  {
    route: 'order-confirmation/:orderId',
    state: 'return goods',
    path: ({ orders }) => `/order-confirmation/${orders.delivered}`,
    act: dialogOf('Return goods…'),
  },
  { route: 'invoice/:id', state: 'proforma', path: ({ orders }) => `/invoice/${orders.pending}` },
  { route: 'invoice/:id', state: 'to pay by UPI', path: ({ orders }) => `/invoice/${orders['to pay by UPI']}` },
  { route: 'invoice/:id', state: 'issued', path: ({ orders }) => `/invoice/${orders.delivered}` },
  { route: 'products/:slug/:id', state: 'signed in', path: ({ long }) => long.path },
  { route: 'contact', state: 'about an order', path: ({ orders }) => `/contact?order=${orders.shipped}` },
]

/** Screens of a customer while reads of rows fail. */
export const failingScreens: Screen<Buyer>[] = ['dashboard', 'my-orders', 'notifications', 'cart', 'profile', 'checkout', 'profile/security']
  .map((route): Screen<Buyer> => ({ route, state: 'error' }))
  .concat([
    { route: 'order-confirmation/:orderId', state: 'error', path: ({ orders }) => `/order-confirmation/${orders.pending}` },
    { route: 'invoice/:id', state: 'error', path: ({ orders }) => `/invoice/${orders.pending}` },
  ])

export const customerScreens: { route: string }[] = [...newcomerScreens, ...onceScreens, ...buyerScreens]

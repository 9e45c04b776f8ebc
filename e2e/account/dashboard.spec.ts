/** /dashboard. */
import { violations } from '../support/axe.ts'
import { hold } from '../support/held.ts'
import { moveOrder, orderOf } from '../support/orders.ts'
import { laptop, phone, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)

test('four tabs, moved between by arrows and kept in the address; the other three lead on', async ({ page }) => {
  await page.goto('/dashboard')
  const tabs = page.getByRole('tablist', { name: 'Dashboard' }).getByRole('tab')
  await expect(tabs).toHaveText(['Overview', 'Orders', 'Profile', 'Notifications'])
  await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true')
  await tabs.nth(0).focus()
  for (const [name, query, link, to] of [
    ['Orders', 'orders', 'View All Orders', '/my-orders'],
    ['Profile', 'profile', 'Manage Profile', '/profile'],
    ['Notifications', 'notifications', 'View Notifications', '/notifications'],
  ] as const) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name, exact: true })).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`/dashboard\\?tab=${query}$`))
    await expect(page.getByRole('tabpanel', { name }).getByRole('link')).toHaveText([link])
    await expect(page.getByRole('tabpanel', { name }).getByRole('link')).toHaveAttribute('href', to)
  }
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Notifications', exact: true })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('opening it reads notifications and recent orders once, and later changes arrive live', async ({ page, customer }) => {
  const { id } = await orderOf(customer)
  const reads = { notifications: 0, orders: 0 }
  page.on('request', (request) => {
    const table = /\/rest\/v1\/(notifications|orders)\?/.exec(request.url())?.[1] as keyof typeof reads | undefined
    if (table && request.method() === 'GET') reads[table] += 1
  })
  const arrived = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => (String(payload).includes('Subscribed to PostgreSQL') ? resolve() : undefined)),
    )
  })
  // On a busy machine the channel may open later than a first read waits for it.
  await page.addInitScript(() => {
    const set = window.setTimeout.bind(window)
    window.setTimeout = ((work: () => void, ms?: number) => set(work, ms === 400 ? 20_000 : ms)) as typeof window.setTimeout
  })
  await page.goto('/dashboard')
  await expect(section(page, 'Recent Orders').getByRole('listitem')).toHaveCount(1)
  await arrived
  await moveOrder(id, 'processing')
  await expect(section(page, 'Recent Orders').getByText('Processing')).toBeVisible()
  // A second read with the channel would have come before that of the change.
  await expect.poll(() => reads).toEqual({ notifications: 2, orders: 2 })
})

test('the overview shows the profile, the three latest orders, the unread count and the links', async ({ page, customer }) => {
  await customer.client.from('profiles').update({ company_name: 'Looks by Meera' }).eq('id', customer.id)
  const orders = []
  for (const quantity of [1, 2, 3, 4]) orders.push(await orderOf(customer, { quantity, product: { price: 500 } }))
  await page.goto('/dashboard')

  const profile = section(page, 'Profile')
  for (const text of [customer.email, 'Meera Nair', 'Looks by Meera']) await expect(profile.getByText(text, { exact: true })).toBeVisible()
  await expect(profile.getByRole('link', { name: 'Manage Profile' })).toHaveAttribute('href', '/profile')

  const recent = section(page, 'Recent Orders')
  await expect(recent.getByRole('listitem')).toHaveCount(3)
  await expect(recent.getByRole('listitem').getByRole('link')).toHaveText(
    orders
      .slice(1)
      .reverse()
      .map(({ id }) => `#${id.slice(0, 6)}`),
  )
  const newest = recent.getByRole('listitem').first()
  await expect(newest).toContainText('₹2,000.00')
  await expect(newest).toContainText(/pending/i)
  await expect(newest).toContainText(/[A-Z][a-z]{2} \d{1,2}, 20\d\d/)
  await expect(recent.getByRole('link', { name: 'View All Orders' })).toHaveAttribute('href', '/my-orders')

  const notifications = section(page, 'Notifications')
  await expect(notifications.getByText('You have 4 unread notifications.')).toBeVisible()
  await expect(notifications.getByRole('link', { name: 'View Notifications' })).toHaveAttribute('href', '/notifications')

  const actions = section(page, 'Quick Actions').getByRole('link')
  await expect
    .poll(() => actions.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
    .toEqual(['/products', '/cart', '/my-orders', '/profile'])
  await newest.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/order-confirmation/${orders[3]?.id}$`))
})

test('a new customer has no recent orders, and while they are read the card has its outline', async ({ page }) => {
  const { release } = await hold(page, '**/rest/v1/orders?*')
  await page.goto('/dashboard')
  await expect(section(page, 'Recent Orders').getByText('Loading')).toBeAttached()
  release()
  await expect(section(page, 'Recent Orders').getByText('No recent orders found.')).toBeVisible()
})

test.describe('when orders cannot be read', () => {
  test.use({ expectedErrors: [/rest\/v1\/orders/] })
  test('the card says so and reads them again', async ({ page }) => {
    await page.route('**/rest/v1/orders?*', (route) => route.abort())
    await page.goto('/dashboard')
    await expect(page.getByText('Failed to fetch orders. Please try again.')).toBeVisible()
    await page.unroute('**/rest/v1/orders?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No recent orders found.')).toBeVisible()
  })
})

for (const [name, screen] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${name}`, () => {
    test.use(screen)
    test('axe finds nothing, with and without orders', async ({ page, customer }) => {
      await page.goto('/dashboard')
      await expect(page.getByText('No recent orders found.')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await orderOf(customer)
      await page.reload()
      await expect(section(page, 'Recent Orders').getByRole('listitem')).toHaveCount(1)
      expect(await violations(page)).toEqual([])
    })
  })
}

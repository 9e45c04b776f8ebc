/** The header and the tab bar of a customer: orders, dashboard, bell, avatar menu, cart badge. */
import { randomUUID } from 'node:crypto'
import { addToCart, serviceClient, type Customer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

async function notify(customer: Customer, rows: { title: string; minutesAgo: number; read?: boolean }[]): Promise<void> {
  const { error } = await serviceClient(shopKeys())
    .from('notifications')
    .insert(
      rows.map(({ title, minutesAgo, read = false }) => ({
        user_id: customer.id,
        title,
        message: `About ${title}`,
        type: 'system',
        read,
        created_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      })),
    )
  if (error) throw error
}

test.describe('on a laptop', () => {
  test.use(laptop)

  test('the header gains Orders, Dashboard, the bell and the avatar with the first letter of the email', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    await expect(header.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Home', 'Products', 'Orders', 'Dashboard'])
    await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0)
    await expect(header.getByRole('button', { name: 'Notifications' })).toBeVisible()
    const avatar = header.getByRole('button', { name: /^Account/ })
    await expect(avatar).toHaveText('B') // the test's customers are buyer-…
    await avatar.click()
    await expect(header.getByRole('link', { name: 'Dashboard' }).last()).toHaveAttribute('href', '/dashboard')
    await expect(header.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile')
    await expect(header.getByRole('link', { name: 'Orders' }).last()).toHaveAttribute('href', '/my-orders')
    await page.keyboard.press('Escape')
    await expect(header.getByRole('link', { name: 'Profile' })).toHaveCount(0)
    await expect(avatar).toBeFocused()
  })

  test('the avatar replaces Login without a gap beside the cart', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    await expect(header.getByRole('button', { name: /^Account/ })).toBeVisible()
    await expect(async () => {
      const cart = await header.getByRole('link', { name: /^Cart/ }).boundingBox()
      const avatar = await header.getByRole('button', { name: /^Account/ }).boundingBox()
      expect((avatar?.x ?? Infinity) - ((cart?.x ?? 0) + (cart?.width ?? 0))).toBeLessThan(20)
    }).toPass()
  })

  test('the home page does not offer Create Account to a signed-in customer', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Shop Now' }).first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Create Account' }).filter({ visible: true })).toHaveCount(0)
  })

  test('Log out says so, and the header is a visitor’s again', async ({ page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByText('Logged out successfully')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveCount(0)
  })

  test('the cart’s badge is the sum of the quantities', async ({ page, customer }) => {
    const [one, other] = [await makeProduct(), await makeProduct()]
    await addToCart(customer, one.id, 3)
    await addToCart(customer, other.id, 4)
    await page.goto('/')
    const cart = page.getByRole('banner').getByRole('link', { name: /^Cart, 7 items in 2 products for ₹[\d,.]+$/ })
    await expect(cart.getByText(/^7$/)).toBeVisible()
    await page.goto('/cart')
    const total = page.getByRole('region', { name: 'Summary' })
    await expect(total).toContainText((await cart.locator('b').textContent()) ?? 'no amount')
  })

  test('the popover shows the five newest with their age and unread marks, and a click marks one as read', async ({ page, customer }) => {
    await notify(customer, [
      { title: 'Oldest of six', minutesAgo: 60 * 24 * 9 },
      { title: 'Nine days', minutesAgo: 60 * 24 * 8 + 5, read: true },
      { title: 'Two hours', minutesAgo: 125 },
      { title: 'Twelve minutes', minutesAgo: 12.2 },
      { title: 'Third', minutesAgo: 3.2 },
      { title: 'Newest', minutesAgo: 0 },
    ])
    await page.goto('/')
    const bell = page.getByRole('button', { name: 'Notifications, 5 unread' })
    await expect(bell).toHaveText('5')
    await bell.click()
    const box = page.getByRole('region', { name: 'Notifications' })
    await expect(box.getByRole('listitem')).toHaveCount(5)
    const items = box.getByRole('listitem')
    await expect(items.nth(0)).toContainText(/Newest.*Just now.*Unread/s)
    await expect(items.nth(1)).toContainText('3m ago')
    await expect(items.nth(2)).toContainText('12m ago')
    await expect(items.nth(3)).toContainText('2h ago')
    await expect(items.nth(4)).toContainText('8d ago')
    await expect(items.nth(4)).not.toContainText('Unread')
    await expect(box.getByRole('link', { name: 'View all' })).toHaveAttribute('href', '/notifications')
    await items.nth(0).getByRole('button').click()
    await expect(box).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible()
    // The screen does not wait for the write.
    const isRead = async () =>
      (await serviceClient(shopKeys()).from('notifications').select('read').eq('user_id', customer.id).eq('title', 'Newest').single()).data?.read
    await expect.poll(isRead).toBe(true)
  })

  test('without notifications the popover says No notifications yet', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('No notifications yet')
  })

  test('while notifications load the popover shows three skeleton rows', async ({ page }) => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/rest/v1/notifications*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'Notifications' }).click()
    const loading = page.getByRole('status', { name: 'Loading notifications' })
    await expect(loading.locator('> div')).toHaveCount(3)
    release()
    await expect(page.getByText('No notifications yet')).toBeVisible()
    await expect(loading).toHaveCount(0)
  })
})

test.describe('when the profile cannot be read', () => {
  test.use({ ...laptop, expectedErrors: [/status of 500/] })

  test('a toast says Failed to load user profile, and the customer stays signed in', async ({ page }) => {
    // Not a dropped connection: the client would retry a few times before it gives up.
    await page.route('**/rest/v1/profiles*', (route) => route.fulfill({ status: 500, json: { message: 'broken' } }))
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Failed to load user profile')
    await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('Orders and Account lead to the customer’s pages, and Account is highlighted on dashboard and profile', async ({ page }) => {
    await page.goto('/')
    const bar = page.getByRole('navigation', { name: 'Shop' })
    await expect(bar.getByRole('link', { name: 'Orders' })).toHaveAttribute('href', '/my-orders')
    await bar.getByRole('link', { name: 'Account' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(bar.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page')
    await page.goto('/profile')
    await expect(bar.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page')
    await bar.getByRole('link', { name: 'Orders' }).click()
    await expect(bar.getByRole('link', { name: 'Account' })).not.toHaveAttribute('aria-current', 'page')
    await expect(bar.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page')
    await page.goto(`/invoice/${randomUUID()}`)
    await expect(bar.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page')
  })

  for (const width of [320, 360]) {
    test(`the shop’s name stays in the middle of a header of ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 })
      await page.goto('/')
      const banner = page.getByRole('banner')
      await expect(banner.getByRole('button', { name: /^Notifications/ })).toBeVisible()
      await expect(async () => {
        const box = await banner.getByRole('link', { name: 'Shringar' }).boundingBox()
        expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThanOrEqual(1)
      }).toPass()
      await expect(banner.getByRole('link', { name: 'Search products' })).toBeVisible()
    })
  }

  test('the menu has the customer’s pages and Log out', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    for (const name of ['Orders', 'Dashboard', 'Profile']) await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0)
    await menu.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByText('Logged out successfully')).toBeVisible()
  })
})

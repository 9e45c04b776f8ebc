/** /notifications (docs/rules.md#notifications). */
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { serviceClient, type Customer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { login } from '../support/journey.ts'
import { moveOrder, orderNumber, orderOf } from '../support/orders.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)
const service = () => serviceClient(shopKeys())
const list = (page: Page) => page.getByRole('tabpanel').getByRole('listitem')
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })

async function notify(customer: Customer): Promise<void> {
  const rows = [
    { title: 'Order shipped', type: 'order_update' as const, read: false, created_at: '2026-11-05T10:37:00Z' },
    { title: 'Wedding season', type: 'promotion' as const, read: false, created_at: '2026-11-04T18:31:00Z' },
    { title: 'Counter hours', type: 'system' as const, read: true, created_at: '2026-11-03T04:00:00Z' },
  ].map((row) => ({ ...row, user_id: customer.id, message: `About ${row.title}` }))
  const { error } = await service().from('notifications').insert(rows)
  if (error) throw error
}

test('four filters select by type and unread; each item has its icon, text, time and marker', async ({ page, customer }) => {
  await notify(customer)
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(page.getByRole('tablist', { name: 'Which notifications' }).getByRole('tab')).toHaveText(['All', /^Unread ?2$/, 'Orders', 'Promotions'])
  await expect(list(page)).toContainText(['Order shipped', 'Wedding season', 'Counter hours'])
  await expect(list(page).nth(0)).toContainText('About Order shippedNov 5, 2026 4:07 PMUnread')
  await expect(list(page).nth(1)).toContainText('Nov 5, 2026 12:01 AM')
  await expect(list(page).nth(2).getByText('Unread')).toHaveCount(0)
  await expect(list(page).nth(2).getByRole('button', { name: 'Mark as read' })).toHaveCount(0)
  const icons = () => list(page).evaluateAll((items) => items.map((item) => item.querySelector('svg')?.innerHTML))
  await expect.poll(async () => new Set(await icons()).size).toBe(3)

  for (const [name, found, query] of [
    [/^Unread/, ['Order shipped', 'Wedding season'], 'unread'],
    ['Orders', ['Order shipped'], 'order_update'],
    ['Promotions', ['Wedding season'], 'promotion'],
  ] as const) {
    await tab(page, name).click()
    await expect(list(page)).toHaveCount(found.length)
    await expect(list(page)).toContainText([...found])
    await expect(page).toHaveURL(new RegExp(`show=${query}$`))
  }
  await page.reload()
  await expect(tab(page, 'Promotions')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Tab')
  await tab(page, 'Promotions').focus()
  await page.keyboard.press('Home')
  await expect(tab(page, 'All')).toBeFocused()
  await expect(list(page)).toHaveCount(3)
})

test('one is marked as read, then all; the database stores it, and the button disappears when nothing is unread', async ({ page, customer }) => {
  await notify(customer)
  await page.goto('/notifications')
  await list(page).nth(0).getByRole('button', { name: 'Mark as read' }).click()
  await expect(list(page).nth(0).getByText('Unread')).toHaveCount(0)
  await expect(tab(page, /^Unread ?1$/)).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Mark as read' })).toHaveCount(0)
  await tab(page, 'Unread').click()
  await expect(page.getByText("You don't have any unread notifications")).toBeVisible()
  await expect.poll(async () => (await service().from('notifications').select('id').eq('user_id', customer.id).eq('read', false)).data).toEqual([])
})

test('the notifications of one order are one row: the newest, the earlier ones folded, and unread until all are read', async ({ page, customer }) => {
  const { id, short } = await orderOf(customer)
  await moveOrder(id, 'shipped')
  await page.goto('/notifications')
  await expect(list(page)).toHaveCount(1)
  await expect(list(page)).toContainText('Order shipped')
  await expect(tab(page, /^Unread ?3$/)).toBeVisible()
  await page.getByText('2 earlier: Order accepted, Order placed').click()
  await expect(list(page)).toHaveCount(3) // the row, and two within it
  const ownNumber = await orderNumber(id)
  await expect(page.getByText(`We have received your order #${short} (no. ${ownNumber}).`)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await list(page).first().getByRole('button', { name: 'Mark as read' }).click()
  await expect(list(page).first().getByText('Unread', { exact: true })).toHaveCount(0)
  await expect.poll(async () => (await service().from('notifications').select('id').eq('user_id', customer.id).eq('read', false)).data).toEqual([])
})

test('without notifications each filter has its own text', async ({ page }) => {
  await page.goto('/notifications')
  for (const [name, sentence] of [
    ['All', "You don't have any notifications yet"],
    ['Unread', "You don't have any unread notifications"],
    ['Orders', "You don't have any order_update notifications"],
    ['Promotions', "You don't have any promotion notifications"],
  ] as const) {
    await tab(page, name).click()
    await expect(page.getByRole('heading', { level: 2, name: 'No notifications' })).toBeVisible()
    await expect(page.getByText(sentence)).toBeVisible()
  }
  expect(await violations(page)).toEqual([])
})

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/rest\/v1\/notifications/] })
  test('a failed mark shows a message and is undone; a failed read shows a message and retries', async ({ page, customer }) => {
    await notify(customer)
    await page.goto('/notifications')
    const down = { status: 500, json: { message: 'down', code: 'XX000', details: null, hint: null } }
    await page.route('**/rest/v1/notifications?*', (route) => (route.request().method() === 'PATCH' ? route.fulfill(down) : route.continue()))
    await list(page).nth(0).getByRole('button', { name: 'Mark as read' }).click()
    await expect(page.getByText('Failed to mark notification as read')).toBeVisible()
    await expect(list(page).nth(0).getByRole('button', { name: 'Mark as read' })).toBeVisible()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByText('Failed to mark notifications as read')).toBeVisible()
    await expect(tab(page, /^Unread ?2$/)).toBeVisible()
    await page.route('**/rest/v1/notifications?*', (route) => route.fulfill(down))
    await page.reload()
    await expect(page.getByText('Your notifications could not be loaded.')).toBeVisible()
    const again = page.waitForRequest('**/rest/v1/notifications?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await again
    await page.unroute('**/rest/v1/notifications?*')
    await page.reload()
    await expect(list(page)).toHaveCount(3)
  })
})

test.describe('in the demo shop', () => {
  test('its own customers have sample rows of each kind', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL, ...laptop, storageState: { cookies: [], origins: [] } })
    await page.goto('/login')
    await login(page, 'priya@shringar.example', 'gulabi-subah-27')
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/notifications?show=promotion')
    await expect(list(page)).toContainText(['Wedding season is here', 'New in the shop'])
    await tab(page, 'All').click()
    await expect(list(page).filter({ hasText: 'Counter hours' })).toHaveCount(1)
    await page.close()
  })

  test('each minute may simulate a notification, stored in local storage, but only in a demo shop', async ({ page }) => {
    await page.clock.install()
    await page.addInitScript(() => (Math.random = () => Number(sessionStorage.getItem('luck') ?? '0.1')))
    const luck = (value: number) => page.evaluate((text) => sessionStorage.setItem('luck', text), String(value))
    await page.goto('/notifications')
    await expect(page.getByText("You don't have any notifications yet")).toBeVisible()
    await page.clock.fastForward(61_000) // 0.1 is not below 10 %
    await expect(list(page)).toHaveCount(0)
    await luck(0.0999)
    await page.clock.fastForward(60_000)
    await expect(list(page)).toHaveCount(1)
    await expect(list(page)).toContainText(['Demo: six reds for the season'])
    await expect.poll(() => page.evaluate(() => localStorage.getItem('shringar-my-shown-simulations'))).toBe('[0]')
    await list(page).getByRole('button', { name: 'Mark as read' }).click()
    await expect(list(page).getByText('Unread')).toHaveCount(0)

    const settings = (demo: boolean) => service().from('settings').update({ demo_mode: demo }).not('store_name', 'is', null).throwOnError()
    await settings(false)
    try {
      await page.reload()
      await expect(page.getByText("You don't have any notifications yet")).toBeVisible()
      await page.clock.fastForward(120_000)
      await expect(list(page)).toHaveCount(0)
    } finally {
      await settings(true)
    }
  })
})

for (const [name, screen] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${name}`, () => {
    test.use(screen)
    test('axe finds nothing, and nothing is wider than the screen', async ({ page, customer }) => {
      await notify(customer)
      await page.goto('/notifications')
      await expect(list(page)).toHaveCount(3)
      expect(await violations(page)).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })
  })
}

/** Live updates of an open page: two browsers side by side, and a server that restarts in between (docs/rules.md#notifications). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { TableUpdate } from '#supabase/database.ts'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { addToCart, newCustomer, placeOrder, serviceClient, type Customer } from '../support/customers.ts'
import { orderOf } from '../support/orders.ts'
import { UNREACHABLE } from '../support/fixtures.ts'
import { laptop, phone, section } from '../support/screens.ts'
import { freePort, openShop, type ShopKeys } from '../support/shop-process.ts'
import { expect, storedSession, test } from '../support/signed-in.ts'

test.use(laptop)

/** Resolves when the server confirms, on any socket, that this page is subscribed to changes. */
function subscribed(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => (String(payload).includes('Subscribed to PostgreSQL') ? resolve() : undefined)),
    )
  })
}

/** Opens a page and waits until it is subscribed to changes. */
async function watch(page: Page, url: string): Promise<void> {
  const joined = subscribed(page)
  await page.goto(url)
  await joined
  // A reload would lose this property.
  await page.evaluate(() => Object.assign(window, { sameVisit: true }))
}

const isSameVisit = (page: Page): Promise<boolean> => page.evaluate(() => 'sameVisit' in window)
const steps = (page: Page) => section(page, /^(We have your order|Being packed|On its way to you|Delivered)$/).getByRole('listitem')
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

async function step(keys: ShopKeys, id: string, change: TableUpdate<'orders'>): Promise<void> {
  const { error } = await serviceClient(keys).from('orders').update(change).eq('id', id)
  expect(error).toBeNull()
}

async function otherBrowser(browser: Browser, customer: Customer): Promise<Page> {
  const context = await browser.newContext({ ...phone, storageState: await storedSession(customer) })
  return context.newPage()
}

test('shipping an order updates its buyer’s open page and bell without a reload, and no other buyer’s', async ({ page, customer, browser }) => {
  const other = await newCustomer(shopKeys())
  const [mine, theirs] = [await orderOf(customer), await orderOf(other)]
  const otherPage = await otherBrowser(browser, other)
  await watch(page, `/order-confirmation/${mine.id}`)
  await watch(otherPage, `/order-confirmation/${theirs.id}`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(bell(otherPage)).toHaveAccessibleName('Notifications, 1 unread')

  await step(shopKeys(), mine.id, { status: 'processing' })
  await expect(steps(page).nth(1)).toHaveText(/^Accepted and packed.*Invoice INV\//)
  await step(shopKeys(), mine.id, { status: 'shipped', courier: 'Blue Dart', tracking_number: 'BD4410052291' })
  await expect(steps(page).nth(2)).toHaveText(/^Shipped.*Blue Dart, tracking number BD4410052291/)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread')
  await expect(page.getByText(/^New notification: /)).toHaveAttribute('aria-live', 'polite')

  await bell(page).click()
  const popover = page.getByRole('region', { name: 'Notifications' })
  await expect(popover.getByRole('listitem').first()).toContainText('shipped')
  // The open list updates in place.
  await step(shopKeys(), mine.id, { status: 'delivered' })
  await expect(popover.getByRole('listitem').first()).toContainText('delivered')
  expect(await violations(page)).toEqual([])

  await step(shopKeys(), theirs.id, { status: 'processing' })
  await expect(steps(otherPage).nth(1)).toHaveText(/^Accepted and packed/)
  await expect(bell(otherPage)).toHaveAccessibleName('Notifications, 2 unread')
  for (const each of [page, otherPage]) await expect.poll(() => isSameVisit(each)).toBe(true)
  await otherPage.context().close()
})

test('sign-out leaves the channel, and a mark in one tab reaches the bell of the other', async ({ page, customer, context }) => {
  const { id } = await orderOf(customer)
  const tab = await context.newPage()
  await watch(page, `/order-confirmation/${id}`)
  await watch(tab, '/notifications')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await tab.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await tab.close()

  const left = page.waitForEvent('websocket').catch(() => null)
  await page.reload()
  const socket = await left
  if (!socket) throw new Error('no socket')
  const goodbye = socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('phx_leave'))
  const closed = socket.waitForEvent('close')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await goodbye
  await closed
})

test.describe('a server that restarts', () => {
  test.use({ expectedErrors: [UNREACHABLE] })

  test('is noticed, and what happened during and after it is on the open page', async ({ page }) => {
    test.setTimeout(180_000)
    const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-live-'))
    const port = await freePort()
    let shop = await openShop({ dataDir, port })
    try {
      const service = serviceClient(shop.keys)
      const made = await service
        .from('products')
        .insert({ sku: 'LIVE-1', name: 'Patient comb', price: 99, mrp: 150, stock: 50, gst_percent: 18, hsn: '9615', status: 'active' })
        .select('id')
        .single()
      const customer = await newCustomer(shop.keys)
      await addToCart(customer, made.data?.id as string, 1)
      const { body } = await placeOrder(customer)
      const id = body.order?.id ?? ''
      const { data } = await customer.client.auth.getSession()
      await page.addInitScript((session) => localStorage.setItem('sb-localhost-auth-token', session), JSON.stringify(data.session))
      await watch(page, `${shop.url}/order-confirmation/${id}`)

      const again = subscribed(page)
      await shop.stop()
      shop = await openShop({ dataDir, port })
      await step(shop.keys, id, { status: 'processing' })
      await again
      await expect(steps(page).nth(1)).toHaveText(/^Accepted and packed/)
      await step(shop.keys, id, { status: 'shipped', courier: 'Blue Dart' })
      await expect(steps(page).nth(2)).toHaveText(/^Shipped.*Blue Dart/)
      await expect.poll(() => isSameVisit(page)).toBe(true)
    } finally {
      await shop.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})

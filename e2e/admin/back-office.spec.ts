/** The frame of the back office: access control, command palette, themes, keyboard, lists and dashboard (docs/decisions/0023-back-office.md). */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { changeOrder, orderNumber, orderOf } from '../support/orders.ts'
import { laptop, phone } from '../support/screens.ts'
import { test as customerTest } from '../support/signed-in.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Back office' })
const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text)

async function fileComplaints(count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: shopKeys().db_url })
  await client.connect()
  try {
    const { rows } = await client.query<{ number: string }>(
      `insert into public.complaints (number, name, email, message, created_at)
       select 'E2E/' || left($1, 8) || g, 'Buyer ' || left($1, 8), 'a@b.example', '=cmd() It arrived broken, number ' || g, now() - make_interval(mins => g) from generate_series(1, $2::int) g returning number`,
      [randomUUID(), count],
    )
    return rows.map(({ number }) => number)
  } finally {
    await client.end()
  }
}

customerTest.describe('access between customers', () => {
  customerTest.use(laptop)
  customerTest.use({ expectedErrors: [/status of 500/] })

  customerTest(
    'a visitor, a customer and an unanswered question meet /admin/login and see nothing; Sign Out ends there',
    async ({ page, customer, browser }) => {
      const visitor = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage()
      await visitor.goto(new URL('/admin/settings', shopKeys().url).href)
      await expect(visitor).toHaveURL(/\/admin\/login$/)
      await expect(menu(visitor)).toHaveCount(0)
      await visitor.context().close()

      await page.goto('/admin/orders')
      await expect(page).toHaveURL(/\/admin\/login$/)
      await expect(page.getByRole('alert')).toContainText('is not an admin of this shop')
      await expect(menu(page)).toHaveCount(0)

      const { error } = await serviceClient(shopKeys()).from('user_roles').insert({ user_id: customer.id, role: 'manager' })
      expect(error).toBeNull()
      await page.route('**/rest/v1/rpc/has_role', (route) => route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' } }))
      await page.goto('/admin')
      await expect(page).toHaveURL(/\/admin\/login$/)
      await expect(page.getByRole('alert')).toHaveText(/^We couldn’t check your access/)
      await expect(menu(page)).toHaveCount(0)

      await page.unroute('**/rest/v1/rpc/has_role')
      await page.goto('/admin')
      await expect(page).toHaveTitle('Dashboard · Back office')
      await expect(menu(page).getByRole('link')).toHaveText([
        'Dashboard',
        'Products',
        'Orders',
        'Create Manual Order',
        'Customers',
        'Banners',
        'Discounts',
        'Settings',
        'Sales Analytics',
      ])
      await expect(page.getByRole('link', { name: /^Meera Nair Manager/ })).toBeVisible()
      await expect(page.getByRole('link', { name: 'View Store' })).toHaveAttribute('href', '/')
      await page.goto('/admin/nothing-here')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist in the back office.')
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await expect(page).toHaveURL(/\/admin\/login$/)
      await page.goBack()
      await expect(page).toHaveURL(/\/admin\/login$/)
      await expect(menu(page)).toHaveCount(0)
    },
  )
})

test.describe('on a laptop', () => {
  test.use(laptop)

  test('the palette finds screens, an order, a product and a customer, by keyboard alone; ? shows the shortcuts, and G D opens the dashboard', async ({
    page,
    customer,
  }) => {
    const order = await orderOf(customer)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    const box = page.getByRole('combobox')
    await expect(box).toBeFocused()
    const options = page.getByRole('option')
    await box.fill('man or')
    await expect(options).toHaveText([/Create Manual Order/])
    await box.fill(`#${order.short}`)
    await expect(page.getByRole('group', { name: 'Orders' }).getByRole('option')).toHaveText([new RegExp(`#${order.short}.*Pending`, 'i')])
    await box.fill(await orderNumber(order.id))
    await expect(page.getByRole('group', { name: 'Orders' }).getByRole('option')).toHaveText([new RegExp(`${await orderNumber(order.id)} · #${order.short}`)])
    await box.fill(order.product.name)
    const product = page.getByRole('group', { name: 'Products' }).getByRole('option', { name: order.product.name })
    await expect(product).toBeVisible()
    await box.fill('Meera N')
    await expect(page.getByRole('group', { name: 'Customers' }).getByRole('option').first()).toContainText('Meera Nair')
    await box.press('ArrowDown')
    await expect(async () => {
      const active = (await box.getAttribute('aria-activedescendant')) ?? ''
      await expect(page.getByRole('option', { selected: true })).toHaveAttribute('id', active, { timeout: 500 })
    }).toPass()
    expect(await violations(page)).toEqual([])
    await box.fill('zzzz-nothing')
    await expect(page.getByText('Nothing found for “zzzz-nothing”')).toBeVisible()
    await box.fill('complai')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/admin\/complaints$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Complaints' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help.getByText('Search this list')).toBeVisible()
    await help.getByRole('button', { name: 'Close' }).click()
    await expect(help).toHaveCount(0)
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await expect(page).toHaveURL(/\/admin$/)
  })

  test('a list is searched, browsed, selected and exported without a pointer; Undo restores everything, and a stale row is reported', async ({ page }) => {
    const numbers = await fileComplaints(4)
    const service = serviceClient(shopKeys())
    const states = async () => {
      const { data } = await service.from('complaints').select('status').in('number', numbers).order('number').throwOnError()
      return data.map(({ status }) => status)
    }
    await page.goto('/admin/complaints?status=open')
    await expect(page.getByRole('row', { name: new RegExp(numbers[0] ?? '') })).toBeVisible() // the keys work once the list is rendered
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(numbers[0]?.slice(0, 12) ?? '')
    await expect(page).toHaveURL(/q=E2E/)
    const rows = page.getByRole('row').filter({ hasText: 'E2E/' })
    // The head and these four: until the result arrives, the list has the complaints of other tests too.
    await expect(page.getByRole('row')).toHaveCount(5)
    await expect(rows).toHaveCount(4)
    await page.getByRole('searchbox').blur()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await expect(page.getByText('3 selected')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.split('\r\n').filter((line) => line.startsWith('E2E/'))).toHaveLength(4)
    expect(csv).toContain(`"'=cmd() It arrived broken, number 1"`)
    // another admin has closed one of the three in the meantime
    const third = await rows.nth(2).getByRole('cell').nth(1).textContent()
    await service
      .from('complaints')
      .update({ status: 'closed' })
      .eq('number', third ?? '')
    await page.getByRole('status').getByRole('button', { name: 'Mark answered' }).click()
    // Both at once: the first to go may be gone before a slow machine has seen the other.
    await Promise.all([
      expect(toast(page, '2 complaints: Answered')).toBeVisible(),
      expect(toast(page, '1 was already changed by someone else.')).toBeVisible(),
    ])
    await expect(rows).toHaveCount(1)
    await expect.poll(async () => (await states()).toSorted()).toEqual(['answered', 'answered', 'closed', 'open'])
    await page.keyboard.press('ControlOrMeta+z')
    await expect(toast(page, 'Undone')).toBeVisible()
    await expect(rows).toHaveCount(3)
    await expect.poll(async () => (await states()).toSorted()).toEqual(['closed', 'open', 'open', 'open'])
    await page.getByRole('link', { name: /^Since/ }).click()
    await expect(page).toHaveURL(/sort=since\.asc/)
    await expect(page.getByRole('columnheader', { name: /Since/ })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Contact' }).uncheck()
    await page.reload()
    await expect(page.getByRole('columnheader', { name: 'Order' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Contact' })).toHaveCount(0)
  })

  test('a complaint of many lines is shortened in the list and read whole on request', async ({ page }) => {
    const [number = ''] = await fileComplaints(1)
    const lines = Array.from({ length: 12 }, (_, line) => `Line ${line + 1} of what happened.`)
    await serviceClient(shopKeys())
      .from('complaints')
      .update({ message: lines.join('\n') })
      .eq('number', number)
      .throwOnError()
    await page.goto(`/admin/complaints?q=${encodeURIComponent(number)}`)
    const row = page.getByRole('row').filter({ hasText: number })
    const height = async () => (await row.boundingBox())?.height ?? 0
    const before = await height()
    await row.getByRole('button', { name: 'Show all' }).click()
    await expect(row.getByRole('button', { name: 'Show less' })).toBeVisible()
    await expect.poll(() => height()).toBeGreaterThan(before + 100)
    await row.getByRole('button', { name: 'Show less' }).click()
    await expect.poll(() => height()).toBe(before)
  })

  test('the dashboard shows the figures of the database, and updates with an order while it is open', async ({ page, customer }) => {
    await page.goto('/admin')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    const order = await orderOf(customer)
    const feed = page.locator(`[data-order="${order.id}"]`)
    await expect(feed).toContainText(/pending/i)
    await changeOrder(order.id, { status: 'processing' })
    await expect(feed).toContainText(/processing/i)
    const { data: known } = await customer.client.rpc('admin_dashboard').throwOnError()
    const { data: rows } = await serviceClient(shopKeys())
      .from('orders')
      .select('total_amount,status,payment_state,created_at')
      .gte('created_at', new Date(Math.floor((Date.now() + 19_800_000) / 86_400_000) * 86_400_000 - 19_800_000).toISOString())
      .throwOnError()
    const sold = rows.filter(({ status, payment_state }) => status !== 'cancelled' && (status !== 'pending' || payment_state === 'paid'))
    expect(known.sales?.today.orders).toBe(sold.length)
    expect(Math.round((known.sales?.today.amount ?? 0) * 100)).toBe(sold.reduce((sum, { total_amount }) => sum + Math.round(total_amount * 100), 0))
    await expect(page.getByRole('heading', { name: /Pack and ship/ })).toContainText(String(known.ship?.count))
    await page.getByRole('link', { name: 'All: Pack and ship' }).click()
    await expect(page).toHaveURL(/\/admin\/orders\?status=processing/)
  })
})

// Other tests check these screens in the light theme.
for (const path of ['/banners', '/products/categories', '/discounts', '/discounts/new', '/settings', '/sales-analytics?view=gst', '/mails', '/no-such-screen'])
  test(`${path} passes axe in the dark theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(laptop.viewport)
    await page.goto(`/admin${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.bone')).toHaveCount(0)
    expect(await violations(page)).toEqual([])
  })

test('the dark theme passes axe, and a chosen theme is stored and applied at first paint', async ({ page }) => {
  await fileComplaints(2)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(laptop.viewport)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  for (const path of ['/admin', '/admin/complaints', '/admin/audit-log']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.bone')).toHaveCount(0)
    expect(await violations(page), `${path} by night`).toEqual([])
  }
  const night = await ground()
  await page.getByRole('button', { name: 'Theme: System' }).click()
  await expect(page.getByRole('button', { name: 'Theme: Light' })).toBeVisible()
  await expect.poll(() => ground()).not.toBe(night)
  // the server's inline script sets it before the app's scripts load
  const html = await (await page.request.get('/admin')).text()
  expect(html.indexOf('shringar-admin-theme')).toBeGreaterThan(0)
  expect(html.indexOf('shringar-admin-theme')).toBeLessThan(html.indexOf('entry.client', html.indexOf('<body')))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Theme: Light' })).toBeVisible()
  await expect.poll(() => ground()).not.toBe(night)
})

test('at 360 px the menu folds, lists are cards and nothing overflows', async ({ page }) => {
  await fileComplaints(2)
  await page.setViewportSize(phone.viewport)
  for (const path of ['/admin', '/admin/complaints']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.bone')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBe(360)
    expect(await violations(page), `${path} by day`).toEqual([])
  }
  await expect(menu(page)).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu(page).getByRole('link')).toHaveCount(9)
  expect(await violations(page)).toEqual([])
  await menu(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(menu(page)).toBeHidden()
})

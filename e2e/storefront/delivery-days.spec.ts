/** The expected delivery days by PIN code: on product pages, in the cart and on an order. */
import type { Page } from '@playwright/test'
import type { TableUpdate } from '#supabase/database.ts'
import { violations } from '../support/axe.ts'
import { addToCart, serviceClient, shipping } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { changeOrder, moveOrder, orderOf } from '../support/orders.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop, phone, section } from '../support/screens.ts'
import { test as customerTest } from '../support/signed-in.ts'

/** 'Tue 24 – Sat 28 Nov' or 'Sat 28 Nov – Wed 2 Dec'. */
const RANGE = '[A-Z][a-z]{2} \\d{1,2}( [A-Z][a-z]{2})? – [A-Z][a-z]{2} \\d{1,2} [A-Z][a-z]{2}'
const answer = (pincode: string) => new RegExp(`^Delivery to ${pincode}: ${RANGE}$`)
const field = (page: Page) => page.getByRole('textbox', { name: 'Delivery to PIN code' })
const settings = (changes: TableUpdate<'settings'>) => serviceClient(shopKeys()).from('settings').update(changes).eq('id', true)

visitorTest.describe('a visitor', () => {
  visitorTest.use(laptop)

  visitorTest('reads the expected days for a PIN code, and finds them again on the next product', async ({ page }) => {
    const [one, other] = [await makeProduct(), await makeProduct()]
    await page.goto(one.path)
    await expect(page.getByText('Enter your PIN code to see when it arrives.')).toBeVisible()
    await field(page).fill('11000')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('Enter a PIN code of 6 digits, like 110001.')).toBeVisible()
    await expect(field(page)).toHaveAccessibleDescription('Enter a PIN code of 6 digits, like 110001.')
    await field(page).fill('199999')
    await field(page).press('Enter')
    await expect(page.getByText("We don't recognise this PIN code. Please check it.")).toBeVisible()
    expect(await violations(page)).toEqual([])
    await field(page).fill('110 001')
    await field(page).press('Enter')
    await expect(page.getByText(answer('110001'))).toBeVisible()
    await expect(field(page)).not.toHaveAttribute('aria-invalid')
    expect(await violations(page)).toEqual([])
    await expect(page).not.toHaveURL(/pin=/)
    await page.goto(other.path)
    await expect(page.getByText(answer('110001'))).toBeVisible()
    await expect(field(page)).toHaveValue('110001')
    await dropProducts(one.id, other.id)
  })

  visitorTest('meets no layout shift when the remembered days come', async ({ page }) => {
    const made = await makeProduct()
    await page.goto(made.path)
    const below = page.getByText('Free delivery on orders of', { exact: false }).first()
    const before = await below.boundingBox()
    await field(page).fill('781001')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText(answer('781001'))).toBeVisible()
    await expect.poll(() => below.boundingBox()).toEqual(before)
    await dropProducts(made.id)
  })

  visitorTest('gets days that follow the settings', async ({ page }) => {
    const days = async (pin: string) => (await (await page.request.get(`/delivery-days?pin=${pin}`)).json()) as { ok: boolean; days: string }
    const before = (await days('400050')).days
    await settings({ transit_home_min: 30, transit_home_max: 40 })
    await expect.poll(async () => (await days('400050')).days).not.toBe(before)
    await settings({ transit_home_min: 1, transit_home_max: 3 })
    await expect.poll(async () => (await days('400050')).days).toBe(before)
  })

  visitorTest('gets a response that is not cached', async ({ page }) => {
    for (const query of ['?pin=110001', '?pin=', '', `?pin=${'1'.repeat(1000)}`, '?pin=110001&left=no&ordered=2000-01-01']) {
      const found = await page.request.get(`/delivery-days${query}`)
      expect(found.status(), query).toBe(200)
      expect(found.headers()['cache-control'], query).toBe('no-store')
      expect(((await found.json()) as { ok: boolean }).ok, query).toBe(query.startsWith('?pin=110001'))
    }
  })
})

visitorTest.describe('without scripts', () => {
  visitorTest.use({ javaScriptEnabled: false, ...phone })

  visitorTest('the form has its own address, which is not cached, and the page of others has no form', async ({ page }) => {
    const made = await makeProduct()
    await page.goto(made.path)
    await field(page).fill('400001')
    const [answered] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('pin=')),
      page.getByRole('button', { name: 'Check' }).click(),
    ])
    expect(answered.headers()['cache-control']).toBe('no-store')
    await expect(page.getByText(answer('400001'))).toBeVisible()
    await expect(field(page)).toHaveValue('400001')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${made.path}$`))
    await field(page).fill('12')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('Enter a PIN code of 6 digits, like 110001.')).toBeVisible()
    await expect(field(page)).toHaveValue('12')
    const plain = await page.request.get(made.path)
    expect(plain.headers()['cache-control']).toContain('public')
    expect(await plain.text()).not.toContain('Delivery to 400001')
    await dropProducts(made.id)
  })
})

customerTest.describe('a customer', () => {
  customerTest.use(phone)

  customerTest('sees in the cart the days for the default address, and for another PIN code instead', async ({ page, customer }) => {
    const made = await makeProduct()
    const { email: _email, ...address } = shipping
    await customer.client.from('addresses').insert({ user_id: customer.id, ...address, is_default: true })
    await addToCart(customer, made.id, 2)
    await page.goto('/cart')
    await expect(page.getByText(answer(shipping.pincode))).toBeVisible()
    await field(page).fill('744101')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText(answer('744101'))).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.reload()
    await expect(page.getByText(answer('744101'))).toBeVisible()
    await dropProducts(made.id)
  })

  customerTest('sees on an order when it should arrive, until it is delivered', async ({ page, customer }) => {
    const { id } = await orderOf(customer)
    await page.goto(`/order-confirmation/${id}`)
    const expected = page.getByText(new RegExp(`^Expected ${RANGE}$`))
    await expect(section(page, 'We have your order').locator(expected)).toBeVisible()
    await moveOrder(id, 'shipped')
    await page.reload()
    await expect(section(page, 'On its way to you').locator(expected)).toBeVisible()
    await changeOrder(id, { status: 'delivered' })
    await page.reload()
    await expect(page.getByRole('heading', { level: 2, name: 'Delivered' })).toBeVisible()
    await expect(expected).toHaveCount(0)
  })
})

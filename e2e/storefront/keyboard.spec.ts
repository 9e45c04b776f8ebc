/** A purchase by keyboard alone: Tab, arrow keys, Enter, Space and typed text. */
import type { Page } from '@playwright/test'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { address } from '../support/checkout.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'

test.use(laptop)

type Wanted = { role: string; name: RegExp }

/** Presses Tab until the wanted element has the focus; every stop on the way must be visible. */
async function tabTo(page: Page, { role, name }: Wanted): Promise<void> {
  const target = page.getByRole(role as 'button', { name })
  await expect(target.first()).toBeVisible()
  for (let presses = 0; presses < 90; presses += 1) {
    if (await target.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) {
      // The focus is visible: the element or a box around it looks different from its unfocused state.
      const seen = () =>
        page.evaluate(() => {
          const element = document.activeElement as HTMLElement
          const look = (): string => {
            const boxes: string[] = []
            for (let box: Element | null = element; box && boxes.length < 4; box = box.parentElement) {
              const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(box)
              boxes.push([outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth} ${outlineColor}`, boxShadow, borderColor].join(' '))
            }
            return boxes.join(' / ')
          }
          const focused = look()
          element.blur()
          const without = look()
          element.focus()
          return focused !== without
        })
      await expect.poll(seen, `the focus on ${String(name)} can be seen`).toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${role} ${String(name)}`)
}

test('a customer logs in, finds, adds, checks out and orders without a pointer', async ({ page }) => {
  test.setTimeout(90_000)
  const customer = await newCustomer(shopKeys())
  const product = await makeProduct({ price: 118 })

  await page.goto('/')
  await tabTo(page, { role: 'link', name: /^Login$/ })
  await page.keyboard.press('Enter')
  await tabTo(page, { role: 'textbox', name: /^Email/ })
  await page.keyboard.type(customer.email)
  await tabTo(page, { role: 'textbox', name: /^Password/ })
  await page.keyboard.type(customer.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  await tabTo(page, { role: 'link', name: /^Search products$/ })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products$/)
  await expect(page.getByRole('combobox', { name: 'Search products' })).toBeFocused()
  await page.keyboard.type(product.name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Found 1 results for')).toBeVisible()
  await tabTo(page, { role: 'link', name: new RegExp(`^${product.name}$`) })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()

  await tabTo(page, { role: 'textbox', name: /^Quantity of/ })
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('textbox', { name: /^Quantity of/ })).toHaveValue('2')
  await tabTo(page, { role: 'button', name: /^Add to Cart · 2 for/ })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Product added to cart')).toBeVisible()
  await tabTo(page, { role: 'link', name: /^View Cart$/ })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cart$/)
  await tabTo(page, { role: 'link', name: /^Checkout$/ })
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 2, name: 'Where should it go?' })).toBeVisible()
  for (const [label, value] of Object.entries(address)) {
    await tabTo(page, { role: 'textbox', name: new RegExp(`^${label}$`) })
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(value)
  }
  await tabTo(page, { role: 'button', name: /^Continue to payment$/ })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Delivery and payment' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Cash on delivery/ })).toBeChecked()
  await tabTo(page, { role: 'button', name: /^Review your order$/ })
  await page.keyboard.press('Enter')
  await tabTo(page, { role: 'button', name: /^Place order/ })
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/\/order-confirmation\//, { timeout: 20_000 })
  await expect
    .poll(async () =>
      (await serviceClient(shopKeys()).from('orders').select('total_amount').eq('user_id', customer.id)).data?.map((order) => order.total_amount),
    )
    .toEqual([336])
})

test('the carousel, the filters and the gallery answer to the keyboard', async ({ page }) => {
  await page.goto('/')
  await tabTo(page, { role: 'button', name: /^Next slide$/ })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: '2 of 4' })).toBeVisible()
  await page.goto('/products')
  await tabTo(page, { role: 'checkbox', name: /^Skincare/ })
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/category=skincare/)
  await expect(page.getByRole('checkbox', { name: /^Skincare/ })).toBeFocused()
})

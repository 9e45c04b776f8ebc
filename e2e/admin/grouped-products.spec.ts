/** /admin/products with one row for each family. */
import { violations } from '../support/axe.ts'
import { makeFamily } from '../support/families.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const SHADES = [
  { shade: 'Ruby', price: 149, stock: 12, colour: '#9b111e' },
  { shade: 'Coral', price: 199, stock: 8, colour: '#ff7f50' },
  { shade: 'Mauve', price: 149, stock: 0, colour: '#915f6d', status: 'draft' as const },
]

test.describe('on a laptop', () => {
  test.use(laptop)

  test('grouped, a family is one row with price range and stock, follows the filters, and leads to its products and back', async ({ page }) => {
    const family = await makeFamily({ shades: SHADES })
    try {
      await page.goto(`/admin/products?q=${encodeURIComponent(family.name)}`)
      await expect(page.getByRole('row', { name: family.name })).toHaveCount(3)
      const toggle = page.getByRole('button', { name: 'Group by family' })
      await toggle.click()
      await expect(toggle).toHaveAttribute('aria-pressed', 'true')
      const row = page.getByRole('row', { name: family.name })
      await expect(row).toHaveCount(1)
      await expect(page.getByRole('main')).toContainText('1 product or family')
      for (const text of ['₹149.00 – ₹199.00', '2 active', '1 draft']) await expect(row).toContainText(text)
      await expect(row.getByRole('cell', { name: '20', exact: true })).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violations(page)).toEqual([])
      }

      await page.getByRole('button', { name: 'Status', exact: true }).click()
      await page.getByRole('checkbox', { name: 'Active' }).check()
      await page.keyboard.press('Escape')
      const products = row.getByRole('link', { name: `2 of 3 products of ${family.name}` })
      await products.click()
      await expect(page.getByRole('row', { name: family.name })).toHaveCount(2)
      await expect(toggle).toHaveAttribute('aria-pressed', 'false')
      await page.goBack()
      await expect(products).toBeVisible()
      await products.click()
      await page.getByRole('button', { name: 'Clear all' }).click()
      await expect(page).toHaveURL(/\/admin\/products$/)
    } finally {
      await family.drop()
    }
  })

  test('the filter of a family names it, leads to it, and is removed', async ({ page }) => {
    const family = await makeFamily({ shades: SHADES })
    try {
      await page.goto(`/admin/products?family=${family.id}`)
      await expect(page.getByRole('row', { name: family.name })).toHaveCount(3)
      await page.getByRole('button', { name: 'Remove filter Family' }).click()
      await expect(page).toHaveURL(/\/admin\/products$/)
      await page.goto(`/admin/products?family=${family.id}`)
      await page.getByRole('main').getByRole('link', { name: family.name, exact: true }).first().click()
      await expect(page).toHaveURL(new RegExp(`/admin/products/families/${family.id}`))
      await page.goto('/admin/products?family=nonsense&q=kajal')
      await expect(page.getByRole('row', { name: 'Deep Kajal Pencil' })).toBeVisible()
    } finally {
      await family.drop()
    }
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a family is a card with what it has', async ({ page }) => {
    const family = await makeFamily({ shades: SHADES })
    try {
      await page.goto(`/admin/products?group=family&q=${encodeURIComponent(family.name)}`)
      const row = page.getByRole('row', { name: family.name })
      await expect(row).toHaveCount(1)
      await expect(row.getByRole('link', { name: `3 products of ${family.name}` })).toBeVisible()
      expect(await violations(page)).toEqual([])
    } finally {
      await family.drop()
    }
  })
})

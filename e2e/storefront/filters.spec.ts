/** The filters of the listing: panel, chips, drawer (docs/rules.md#filters-and-sorting). */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'

const total = async (page: Page): Promise<number> =>
  Number(
    /\d+/.exec(
      (await page
        .getByRole('status')
        .filter({ hasText: /product|result/ })
        .textContent()) ?? '',
    )?.[0],
  )
const panel = (page: Page) => page.getByRole('complementary', { name: 'Filters' })
const settled = (page: Page) => expect(page.getByRole('region', { name: 'Products' })).toHaveAttribute('aria-busy', 'false')

test.describe('on a laptop', () => {
  test.use(laptop)

  for (const slug of ['skincare', 'makeup', 'haircare', 'fragrances', 'accessories', 'novelty']) {
    test(`?category=${slug} shows that category, its box ticked, its chip and the right count`, async ({ page }) => {
      await page.goto(`/products?category=${slug}`)
      const box = panel(page).getByRole('checkbox', { name: new RegExp(`^${slug}`, 'i') })
      await expect(box).toBeChecked()
      await expect(page.getByRole('list', { name: 'Chosen filters' }).getByRole('link', { name: new RegExp(`Remove ${slug}`, 'i') })).toBeVisible()
      const counted = Number(
        /\d+/.exec(
          (await panel(page)
            .locator('label')
            .filter({ has: page.locator(':checked') })
            .first()
            .textContent()) ?? '',
        )?.[0],
      )
      await expect.poll(() => total(page)).toBe(counted)
    })
  }

  test('a category unfolds its sub-categories, and values of one filter add up', async ({ page }) => {
    await page.goto('/products')
    const all = await total(page)
    await panel(page)
      .getByRole('checkbox', { name: /^Makeup/ })
      .check()
    await expect(page).toHaveURL(/category=makeup/)
    await expect(panel(page).getByRole('checkbox', { name: /^Lips/ })).toBeVisible()
    await settled(page)
    const makeup = await total(page)
    expect(makeup).toBeLessThan(all)
    await panel(page)
      .getByRole('checkbox', { name: /^Fragrances/ })
      .check()
    await expect(page).toHaveURL(/category=fragrances/)
    await settled(page)
    await expect.poll(() => total(page)).toBeGreaterThan(makeup)
  })

  test('boxes that are pressed within one frame all count, and one that is pressed twice stays as it was', async ({ page }) => {
    await page.goto('/products')
    const press = (names: RegExp[]) =>
      panel(page)
        .locator('form')
        .evaluate(
          (form, sources) => {
            const labels = [...form.querySelectorAll('label')]
            for (const source of sources) labels.find(({ textContent }) => new RegExp(source, 'i').test(textContent))?.click()
          },
          names.map(({ source }) => source),
        )
    await press([/^Makeup/, /^Fragrances/])
    await expect(page).toHaveURL(/\?category=makeup&category=fragrances$/)
    await settled(page)
    await press([/^Skincare/, /^Skincare/, /^Makeup/])
    await expect(page).toHaveURL(/\?category=fragrances$/)
    await settled(page)
    for (const [name, ticked] of [
      ['Skincare', false],
      ['Makeup', false],
      ['Fragrances', true],
    ] as const)
      await expect(panel(page).getByRole('checkbox', { name: new RegExp(`^${name}`) })).toBeChecked({ checked: ticked })
  })

  test('each chip removes its filter, and Clear All removes all', async ({ page }) => {
    await page.goto('/products?category=skincare&stock=in_stock&min=100&max=600&moq=6')
    const chips = page.getByRole('list', { name: 'Chosen filters' })
    await expect(chips.getByRole('link', { name: /^Remove/ })).toHaveText(['Skincare', '₹100 to ₹600', 'In stock', 'Minimum order: up to 6 units'])
    await chips.getByRole('link', { name: 'Remove In stock' }).click()
    await expect(page).not.toHaveURL(/stock=/)
    await expect(panel(page).getByRole('checkbox', { name: /^In stock/ })).not.toBeChecked()
    await expect(chips.getByRole('link', { name: /^Remove/ })).toHaveCount(3)
    await chips.getByRole('link', { name: 'Clear All' }).click()
    await expect(page).toHaveURL(/\/products$/)
    await expect(chips).toHaveCount(0)
  })

  test('a filter begins at the first page again', async ({ page }) => {
    await page.goto('/products?page=3')
    await panel(page)
      .getByRole('checkbox', { name: /^Skincare/ })
      .check()
    await expect(page).toHaveURL(/category=skincare/)
    await expect(page).not.toHaveURL(/page=/)
  })

  test('the price slider runs from 0 to 1000 in steps of 10, and at its ends filters nothing', async ({ page }) => {
    await page.goto('/products')
    for (const name of ['Lowest price in rupees', 'Highest price in rupees']) {
      const slider = panel(page).getByRole('slider', { name })
      await expect(slider).toHaveAttribute('min', '0')
      await expect(slider).toHaveAttribute('max', '1000')
      await expect(slider).toHaveAttribute('step', '10')
    }
    await expect(panel(page).getByRole('slider', { name: 'Lowest price in rupees' })).toHaveValue('0')
    await expect(panel(page).getByRole('slider', { name: 'Highest price in rupees' })).toHaveValue('1000')
    const everything = await total(page)
    await page.goto('/products?min=0&max=1000')
    await expect.poll(() => total(page)).toBe(everything)
    await expect(page.getByRole('list', { name: 'Chosen filters' })).toHaveCount(0)
  })

  test('the upper end of the slider means “and above”', async ({ page }) => {
    const dear = await makeProduct({ price: 4321 })
    await page.goto(`/products?q=${encodeURIComponent(dear.name)}&min=900&max=1000`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Remove ₹900 and above' })).toBeVisible()
    await dropProducts(dear.id)
  })

  test('a thumb of the slider moves by its arrow keys and filters when it is let go', async ({ page }) => {
    await page.goto('/products')
    const highest = panel(page).getByRole('slider', { name: 'Highest price in rupees' })
    await highest.press('ArrowLeft')
    await expect(page).toHaveURL(/max=990/)
    await settled(page)
    const prices = page.getByRole('article').locator('b:text-matches("^₹")')
    const dearest = async () => Math.max(...(await prices.allTextContents()).map((text) => Number(text.replace(/[₹,]/g, ''))))
    await expect.poll(dearest).toBeLessThanOrEqual(990)
  })

  test('exact amounts can be typed', async ({ page }) => {
    await page.goto('/products')
    await panel(page).getByRole('textbox', { name: 'Lowest price in rupees' }).fill('125')
    await panel(page).getByRole('textbox', { name: 'Lowest price in rupees' }).press('Enter')
    await expect(page).toHaveURL(/min=125/)
    await expect(page.getByRole('link', { name: 'Remove ₹125 and above' })).toBeVisible()
  })

  test('out of stock is 0, low stock 1 to 9, in stock 10 or more; exactly 10 is in stock and says Only 10 left', async ({ page }) => {
    const mark = `Stockwise ${Date.now()}`
    const made = await Promise.all([0, 1, 9, 10, 11].map((stock) => makeProduct({ name: `${mark} ${stock} pieces`, stock })))
    const found = async (filter: string): Promise<string[]> => {
      await page.goto(`/products?q=${encodeURIComponent(mark)}&stock=${filter}`)
      return (await page.getByRole('article').getByRole('heading').allTextContents())
        .map((name) => name.split(' ')[2] ?? '')
        .sort((a, b) => Number(a) - Number(b))
    }
    await expect.poll(() => found('out_of_stock')).toEqual(['0'])
    await expect.poll(() => found('low_stock')).toEqual(['1', '9'])
    await expect.poll(() => found('in_stock')).toEqual(['10', '11'])
    await expect(page.getByRole('article').filter({ hasText: `${mark} 10 pieces` })).toContainText('Only 10 left')
    await expect(page.getByRole('article').filter({ hasText: `${mark} 11 pieces` })).toContainText('In Stock')
    await dropProducts(...made.map(({ id }) => id))
  })

  test('minimum order, brand and country of origin filter, with the count of each value', async ({ page }) => {
    const mark = `Origin ${Date.now()}`
    const made = await Promise.all([
      makeProduct({ name: `${mark} one`, brand: 'Testhaus', country_of_origin: 'Nepal', min_order_quantity: 1 }),
      makeProduct({ name: `${mark} two`, brand: 'Testhaus', country_of_origin: 'India', min_order_quantity: 8 }),
      makeProduct({ name: `${mark} three`, brand: 'Other hands', country_of_origin: 'India', min_order_quantity: 20 }),
    ])
    await page.goto(`/products?q=${encodeURIComponent(mark)}`)
    const option = (name: RegExp) => panel(page).locator('label').filter({ hasText: name })
    await expect(option(/^Testhaus/)).toContainText('2')
    await expect(option(/^Up to 12 units/)).toContainText('2')
    await panel(page)
      .getByRole('radio', { name: /^Up to 12 units/ })
      .check()
    await expect(page).toHaveURL(/moq=12/)
    await expect(page.getByRole('article')).toHaveCount(2)
    await panel(page).locator('summary', { hasText: 'Country of origin' }).click()
    await panel(page)
      .getByRole('checkbox', { name: /^Nepal/ })
      .check()
    await expect(page.getByRole('article')).toHaveCount(1)
    await panel(page)
      .getByRole('checkbox', { name: /^Testhaus/ })
      .check()
    await expect(page).toHaveURL(/brand=Testhaus/)
    await expect(page.getByRole('article').getByRole('heading', { name: `${mark} one` })).toBeVisible()
    await dropProducts(...made.map(({ id }) => id))
  })

  test('a filter value without products cannot be chosen', async ({ page }) => {
    const made = await makeProduct({ stock: 50 })
    await page.goto(`/products?q=${encodeURIComponent(made.name)}`)
    await expect(panel(page).getByRole('checkbox', { name: /^Out of stock/ })).toBeDisabled()
    await expect(panel(page).getByRole('checkbox', { name: /^In stock/ })).toBeEnabled()
    await dropProducts(made.id)
  })

  test('filters without results say so and can be removed', async ({ page }) => {
    await page.goto('/products?category=attar&min=999999')
    await expect(page.getByRole('heading', { name: 'No products available' })).toBeVisible()
    await page.getByRole('region', { name: 'Products' }).getByRole('link', { name: 'Clear All' }).last().click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  test('an address with nonsense in it shows the whole listing', async ({ page }) => {
    await page.goto('/products?sort=sideways&min=abc&stock=plenty&moq=-1&page=minus')
    await expect(page.getByRole('article')).toHaveCount(12)
    await expect(page.getByRole('list', { name: 'Chosen filters' })).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the filters are in a drawer whose button shows the number of chosen ones', async ({ page }) => {
    await page.goto('/products')
    await expect(panel(page)).toBeHidden()
    await page.getByRole('link', { name: 'Filters', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer.getByRole('checkbox', { name: /^Skincare/ }).check()
    await expect(page).toHaveURL(/category=skincare/)
    await drawer.getByRole('checkbox', { name: /^In stock/ }).check()
    await expect(page).toHaveURL(/stock=in_stock/)
    await drawer.getByRole('button', { name: /^Show \d+ products?$/ }).click()
    await expect(drawer).toBeHidden()
    const button = page.getByRole('link', { name: 'Filters, 2 chosen' })
    await expect(button).toContainText('2')
    await button.click()
    await drawer.getByRole('link', { name: 'Clear All' }).click()
    await expect(page).toHaveURL(/\/products$/)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('link', { name: 'Filters', exact: true })).toBeVisible()
  })

  test('the button of the drawer shows the number of results', async ({ page }) => {
    await page.goto('/products')
    await page.getByRole('link', { name: 'Filters', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer.getByRole('checkbox', { name: /^Fragrances/ }).check()
    await expect(page).toHaveURL(/category=fragrances/)
    await settled(page)
    const show = drawer.getByRole('button', { name: /^Show \d+ products?$/ })
    const shown = Number(/\d+/.exec((await show.textContent()) ?? '')?.[0])
    await show.click()
    await expect.poll(() => total(page)).toBe(shown)
  })
})

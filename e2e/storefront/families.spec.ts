/** Products in several shades: one card in lists, and a page for each shade (docs/rules.md#families). */
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { makeFamily, type MadeFamily } from '../support/families.ts'
import { expect, test } from '../support/fixtures.ts'
import { laptop, phone } from '../support/screens.ts'

const SHADES = [
  { shade: 'Ruby Red', colour: '#9b111e', price: 149 },
  { shade: 'Coral', colour: '#ff7f50', price: 129, stock: 0 },
  { shade: 'Mauve', colour: '#b784a7', price: 169, stock: 4 },
  { shade: 'Nude', colour: '#e3bc9a', price: 149 },
  { shade: 'Plum', colour: '#673147', price: 149 },
  { shade: 'Rose Wood', colour: '#9e5e6f', price: 149 },
  { shade: 'Wine', colour: '#722f37', price: 149 },
]

let family: MadeFamily
test.beforeAll(async () => {
  family = await makeFamily({ brand: 'Kesar', description: 'Soft and matte.', shades: SHADES })
})
test.afterAll(() => family.drop())

const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article')
const search = (words: string, more = '') => `/products?q=${encodeURIComponent(words)}${more}`
const shades = (page: Page) => page.getByRole('navigation', { name: 'Shade' })

test.describe('on a laptop', () => {
  test.use(laptop)

  test('a list shows one card for the family, with its lowest price, its first shades and how many more there are', async ({ page }) => {
    await page.goto(search(family.name))
    await expect(page.getByText(`Found 1 results for "${family.name}"`)).toBeVisible()
    const card = cards(page)
    await expect(card).toHaveCount(1)
    await expect(card.getByRole('heading', { name: family.name, exact: true })).toBeVisible()
    await expect(card).toContainText('From ₹149.00')
    await expect(card).toContainText('+2 shades')
    await expect(card.getByRole('link', { name: `Choose shade: ${family.name}` })).toBeVisible()
    await expect(card.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0)
  })

  test('filters look through the shades, and a card that is one shade alone is that shade', async ({ page }) => {
    await page.goto(search(family.name, '&min=160'))
    const card = cards(page)
    await expect(card.getByRole('heading', { name: `${family.name} – Mauve` })).toBeVisible()
    await expect(card).toContainText('Only 4 left')
    await expect(card.getByRole('button', { name: `Add to Cart: ${family.name} – Mauve` })).toBeVisible()
    await card.getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(family.members[2]?.id ?? ''))
    await page.goto(search(`${family.name} – coral`))
    await expect(cards(page)).toContainText('Out of Stock')
  })

  test('the trade list has a row for each shade', async ({ page }) => {
    await page.goto(search(family.name, '&view=list'))
    for (const { name } of family.members) await expect(page.getByText(name).first()).toBeVisible()
  })

  test('another shade keeps the chosen quantity, the focus and the place on the page, and has an address of its own', async ({ page }) => {
    const [ruby, , mauve] = family.members
    await page.goto(ruby?.path ?? '')
    await expect(shades(page).getByRole('link')).toHaveCount(7)
    await expect(shades(page).getByRole('link', { name: 'Coral Out of Stock' })).toBeVisible()
    await expect(shades(page).locator('[aria-current=page]')).toHaveText('Ruby Red')
    const quantity = page.getByRole('textbox', { name: /^Quantity of/ })
    await quantity.fill('6')
    await page.evaluate(() => window.scrollTo(0, 120))
    await shades(page).getByRole('link', { name: 'Mauve' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: mauve?.name })).toBeVisible()
    await expect(page).toHaveURL(mauve?.path ?? '')
    await expect(shades(page).getByRole('link', { name: 'Mauve' })).toBeFocused()
    await expect(quantity, 'no more than are in stock').toHaveValue('4')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120)
    await expect(page.getByRole('button', { name: '4 for ₹676.00' })).toBeVisible()
    await shades(page).getByRole('link', { name: 'Ruby Red' }).click()
    await expect(quantity).toHaveValue('6')
    await expect(page).toHaveTitle(new RegExp(ruby?.name ?? ''))
    expect(await violations(page)).toEqual([])
  })

  test('search engines read the group with this shade in it and the addresses of the others', async ({ request }) => {
    const html = await (await request.get(family.members[0]?.path ?? '')).text()
    const group = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
      .map(([, json]) => JSON.parse(json ?? '') as Record<string, unknown>)
      .find((data) => data['@type'] === 'ProductGroup') as { hasVariant: { url: string; offers?: object }[] }
    expect(group).toMatchObject({ name: family.name, productGroupID: family.id, variesBy: ['https://schema.org/color'] })
    expect(group.hasVariant).toHaveLength(7)
    expect(group.hasVariant[0]).toMatchObject({ '@type': 'Product', name: `${family.name} – Ruby Red`, offers: { price: '149.00' } })
  })
})

test.describe('without scripts', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('shades are links on the card’s page', async ({ page }) => {
    await page.goto(search(family.name))
    await cards(page)
      .getByRole('link', { name: /Choose shade/ })
      .click()
    await shades(page).getByRole('link', { name: 'Plum' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `${family.name} – Plum` })).toBeVisible()
  })
})

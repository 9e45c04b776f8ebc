/** The product page (docs/rules.md#base-price-and-tiers, docs/rules.md#minimum-order). */
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { changeProduct, dropProducts, makeProduct, slugOf } from '../support/products.ts'
import { laptop, section } from '../support/screens.ts'

const tiers = [
  { min_quantity: 24, discount_percent: 25 },
  { min_quantity: 6, discount_percent: 12 },
]

test.use(laptop)

test('name, price, MRP, percent off, tax note, stock and free delivery are together', async ({ page }) => {
  const made = await makeProduct({ price: 200, retail_price: 149, mrp: 249, description: 'A balm for tests.', net_quantity: '50 g' })
  await page.goto(made.path)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: made.name })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(made.name))
  await expect(main).toContainText('₹149.00')
  await expect(main).toContainText('MRP ₹249.00')
  await expect(main).toContainText('40% off')
  await expect(main).toContainText('Inclusive of all taxes')
  await expect(main).toContainText('₹2.98 per g')
  await expect(main).toContainText('In Stock')
  await expect(main).toContainText('Free delivery on orders of ₹1,500 or more.')
  await expect(main).toContainText('A balm for tests.')
  await expect(main.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Products' })).toHaveAttribute('href', '/products')
  // The breakdown is a setting, off by default.
  await expect(main).not.toContainText('Price before GST')
  await dropProducts(made.id)
})

test('the tier table is sorted, its savings count from the MRP, and the live row follows the quantity', async ({ page }) => {
  const made = await makeProduct({ price: 200, retail_price: 149, mrp: 249, pricing_tiers: tiers })
  await page.goto(made.path)
  const table = page.getByRole('table', { name: 'Buy more, save more' })
  const rows = table.getByRole('row')
  await expect(rows.nth(1)).toContainText(/1\+.*₹149\.00.*₹100\.00/)
  await expect(rows.nth(2)).toContainText(/6\+.*₹131\.12.*₹117\.88.*₹707\.28/)
  await expect(rows.nth(3)).toContainText(/24\+.*₹111\.75.*₹137\.25.*₹3,294\.00/)
  await expect(rows.nth(1)).toContainText('Your price now')
  const quantity = page.getByRole('textbox', { name: `Quantity of ${made.name}` })
  await quantity.fill('6')
  await expect(rows.nth(2)).toContainText('Your price now')
  await expect(page.getByText('Bulk Price: ₹131.12 each for Qty 6+ (12% OFF)').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart · 6 for ₹786.72' })).toBeEnabled()
  await quantity.fill('23')
  await expect(rows.nth(2)).toContainText('Your price now')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(rows.nth(3)).toContainText('Your price now')
  await expect(page.getByText('Bulk Price: ₹111.75 each for Qty 24+ (25% OFF)').first()).toBeVisible()
  await dropProducts(made.id)
})

test('the next price step is shown with what it saves', async ({ page }) => {
  const made = await makeProduct({ price: 100, pricing_tiers: tiers })
  await page.goto(made.path)
  await page.getByRole('textbox', { name: /^Quantity of/ }).fill('4')
  await expect(page.getByText('Add 2 more for ₹88.00 each. On 6 that saves ₹72.00.')).toBeVisible()
  await dropProducts(made.id)
})

test('the quantity is at least 1 and at most what is in stock', async ({ page }) => {
  const made = await makeProduct({ stock: 12 })
  await page.goto(made.path)
  const quantity = page.getByRole('textbox', { name: /^Quantity of/ })
  await expect(quantity).toHaveValue('1')
  await expect(page.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled()
  await quantity.fill('0')
  await quantity.blur()
  await expect(quantity).toHaveValue('1')
  await quantity.fill('999')
  await quantity.blur()
  await expect(quantity).toHaveValue('12')
  await expect(page.getByRole('button', { name: 'Increase quantity' })).toBeDisabled()
  await expect(page.getByText('All 12 we have.')).toBeVisible()
  await quantity.fill('')
  await quantity.blur()
  await expect(quantity).toHaveValue('12') // an emptied field keeps the chosen quantity
  await dropProducts(made.id)
})

test('the selector starts at the minimum order; below it, adding says why not', async ({ page }) => {
  const made = await makeProduct({ min_order_quantity: 5 })
  await page.goto(made.path)
  const quantity = page.getByRole('textbox', { name: /^Quantity of/ })
  await expect(quantity).toHaveValue('5')
  await expect(page.getByText('Minimum Order: 5 units.')).toBeVisible()
  await quantity.fill('4')
  await quantity.blur()
  await page.getByRole('button', { name: /^Add to Cart · 4 for/ }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Minimum Order: 5 units')
  await dropProducts(made.id)
})

test('with less stock than the minimum order, the remaining stock can be ordered', async ({ page }) => {
  const made = await makeProduct({ min_order_quantity: 5, stock: 3 })
  await page.goto(made.path)
  await expect(page.getByRole('textbox', { name: /^Quantity of/ })).toHaveValue('3')
  await expect(page.getByRole('button', { name: /^Add to Cart · 3 for/ })).toBeEnabled()
  await dropProducts(made.id)
})

for (const [stock, label] of [
  [11, 'In Stock'],
  [10, 'Only 10 left'],
  [1, 'Only 1 left'],
] as const) {
  test(`with ${stock} in stock the label says ${label}`, async ({ page }) => {
    const made = await makeProduct({ stock })
    await page.goto(made.path)
    await expect(page.getByRole('main').getByText(label, { exact: true }).first()).toBeVisible()
    await dropProducts(made.id)
  })
}

test('without stock there is no quantity and no Add button', async ({ page }) => {
  const made = await makeProduct({ stock: 0 })
  await page.goto(made.path)
  await expect(page.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
  await expect(page.getByRole('textbox', { name: /^Quantity of/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0)
  await dropProducts(made.id)
})

test('the single picture is used twice, and each of them can be enlarged', async ({ page }) => {
  const made = await makeProduct({})
  const db = serviceClient(shopKeys())
  const { data } = await db.from('product_images').select('image_url').limit(1).single().throwOnError()
  await db.from('product_images').insert({ product_id: made.id, image_url: data.image_url }).throwOnError()
  await page.goto(made.path)
  const thumbs = page.getByRole('list', { name: 'Pictures' }).getByRole('button')
  // Beside the large one.
  await expect(thumbs).toHaveCount(1)
  await expect(thumbs.locator('[data-close-up]')).toBeVisible()
  const zoom = page.getByRole('dialog', { name: /enlarged/ })
  for (const opener of [page.getByRole('button', { name: 'Zoom picture' }), thumbs.first()]) {
    await opener.click()
    await expect(zoom).toBeVisible()
    await expect.poll(() => zoom.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(0)
    await zoom.getByRole('button', { name: 'Close' }).click()
    await expect(zoom).toBeHidden()
    await opener.click()
    await page.keyboard.press('Escape')
    await expect(zoom).toBeHidden()
    await expect(opener).toBeFocused()
  }
  // On a phone each takes the large one's place.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(thumbs).toHaveCount(2)
  await thumbs.nth(1).click()
  await expect(thumbs.nth(1)).toHaveAttribute('aria-current', 'true')
  await dropProducts(made.id)
})

test('a product of the demo shop shows its pack, its texture, its back and its carton, in the page and enlarged', async ({ page }) => {
  const { data } = await serviceClient(shopKeys()).from('products').select('id, name').eq('sku', 'NOO-KAJL-035').single()
  if (!data) throw new Error('the demo shop has no kajal')
  await page.goto(`/products/${slugOf(data.name)}/${data.id}`)
  const thumbs = page.getByRole('list', { name: 'Pictures' }).getByRole('button')
  await expect(thumbs).toHaveCount(3)
  const main = page.getByRole('main')
  await expect(main.getByRole('img', { name: 'Noor Deep Kajal Pencil, 0.35 g', exact: true }).first()).toBeVisible()
  await expect(thumbs.first()).toHaveAccessibleName(/texture|swatch|stroke/i)
  await thumbs.nth(1).click()
  const zoom = page.getByRole('dialog', { name: /enlarged/ })
  await expect(zoom.getByRole('img', { name: 'Deep Kajal Pencil, 0.35 g: back of the pack with its legal text' })).toBeVisible()
  await expect(zoom.getByText('Picture 3 of 4')).toBeAttached()
  await zoom.getByRole('button', { name: 'Next picture' }).click()
  await expect(zoom.getByRole('img', { name: 'Deep Kajal Pencil, 0.35 g: carton of 24 × 0.35 g' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('description and legal details are folded below', async ({ page }) => {
  const made = await makeProduct({ description: 'First sentence. Second one.', country_of_origin: 'India', net_quantity: '50 g', mrp: 130 })
  await page.goto(made.path)
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
  const legal = page.locator('details').filter({ hasText: 'Maker, origin and legal details' })
  await legal.locator('summary').click()
  await expect(legal).toContainText('Country of origin')
  await expect(legal).toContainText('₹130.00, inclusive of all taxes')
  await expect(legal).toContainText('care@shringar.example')
  await dropProducts(made.id)
})

test('the GST breakdown is shown when the setting is on: base, tax and total', async ({ page }) => {
  const settings = serviceClient(shopKeys()).from('settings')
  const made = await makeProduct({ price: 118 })
  await settings.update({ show_gst_breakdown: true }).not('store_name', 'is', null)
  try {
    await page.goto(made.path)
    const list = page.getByRole('main').locator('dl').filter({ hasText: 'Price before GST' })
    await expect(list).toContainText(/Price before GST\s*₹100\.00\s*GST 18%\s*₹18\.00\s*You pay\s*₹118\.00/)
  } finally {
    await serviceClient(shopKeys()).from('settings').update({ show_gst_breakdown: false }).not('store_name', 'is', null)
    await dropProducts(made.id)
  }
})

test('an outdated slug is replaced in the address, and Back does not return to it', async ({ page }) => {
  const made = await makeProduct()
  await page.goto(`/products?q=${encodeURIComponent(made.name)}`)
  const link = page.getByRole('article').getByRole('link', { name: made.name })
  await expect(link).toBeVisible()
  const renamed = `Renamed ${made.name}`
  await changeProduct(made.id, { name: renamed })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/products/${slugOf(renamed)}/${made.id}$`))
  await page.goBack()
  await expect(page).toHaveURL(/\/products\?q=/)
  await dropProducts(made.id)
})

test('recently viewed products are shown from three on, without the current one', async ({ page }) => {
  const made = [await makeProduct(), await makeProduct(), await makeProduct(), await makeProduct()]
  for (const { path, id } of made) {
    await page.goto(path)
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(id)
    await expect(section(page, 'Recently viewed')).toHaveCount(id === made.at(-1)?.id ? 1 : 0)
  }
  const shown = section(page, 'Recently viewed').getByRole('article')
  await expect(shown).toHaveCount(3)
  for (const { name } of made.slice(0, 3)) await expect(shown.filter({ hasText: name })).toHaveCount(1)
  await dropProducts(...made.map(({ id }) => id))
})

test('search engines read one Product with its Offer', async ({ page }) => {
  const made = await makeProduct({ price: 149.5, stock: 0 })
  await page.goto(made.path)
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const product = blocks.map((text) => JSON.parse(text) as Record<string, unknown>).find((block) => block['@type'] === 'Product')
  expect(product).toMatchObject({
    name: made.name,
    offers: { '@type': 'Offer', priceCurrency: 'INR', price: '149.50', availability: 'https://schema.org/OutOfStock' },
  })
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${made.path}$`))
  await dropProducts(made.id)
})

test.describe('that is not there', () => {
  test.use({ expectedErrors: [/status of 4(04|10)/] })

  test('an unknown product is the 404 page', async ({ page }) => {
    const answer = await page.goto('/products/nothing/00000000-0000-4000-8000-000000000000')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  })

  test('an invalid id is the 404 page too', async ({ page }) => {
    expect((await page.goto('/products/nothing/42'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  })

  test('a deleted product says that it is no longer available', async ({ page }) => {
    const made = await makeProduct()
    await dropProducts(made.id)
    expect((await page.goto(made.path))?.status()).toBe(410)
    await expect(page.getByRole('heading', { name: 'This product is no longer available' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Browse products' })).toHaveAttribute('href', '/products')
  })
})

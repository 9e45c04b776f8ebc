/** The trade list, /products?view=list: one row a product, the cart beside the rows (docs/decisions/0057-trade-list.md). */
import { violations } from '../support/axe.ts'
import { addToCart } from '../support/customers.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { orderOf } from '../support/orders.ts'
import { changeProduct, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { test as customerTest } from '../support/signed-in.ts'
import { listOf, row, storedCart } from '../support/trade-list.ts'

const tiers = [
  { min_quantity: 6, discount_percent: 12 },
  { min_quantity: 12, discount_percent: 20 },
]

visitorTest.describe('a visitor', () => {
  visitorTest.use(phone)

  visitorTest('chooses the list, which this device remembers, and goes back to the pictures', async ({ page }) => {
    await page.goto('/products')
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'List' }).click()
    await expect(page).toHaveURL(/\/products\?view=list$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Trade list' })).toBeVisible()
    // A link that names no view, and an address that is typed.
    await page.getByRole('navigation', { name: 'Shop' }).getByRole('link', { name: 'Home' }).click()
    await page.getByRole('navigation', { name: 'Shop' }).getByRole('link', { name: 'Products' }).click()
    await expect(page).toHaveURL(/\/products\?view=list$/)
    await page.goto('/products?category=skincare')
    await expect(page).toHaveURL(/\/products\?view=list&category=skincare$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Trade list' })).toBeVisible()
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Pictures' }).click()
    await expect(page).toHaveURL(/\/products\?category=skincare$/)
    await page.goto('/products')
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  visitorTest('reads prices, margin and steps, and is asked to log in by Add', async ({ page }) => {
    const product = await makeProduct({ price: 149, mrp: 225, min_order_quantity: 2, stock: 80, pricing_tiers: tiers })
    await page.goto(listOf(product))
    const own = row(page, product.name)
    await expect(own).toContainText('₹149.00')
    await expect(own).toContainText('MRP ₹225')
    await expect(own).toContainText('margin 34%')
    await own.getByRole('button', { name: `Add 2 of ${product.name}` }).click()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Please login to add items to your cart')
    expect(await violations(page)).toEqual([])
  })

  visitorTest('scrolls on into the next rows, and Back finds the place again', async ({ page }) => {
    await page.goto('/products?view=list&sort=price_asc')
    const names = page.getByRole('region', { name: 'Products' }).getByRole('heading', { level: 2 })
    await expect(names).toHaveCount(36)
    await names.nth(35).scrollIntoViewIfNeeded()
    await expect(page).toHaveURL(/view=list&sort=price_asc&show=72/)
    await expect(names).toHaveCount(72)
    await expect(page.getByText(/^72 of \d+ shown$/)).toBeVisible()
    // By hand: every row has been in view, and has its own height.
    for (let row = 4; row <= 40; row += 4) {
      await names.nth(row).scrollIntoViewIfNeeded()
      await expect(names.nth(row)).toBeInViewport()
    }
    const name = await names.nth(42).innerText()
    await names.nth(42).scrollIntoViewIfNeeded()
    const top = async () => Math.round((await names.nth(42).boundingBox())?.y ?? Number.NaN)
    const before = await top()
    await names.nth(42).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page).toHaveURL(/\/products\/[^/?]+\/[0-9a-f-]{36}$/)
    await page.goBack()
    await expect(page).toHaveURL(/show=72/)
    await expect.poll(top).toBe(before)
  })

  visitorTest('asks for more rows by keyboard, and goes on at the first of them', async ({ page }) => {
    await page.addInitScript(() => {
      // Nothing comes by scrolling.
      window.IntersectionObserver = class {
        observe = () => undefined
        unobserve = () => undefined
        disconnect = () => undefined
      } as unknown as typeof IntersectionObserver
    })
    await page.goto('/products?view=list&sort=price_asc')
    await page.getByRole('link', { name: 'Show more', exact: true }).press('Enter')
    const names = page.getByRole('region', { name: 'Products' }).getByRole('heading', { level: 2 })
    await expect(names).toHaveCount(72)
    await expect(names.nth(36).getByRole('link')).toBeFocused()
    expect(await violations(page)).toEqual([])
  })

  visitorTest('filters in the drawer, by category and by search, and stays in the list', async ({ page }) => {
    await page.goto('/products?view=list')
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Makeup' }).click()
    await expect(page).toHaveURL(/view=list&category=makeup/)
    await page.getByRole('link', { name: 'Filters', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer.getByRole('checkbox', { name: /^In stock/ }).check()
    await drawer.getByRole('button', { name: /^Show \d+ products?/ }).click()
    await expect(page).toHaveURL(/view=list.*stock=in_stock/)
    await expect(page.getByRole('list', { name: 'Chosen filters' })).toContainText('In stock')
    await page.getByRole('combobox', { name: 'Search products' }).fill('lipstick')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/view=list.*q=lipstick/)
    await expect(page.getByText(/Found \d+ results for "lipstick"/)).toBeVisible()
    await page.goto('/products?view=list&q=nosuchthing')
    await expect(page.getByText('No products found matching "nosuchthing"')).toBeVisible()
  })
})

visitorTest.describe('without scripts', () => {
  visitorTest.use({ ...laptop, javaScriptEnabled: false })

  visitorTest('the list is whole: rows, steps, filters and pages, and Add leads to the login', async ({ page }) => {
    await page.goto('/products?view=list')
    await expect(page.getByRole('region', { name: 'Products' }).getByRole('heading', { level: 2 })).toHaveCount(36)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/view=list&page=2/)
    await page.goBack()
    await page.getByRole('link', { name: 'Show more', exact: true }).click()
    await expect(page).toHaveURL(/view=list&show=72/)
    await expect(page.getByRole('region', { name: 'Products' }).getByRole('heading', { level: 2 })).toHaveCount(72)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/Pages 1–2 of \d+/)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/view=list&page=3$/)
    await page.getByRole('link', { name: 'Filters', exact: true }).click()
    const form = page.getByRole('complementary', { name: 'Filters' })
    await form.getByRole('checkbox', { name: /^Makeup/ }).check()
    await form.getByRole('button', { name: 'Show products' }).click()
    await expect(page).toHaveURL(/view=list&category=makeup/)
    await page
      .getByRole('button', { name: /^Add \d+ of/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/login\?/)
  })
})

customerTest.describe('a customer on a phone', () => {
  customerTest.use(phone)

  customerTest('adds by one press, is shown it at once, and changes it by a step, the stepper and a number', async ({ page, customer }) => {
    const product = await makeProduct({ price: 149, mrp: 225, min_order_quantity: 2, stock: 80, pricing_tiers: tiers })
    await page.goto(listOf(product))
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toBeVisible()
    const write = await hold(page, '**/rest/v1/cart_items*', (request) => request.method() === 'POST')
    const own = row(page, product.name)
    await own.getByRole('button', { name: /^Add 2/ }).click()
    // Before the shop has answered.
    const quantity = own.getByRole('textbox', { name: `Quantity of ${product.name}` })
    await expect(quantity).toHaveValue('2')
    await own.getByRole('button', { name: /^6\+/ }).click()
    await expect(quantity).toHaveValue('6')
    await expect(own).toContainText('₹131.12')
    await expect(own.getByRole('button', { name: /^6\+/ })).toHaveAttribute('aria-pressed', 'true')
    await own.getByRole('button', { name: `More of ${product.name}` }).click()
    await expect(quantity).toHaveValue('7')
    await expect(own).toContainText('5 more: each ₹119.20, saves ₹143.04')
    write.release()
    await expect.poll(() => storedCart(customer)).toEqual({ [product.id]: 7 })
    await quantity.fill('12')
    await quantity.press('Enter')
    const dock = page.getByRole('region', { name: 'Your cart' })
    await expect(dock).toContainText('₹1,530.40')
    await expect(dock).toContainText('1 product · ₹69.60 to free delivery')
    await expect.poll(() => storedCart(customer)).toEqual({ [product.id]: 12 })
    expect(await violations(page)).toEqual([])
    await page.reload()
    await expect(quantity).toHaveValue('12')
    await dock.getByRole('link', { name: 'Review' }).click()
    await expect(page).toHaveURL(/\/checkout$/)
  })

  customerTest('finds first what they bought before, with the quantity of the last time', async ({ page, customer }) => {
    const product = await makeProduct({ stock: 90, created_at: '2020-01-01' })
    await orderOf(customer, { of: product, quantity: 24 })
    await page.goto('/products?view=list')
    const before = page.getByRole('region', { name: 'Bought before' })
    await expect(before.getByRole('listitem')).toHaveCount(1)
    await expect(before).toContainText('last 24')
    await before.getByRole('button', { name: `Add 24 of ${product.name}` }).click()
    await expect(before.getByRole('textbox', { name: `Quantity of ${product.name}` })).toHaveValue('24')
    await expect.poll(() => storedCart(customer)).toEqual({ [product.id]: 24 })
    // In a filtered list it stands where it belongs, and the quantity is known as well.
    await page.goto(listOf(product))
    await expect(page.getByRole('region', { name: 'Bought before' })).toHaveCount(0)
    await row(page, product.name).getByRole('textbox').fill('0')
    await row(page, product.name).getByRole('textbox').press('Enter')
    await expect(row(page, product.name).getByRole('button', { name: /^Add 24/ })).toBeVisible()
  })

  customerTest('minus at the minimum order takes the product out, with an undo', async ({ page, customer }) => {
    const product = await makeProduct({ min_order_quantity: 3 })
    await addToCart(customer, product.id, 3)
    await page.goto(listOf(product))
    const own = row(page, product.name)
    const quantity = own.getByRole('textbox', { name: /^Quantity of/ })
    await expect(quantity).toHaveValue('3')
    await quantity.fill('2')
    await quantity.press('Enter')
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Minimum Order: 3 units')
    await expect(quantity).toHaveValue('3')
    await own.getByRole('button', { name: /^Fewer of/ }).click()
    await expect(own.getByRole('button', { name: /^Add 3/ })).toBeFocused()
    await expect.poll(() => storedCart(customer)).toEqual({})
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await expect(quantity).toHaveValue('3')
    await expect.poll(() => storedCart(customer)).toEqual({ [product.id]: 3 })
  })

  customerTest('what sold out in the meantime is undone at its row, with the reason; the rest is saved', async ({ page, customer }) => {
    const mark = `Refused ${Date.now()}`
    const [gone, left] = [await makeProduct({ name: `${mark} gone` }), await makeProduct({ name: `${mark} left` })]
    await page.goto(`/products?view=list&q=${encodeURIComponent(mark)}`)
    await expect(row(page, gone.name).getByRole('button', { name: /^Add 1/ })).toBeVisible()
    await changeProduct(gone.id, { stock: 0 })
    await row(page, gone.name)
      .getByRole('button', { name: /^Add 1/ })
      .click()
    await row(page, left.name)
      .getByRole('button', { name: /^Add 1/ })
      .click()
    await expect(row(page, gone.name)).toContainText('Sold out in the meantime: your change is undone.')
    await expect(row(page, gone.name).getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(gone.name)
    await expect.poll(() => storedCart(customer)).toEqual({ [left.id]: 1 })
    expect(await violations(page)).toEqual([])
  })

  customerTest('a change survives a reload and a closed tab at once, before the cart’s own code has loaded', async ({ page, context, customer }) => {
    const [product, other] = [await makeProduct(), await makeProduct()]
    const code = await hold(page, /\/offline-cart-[^/]*\.js$/)
    await page.goto(listOf(product))
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toBeVisible()
    await row(page, product.name)
      .getByRole('button', { name: /^Add 1/ })
      .click()
    await page.goto(listOf(other))
    await row(page, other.name)
      .getByRole('button', { name: /^Add 1/ })
      .click()
    const next = await context.newPage()
    await page.close()
    code.release()
    await next.goto(listOf(product))
    await expect(row(next, product.name).getByRole('textbox')).toHaveValue('1')
    await expect.poll(() => storedCart(customer)).toEqual({ [product.id]: 1, [other.id]: 1 })
    await expect.poll(() => next.evaluate(() => localStorage.getItem('shringar-my-cart-changes'))).toBeNull()
  })
})

customerTest.describe('a customer on a wide screen', () => {
  customerTest.use(laptop)

  customerTest('has the priced cart beside the rows, to the paisa', async ({ page, customer }) => {
    const product = await makeProduct({ price: 149, mrp: 225, stock: 80, pricing_tiers: tiers })
    await addToCart(customer, product.id, 6)
    await page.goto(listOf(product))
    const cart = page.getByRole('complementary', { name: 'Your cart' })
    await expect(cart).toContainText('1 product, 6 units')
    await expect(cart).toContainText('Add ₹713.28 for free delivery')
    for (const [name, amount] of [
      ['Goods', '₹894.00'],
      ['Bulk price saves', '−₹107.28'],
      ['Delivery', '₹100.00'],
      ['Total', '₹886.72'],
      ['Margin at MRP', '₹563.28'],
    ] as const) {
      await expect(cart.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')).toHaveText(amount)
    }
    await row(page, product.name).getByRole('button', { name: /^12\+/ }).click()
    await expect(cart).toContainText('1 product, 12 units')
    await expect.poll(() => storedCart(customer)).toEqual({ [product.id]: 12 })
    expect(await violations(page)).toEqual([])
  })
})

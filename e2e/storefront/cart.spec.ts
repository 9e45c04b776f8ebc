/** The cart (docs/rules.md#cart, docs/rules.md#delivery-charge). */
import type { Page } from '@playwright/test'
import { addToCart, serviceClient, type Customer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { changeProduct, dropProducts, makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { test } from '../support/signed-in.ts'

visitorTest.use(laptop)
test.use(laptop)

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const line = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const summary = (page: Page) => page.getByRole('region', { name: 'Summary' })

async function storedCart(customer: Customer): Promise<{ product_id: string; quantity: number }[]> {
  const { data } = await serviceClient(shopKeys()).from('cart_items').select('product_id, quantity').eq('user_id', customer.id).order('created_at')
  return data ?? []
}

visitorTest('a visitor’s cart is empty and offers Login, which leads back to it', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse products' })).toHaveAttribute('href', '/products')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('an empty cart of a customer leads to the products', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Browse products' }).click()
  await expect(page).toHaveURL(/\/products$/)
})

test('while the cart loads its skeleton is shown', async ({ page, customer }) => {
  const product = await makeProduct()
  await addToCart(customer, product.id, 1)
  const answer = await hold(page, '**/rest/v1/cart_items*')
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect(page.getByRole('main').locator('.bone').first()).toBeVisible()
  answer.release()
  await expect(line(page, product.name)).toBeVisible()
  await expect(page.getByRole('main').locator('.bone')).toHaveCount(0)
})

test('a line shows the tier price, its savings and total; the summary adds up', async ({ page, customer }) => {
  const balm = await makeProduct({ price: 149, pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }] })
  const comb = await makeProduct({ price: 40.5 })
  await addToCart(customer, balm.id, 6)
  await addToCart(customer, comb.id, 3)
  await page.goto('/cart')
  await expect(line(page, balm.name)).toContainText('₹131.12 each, the 6+ price (12% OFF)')
  await expect(line(page, balm.name)).toContainText('₹786.72')
  await expect(line(page, balm.name)).toContainText('You save ₹107.28')
  await expect(line(page, comb.name)).toContainText('₹121.50')
  await expect(page.getByText('9 units, 2 products')).toBeVisible()
  // 786.72 + 121.50 = 908.22; delivery 100; GST included: 2 × round(line × 9 / 118) for each line
  await expect(summary(page)).toContainText('₹908.22')
  await expect(summary(page)).toContainText(/GST\s*₹138\.54/)
  await expect(summary(page)).toContainText(/Delivery\s*₹100\.00/)
  await expect(summary(page)).toContainText('₹1,008.22')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 9 items' })).toBeVisible()
})

test('a changed quantity shows its prices at once and saves itself', async ({ page, customer }) => {
  const product = await makeProduct({ price: 100, pricing_tiers: [{ min_quantity: 5, discount_percent: 10 }] })
  await addToCart(customer, product.id, 4)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(line(page, product.name)).toContainText('₹450.00')
  await expect.poll(() => storedCart(customer)).toEqual([{ product_id: product.id, quantity: 5 }])
  await page.getByRole('textbox', { name: `Quantity of ${product.name}` }).fill('12')
  await page.getByRole('textbox', { name: `Quantity of ${product.name}` }).press('Enter')
  await expect(line(page, product.name)).toContainText('₹1,080.00')
  await expect.poll(() => storedCart(customer)).toEqual([{ product_id: product.id, quantity: 12 }])
})

test('a quantity beyond the stock is brought down to it', async ({ page, customer }) => {
  const product = await makeProduct({ stock: 6 })
  await addToCart(customer, product.id, 2)
  await page.goto('/cart')
  const quantity = page.getByRole('textbox', { name: `Quantity of ${product.name}` })
  await quantity.fill('500')
  await quantity.blur()
  await expect(quantity).toHaveValue('6')
  await expect(line(page, product.name)).toContainText('Only 6 left, all of them in your cart')
  await expect(line(page, product.name).getByRole('button', { name: 'Increase quantity' })).toBeDisabled()
})

for (const way of ['Remove', 'the quantity 0', 'minus at 1'] as const) {
  test(`${way} removes the line, says so, and Undo brings it back`, async ({ page, customer }) => {
    const product = await makeProduct()
    const count = way === 'minus at 1' ? 1 : 3
    await addToCart(customer, product.id, count)
    await page.goto('/cart')
    if (way === 'Remove')
      await line(page, product.name)
        .getByRole('button', { name: `Remove ${product.name}` })
        .click()
    if (way === 'minus at 1') await line(page, product.name).getByRole('button', { name: 'Decrease quantity' }).click()
    if (way === 'the quantity 0') {
      await page.getByRole('textbox', { name: /^Quantity of/ }).fill('0')
      await page.getByRole('textbox', { name: /^Quantity of/ }).press('Enter')
    }
    await expect(messages(page)).toContainText('Item removed from cart')
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await expect.poll(() => storedCart(customer)).toEqual([])
    await messages(page).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('textbox', { name: `Quantity of ${product.name}` })).toHaveValue(String(count))
    await expect.poll(() => storedCart(customer)).toEqual([{ product_id: product.id, quantity: count }])
  })
}

test('the whole cart is cleared after a question, and says Cart cleared', async ({ page, customer }) => {
  await addToCart(customer, (await makeProduct()).id, 2)
  await addToCart(customer, (await makeProduct()).id, 1)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Clear cart' }).click()
  const question = page.getByRole('dialog', { name: 'Clear your cart?' })
  await question.getByRole('button', { name: 'No, keep it' }).click()
  await expect.poll(() => storedCart(customer)).toHaveLength(2)
  await page.getByRole('button', { name: 'Clear cart' }).click()
  await question.getByRole('button', { name: 'Yes, clear cart' }).click()
  await expect(messages(page)).toContainText('Cart cleared')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect.poll(() => storedCart(customer)).toEqual([])
})

test('delivery costs ₹100 below ₹1500 and is free from there on, with the missing amount', async ({ page, customer }) => {
  const product = await makeProduct({ price: 500 })
  await addToCart(customer, product.id, 2)
  await page.goto('/cart')
  await expect(page.getByText('Add ₹500.00 for free delivery')).toBeVisible()
  await expect(page.getByText('₹1,000.00 of ₹1,500.00')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Towards free delivery' })).toHaveAttribute('value', '66')
  await expect(summary(page)).toContainText('₹1,100.00')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByText('Delivery is free')).toBeVisible()
  await expect(summary(page)).toContainText('Free')
  await expect(summary(page)).toContainText('₹1,500.00')
})

test('one paisa below ₹1500 is not yet free', async ({ page, customer }) => {
  const product = await makeProduct({ price: 1499.99 })
  await addToCart(customer, product.id, 1)
  await page.goto('/cart')
  await expect(page.getByText('Add ₹0.01 for free delivery')).toBeVisible()
  await expect(summary(page)).toContainText('₹1,599.99')
})

test('the next tier is offered with its savings, and one click applies it', async ({ page, customer }) => {
  const product = await makeProduct({ price: 100, pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }] })
  await addToCart(customer, product.id, 4)
  await page.goto('/cart')
  await expect(line(page, product.name)).toContainText('Add 2 more for the 6+ price of ₹88.00')
  await line(page, product.name).getByRole('button', { name: 'Add 2', exact: true }).click()
  await expect(line(page, product.name)).toContainText('₹528.00')
})

test('a line below the minimum order says so, blocks the checkout, and is fixed with one click', async ({ page, customer }) => {
  const product = await makeProduct({ min_order_quantity: 6 })
  await addToCart(customer, product.id, 2)
  await page.goto('/cart')
  await expect(line(page, product.name)).toContainText('Minimum Order: 6 units')
  await expect(summary(page)).toContainText('Some items need your attention.')
  await expect(summary(page).getByRole('link', { name: 'Checkout' })).toHaveCount(0)
  await line(page, product.name).getByRole('button', { name: 'Change to 6' }).click()
  await expect(summary(page).getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout')
})

test('sold-out and unavailable products say so and block the checkout', async ({ page, customer }) => {
  const [soldOut, gone] = [await makeProduct(), await makeProduct()]
  await addToCart(customer, soldOut.id, 2)
  await addToCart(customer, gone.id, 1)
  await changeProduct(soldOut.id, { stock: 0 })
  await changeProduct(gone.id, { status: 'archived' })
  await page.goto('/cart')
  await expect(line(page, soldOut.name)).toContainText('Out of Stock. Please remove it to go on.')
  await expect(page.getByText('A product in your cart is no longer for sale (1 unit).')).toBeVisible()
  await expect(summary(page).getByRole('link', { name: 'Checkout' })).toHaveCount(0)
})

test('sold-out goods count neither towards free delivery nor in the total', async ({ page, customer }) => {
  const [soldOut, kept] = [await makeProduct({ price: 1400 }), await makeProduct({ price: 200 })]
  await addToCart(customer, soldOut.id, 1)
  await addToCart(customer, kept.id, 2)
  await changeProduct(soldOut.id, { stock: 0 })
  await page.goto('/cart')
  await expect(page.getByText('Add ₹1,100.00 for free delivery')).toBeVisible()
  await expect(page.getByText('3 units, 2 products')).toBeVisible()
  await expect(summary(page)).toContainText('₹500.00')
  await expect(summary(page)).toContainText('Delivery₹100.00')
  await line(page, kept.name)
    .getByRole('button', { name: /Remove/ })
    .click()
  await expect(summary(page)).toContainText('Goods, 0 units')
  await expect(summary(page)).not.toContainText('Delivery₹') // neither charged nor free, because nothing is delivered
  await expect(summary(page)).not.toContainText('Free')
})

test('a deleted product leaves the cart with its row', async ({ page, customer }) => {
  const [kept, dropped] = [await makeProduct(), await makeProduct()]
  await addToCart(customer, kept.id, 1)
  await addToCart(customer, dropped.id, 1)
  await dropProducts(dropped.id)
  await page.goto('/cart')
  await expect(line(page, kept.name)).toBeVisible()
  await expect(page.getByText('1 unit, 1 product')).toBeVisible()
})

test('a change in one tab is in the other', async ({ page, context, customer }) => {
  const product = await makeProduct()
  await addToCart(customer, product.id, 1)
  await page.goto('/cart')
  await expect(line(page, product.name)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/cart')
  await other.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByRole('textbox', { name: `Quantity of ${product.name}` })).toHaveValue('2')
})

test('the cart is emptied on the screen when its owner logs out', async ({ page, customer }) => {
  await addToCart(customer, (await makeProduct()).id, 2)
  await page.goto('/cart')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
  await expect.poll(() => storedCart(customer)).toHaveLength(1)
})

test.describe('when the connection drops', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  const cut = (page: Page, method: string) =>
    page.route('**/rest/v1/cart_items*', (route) => (route.request().method() === method ? route.abort() : route.continue()))

  test('a cart that cannot be read says so, and Try again reads it', async ({ page, customer }) => {
    const product = await makeProduct()
    await addToCart(customer, product.id, 1)
    await cut(page, 'GET')
    await page.goto('/cart')
    await expect(page.getByRole('alert')).toContainText('Failed to fetch cart items')
    const message = messages(page).getByRole('listitem').filter({ hasText: 'Failed to fetch cart items' })
    await expect(message).toContainText('Error')
    await page.unroute('**/rest/v1/cart_items*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(line(page, product.name)).toBeVisible()
  })

  test('a quantity that cannot be saved says Failed to update cart and shows the saved one again', async ({ page, customer }) => {
    const product = await makeProduct()
    await addToCart(customer, product.id, 3)
    await page.goto('/cart')
    await expect(line(page, product.name)).toBeVisible()
    await cut(page, 'PATCH')
    await page.getByRole('button', { name: 'Increase quantity' }).click()
    await expect(messages(page)).toContainText('Failed to update cart')
    await expect(page.getByRole('textbox', { name: `Quantity of ${product.name}` })).toHaveValue('3')
  })

  test('a line that cannot be removed says Failed to remove item from cart and comes back', async ({ page, customer }) => {
    const product = await makeProduct()
    await addToCart(customer, product.id, 3)
    await page.goto('/cart')
    await expect(line(page, product.name)).toBeVisible()
    await cut(page, 'DELETE')
    await page.getByRole('button', { name: `Remove ${product.name}` }).click()
    await expect(messages(page)).toContainText('Failed to remove item from cart')
    await expect(line(page, product.name)).toBeVisible()
  })

  test('a cart that cannot be cleared says Failed to clear cart and keeps its lines', async ({ page, customer }) => {
    const product = await makeProduct()
    await addToCart(customer, product.id, 3)
    await page.goto('/cart')
    await expect(line(page, product.name)).toBeVisible()
    await cut(page, 'DELETE')
    await page.getByRole('button', { name: 'Clear cart' }).click()
    await page.getByRole('button', { name: 'Yes, clear cart' }).click()
    await expect(messages(page)).toContainText('Failed to clear cart')
    await expect(line(page, product.name)).toBeVisible()
  })

  test('an Undo that fails says Failed to add item to cart', async ({ page, customer }) => {
    const product = await makeProduct()
    await addToCart(customer, product.id, 3)
    await page.goto('/cart')
    await page.getByRole('button', { name: `Remove ${product.name}` }).click()
    await expect(messages(page)).toContainText('Item removed from cart')
    await cut(page, 'POST')
    await messages(page).getByRole('button', { name: 'Undo' }).click()
    await expect(messages(page)).toContainText('Failed to add item to cart')
  })
})

/** A press counts for the control that it began on, also when the page moves under the pointer before it ends. */
import type { Locator, Page } from '@playwright/test'
import { addToCart } from '../support/customers.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { complete } from '../support/hydrated.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { test } from '../support/signed-in.ts'

test.use(laptop)

const middleOf = async (part: Locator): Promise<{ x: number; y: number }> => {
  await part.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

/** Presses with the mouse; `during` is between pressing and releasing. */
async function pressWhile(page: Page, control: Locator, during: () => Promise<unknown>): Promise<void> {
  const { x, y } = await middleOf(control)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await during()
  await page.mouse.up()
}

/** As when the lines above are laid out late, or a note comes. */
const pushDown = (page: Page) => page.getByRole('main').evaluate((main) => void (main.style.paddingTop = '90px'))

test('Clear cart asks its question, although the lines above it grow while it is pressed', async ({ page, customer }) => {
  const made = await makeProduct()
  await addToCart(customer, made.id, 1)
  await page.goto('/cart')
  const clear = page.getByRole('button', { name: 'Clear cart' })
  await expect(clear).toBeVisible()
  await complete(page)
  await pressWhile(page, clear, () => pushDown(page))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: 'No, keep it' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  // A pointer that leaves takes its press back: under an open dialog the link could not be followed.
  await pressWhile(page, clear, () => page.mouse.move(5, 5))
  await page.getByRole('main').getByRole('link', { name: 'Order by list' }).click()
  await expect(page).toHaveURL(/\/order-pad$/)
  await dropProducts(made.id)
})

test('a link is followed, although the page moves while it is pressed', async ({ page, customer }) => {
  const made = await makeProduct()
  await addToCart(customer, made.id, 1)
  await page.goto('/cart')
  const link = page.getByRole('main').getByRole('link', { name: 'Order by list' })
  await expect(link).toBeVisible()
  await complete(page)
  await pressWhile(page, link, () => pushDown(page))
  await expect(page).toHaveURL(/\/order-pad$/)
  await dropProducts(made.id)
})

test('a dialog stays when text is selected in it beyond its edge, and closes when its backdrop is pressed', async ({ page }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  const password = dialog.getByLabel('Your password')
  await password.fill('some words of it')
  await pressWhile(page, password, () => page.mouse.move(5, 5))
  await expect(password).toHaveValue('some words of it')
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeHidden()
})

visitorTest.describe('with a finger', () => {
  visitorTest.use(phone)

  visitorTest('the product that was touched opens, although another one lies under the finger when it is lifted', async ({ page }) => {
    await page.goto('/products?q=lipstick')
    await complete(page)
    const links = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link')
    const [first, third] = [links.nth(0), links.nth(2)] // one below the other
    const address = (await third.getAttribute('href')) ?? ''
    const { x, y } = await middleOf(third)
    const [upper, lower] = [await first.boundingBox(), await third.boundingBox()]
    const down = (lower?.y ?? 0) - (upper?.y ?? 0)
    if (down < 100) throw new Error('The two products are beside each other')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await page.getByRole('main').evaluate((main, by) => void (main.style.paddingTop = `${by}px`), down)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(page).toHaveURL(address)
  })
})

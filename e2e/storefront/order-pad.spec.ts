/** The order pad: paste or upload a list, see a price or an explanation for each line, add the valid ones. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient, addToCart } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { endSession, withoutSessionTimer } from '../support/ended-session.ts'
import { expect, test } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { login as logIn } from '../support/journey.ts'
import { dropProducts, makeProduct, type MadeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect as signedInExpect, test as signedIn } from '../support/signed-in.ts'

test.use(laptop)

/** The most lines that are looked up at once. */
const LINES_AT_ONCE = 1000
const mark = randomUUID().slice(0, 6)
let goods: Record<'soap' | 'cream' | 'scarce' | 'gone' | 'twinA' | 'twinB', MadeProduct>

test.beforeAll(async () => {
  const tiers = [{ min_quantity: 6, discount_percent: 12 }]
  goods = {
    soap: await makeProduct({ name: `Pad soap ${mark}`, price: 149, pricing_tiers: tiers, stock: 500 }),
    cream: await makeProduct({ name: `Pad cream, rose ${mark}`, min_order_quantity: 6, stock: 100 }),
    scarce: await makeProduct({ name: `Pad kohl ${mark}`, stock: 7 }),
    gone: await makeProduct({ name: `Pad attar ${mark}`, stock: 0 }),
    twinA: await makeProduct({ name: `Pad twin ${mark}`, price: 50 }),
    twinB: await makeProduct({ name: `Pad twin ${mark}`, price: 60 }),
  }
})
test.afterAll(() => dropProducts(...Object.values(goods).map(({ id }) => id)))

async function skuOf({ id }: MadeProduct): Promise<string> {
  const { data, error } = await serviceClient(shopKeys()).from('products').select('sku').eq('id', id).single()
  if (error) throw error
  return data.sku
}
const list = (page: Page) => page.getByRole('textbox', { name: 'Your list' })
const row = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: text }) })
async function check(page: Page, text: string): Promise<void> {
  await list(page).fill(text)
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /rows?$/ })).toBeVisible()
}
const cartOf = async (userId: string): Promise<Record<string, number>> => {
  const { data } = await serviceClient(shopKeys()).from('cart_items').select('product_id, quantity').eq('user_id', userId)
  return Object.fromEntries((data ?? []).map((item) => [item.product_id, item.quantity]))
}

test('every line is priced or says why not, in place', async ({ page }) => {
  await page.goto('/order-pad')
  const sku = await skuOf(goods.soap)
  await check(
    page,
    [
      'SKU\tQty',
      `${sku.toLowerCase()}\t6`,
      `${goods.cream.name}, 2`,
      `9 x ${goods.scarce.name}`,
      `${goods.gone.name}; 3`,
      `${goods.twinA.name} x 4`,
      `Pad sope ${mark} x 2`,
      'qqqq zzzz 7',
      goods.scarce.name.replace('kohl', 'kohl'),
      '<img src=x onerror=alert(1)>, 5',
    ].join('\n'),
  )
  // 6 × ₹131.12, the tier price from 6 units
  await expect(row(page, goods.soap.name)).toContainText('₹131.12 each, the 6+ price')
  await expect(row(page, goods.soap.name)).toContainText('₹786.72')
  await expect(row(page, goods.cream.name)).toContainText('Minimum Order: 6 units')
  await expect(row(page, goods.gone.name)).toContainText('Out of Stock')
  await expect(row(page, goods.scarce.name).first()).toContainText('Only 7 in stock. 7 is the most you can add')
  await expect(row(page, goods.scarce.name).last()).toContainText('Enter a quantity for this line')
  await expect(row(page, /Pad twin/)).toContainText('Several products have this name. Which one is it?')
  await expect(row(page, /Pad sope/)).toContainText('No exact match. Is it one of these?')
  await expect(row(page, /qqqq/)).toContainText('No product has this SKU or name')
  await expect(row(page, /img src/)).toContainText('No product has this SKU or name')
  await expect(page.getByRole('status').filter({ hasText: 'ready' })).toContainText('1 ready')

  await page.getByRole('checkbox', { name: 'Show only these' }).check()
  await expect(row(page, goods.soap.name)).toBeHidden()
  await page.getByRole('checkbox', { name: 'Show only these' }).uncheck()
  expect(await violations(page)).toEqual([])

  // Corrected in place: each line becomes ready, and the list updates.
  await row(page, goods.cream.name).getByRole('button', { name: 'Change to 6' }).click()
  await row(page, /Pad twin/)
    .getByRole('button', { name: /60\.00/ })
    .click()
  await row(page, /Pad sope/)
    .getByRole('button', { name: new RegExp(goods.soap.name) })
    .click()
  await expect(row(page, goods.soap.name)).toContainText('Lines 2, 7 together')
  await expect(row(page, goods.soap.name).getByRole('textbox')).toHaveValue('8')
  await expect(page.getByRole('status').filter({ hasText: 'ready' })).toContainText('3 ready')
  await expect(list(page)).toHaveValue(new RegExp(`^${sku}\\t8\n`))
})

test('a name that clearly means one product is taken and marked, and can be changed; two candidates are a question', async ({ page }) => {
  await page.goto('/products')
  await page.getByRole('link', { name: 'Paste a list' }).click()
  const [sku] = ((await list(page).getAttribute('placeholder')) ?? '').split(',')
  await expect
    .poll(
      async () =>
        (
          await serviceClient(shopKeys())
            .from('products')
            .select('id')
            .eq('sku', sku ?? '')
            .eq('status', 'active')
        ).data,
      { message: 'the example names products of the shop' },
    )
    .toHaveLength(1)

  await check(page, 'Hibiscus Shampoo x 12\nkumkum lipstick 6\n24 x neem comb\nbhringraj oil - 6\nsatin lipstik 3\nlipstick, 2')
  for (const [text, product] of [
    ['Hibiscus Shampoo', 'Hibiscus Shampoo, 300 ml'],
    ['kumkum lipstick', 'Kumkum Matte Lipstick, 3.5 g'],
    ['neem comb', 'Neem Wood Comb'],
    ['bhringraj oil', 'Bhringraj Hair Oil, 200 ml'],
    ['satin lipstik', 'Mulberry Satin Lipstick, 3.5 g'],
  ] as const)
    await expect(row(page, product)).toContainText(`Matched by name: “${text}”`)
  await expect(row(page, /lipstick, 2/)).toContainText('No exact match. Is it one of these?')
  expect(await violations(page)).toEqual([])

  const lipstick = row(page, 'Kumkum Matte Lipstick')
  await lipstick.getByRole('button', { name: 'Change the product of “kumkum lipstick 6”' }).click()
  const choices = row(page, 'kumkum lipstick').getByRole('list', { name: 'Matches for “kumkum lipstick 6”' }).getByRole('button')
  await expect(choices.first()).toBeFocused()
  await expect(choices.first()).toContainText('Kumkum Matte Lipstick')
  await choices.first().press('Enter')
  await expect(lipstick.getByText('Matched by name')).toBeHidden()
  // The list keeps the names: opened again, they are marked again.
  await page.reload()
  await expect(row(page, 'Hibiscus Shampoo, 300 ml')).toContainText('Matched by name: “Hibiscus Shampoo”')
  await expect(row(page, 'Kumkum Matte Lipstick').getByText('Matched by name')).toBeHidden()
})

test('lines that were typed since the check stay in the list: until it is checked again, no row can be corrected and nothing added', async ({ page }) => {
  await page.goto('/order-pad')
  const first = `${goods.soap.name} x 3\n${goods.cream.name} x 2`
  const typed = `${first}\n${goods.scarce.name} x 4`
  await check(page, first)
  const correct = row(page, goods.cream.name).getByRole('button', { name: 'Change to 6' })
  await list(page).fill(typed)
  await expect(page.getByRole('status').filter({ hasText: 'Your list has changed since we checked it.' })).toBeVisible()
  await expect(correct).toBeDisabled()
  await expect(row(page, goods.soap.name).getByRole('button', { name: 'Increase quantity' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add all to cart' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  // An empty line more is no change.
  await list(page).fill(`${first}\n`)
  await expect(correct).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Add all to cart' })).toBeEnabled()

  await list(page).fill(typed)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(row(page, goods.scarce.name)).toBeVisible()
  await correct.click()
  await expect(list(page)).toHaveValue(new RegExp(`\\t3\n.*\\t6\n.*\\t4$`))
  await expect(page.getByRole('button', { name: 'Add all to cart' })).toBeEnabled()
})

test('a visitor is asked to log in, and the list survives the sign-in', async ({ page }) => {
  const customer = await newCustomer(shopKeys())
  await page.goto('/order-pad')
  await check(page, `${goods.soap.name} x 3\nnothing like it ${mark} 2`)
  await page.getByRole('button', { name: 'Add all to cart' }).click()
  await expect(page.getByText('Please login to add items to your cart').first()).toBeVisible()
  await expect(page.getByText('Your list stays here.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/order-pad$/)
  await expect(row(page, goods.soap.name)).toContainText('₹447.00')
  await page.getByRole('button', { name: 'Add all to cart' }).click()
  await expect(page.getByText('1 product, 3 units added to your cart.')).toBeVisible()
  await expect(page.getByText('One row was not added and stays below.')).toBeVisible()
  await expect(row(page, /nothing like it/)).toBeVisible()
  await expect.poll(() => cartOf(customer.id)).toEqual({ [goods.soap.id]: 3 })
})

signedIn('lines beyond the limit stay in the list, which cannot be changed while the others are added', async ({ page, customer }) => {
  const sku = await skuOf(goods.soap)
  const last = `${goods.cream.name}, 12`
  await page.goto('/order-pad')
  await check(page, [...Array.from({ length: LINES_AT_ONCE }, () => `${sku}, 1`), last].join('\n'))
  await signedInExpect(page.getByText('We check the first 1,000 lines at once; 1 more remain in your list.')).toBeVisible()
  await row(page, goods.soap.name).getByRole('button', { name: 'Change to 500' }).click()
  await signedInExpect(list(page)).toHaveValue(`${sku}\t500\n${last}`)

  const add = await hold(page, '**/rest/v1/rpc/add_to_cart')
  await page.getByRole('button', { name: 'Add all to cart' }).click()
  await signedInExpect(list(page)).toBeDisabled()
  add.release()
  await signedInExpect(page.getByText('One more line remains in your list.')).toBeVisible()
  await signedInExpect(list(page)).toHaveValue(last)
  await page.getByRole('button', { name: 'Check the list' }).click()
  await signedInExpect(row(page, goods.cream.name).getByRole('textbox')).toHaveValue('12')
  await expect.poll(() => cartOf(customer.id)).toEqual({ [goods.soap.id]: 500 })
})

signedIn.describe('when the session ends by itself', () => {
  signedIn.use({ expectedErrors: [/status of (400|401)/] })

  signedIn('the list waits in this tab for the same customer, and another one does not get it', async ({ page, customer }) => {
    const login = page.getByRole('main').getByRole('link', { name: 'Login' })
    await withoutSessionTimer(page)
    await page.goto('/order-pad')
    await check(page, `${goods.soap.name} x 3`)
    await endSession(page)
    await page.getByRole('button', { name: 'Add all to cart' }).click()
    await signedInExpect(page.getByText('Your list stays here.')).toBeVisible()
    // On the device it is gone, as everything of a session that ended.
    await signedInExpect.poll(() => page.evaluate(() => localStorage.getItem('shringar-my-order-pad'))).toBeNull()
    await login.click()
    const other = await newCustomer(shopKeys())
    await logIn(page, other.email, other.password)
    await signedInExpect(page).toHaveURL(/\/order-pad$/)
    await signedInExpect(page.getByRole('button', { name: `Account: ${other.email}` })).toBeVisible()
    await signedInExpect(page.getByRole('heading', { level: 2, name: 'What we do with it' })).toBeVisible()
    await signedInExpect(list(page)).toHaveValue('')

    await endSession(page)
    await page.goto('/login')
    await logIn(page, customer.email, customer.password)
    await signedInExpect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/order-pad')
    await signedInExpect(row(page, goods.soap.name)).toContainText('₹447.00')
  })

  signedIn('on another page, the list is there after the sign-in too', async ({ page, customer }) => {
    await page.goto('/order-pad')
    await check(page, `${goods.soap.name} x 3`)
    // The device has noted that a customer is signed in here.
    await signedInExpect.poll(() => page.evaluate(() => localStorage.getItem('shringar-my-signed-in'))).toBe('true')
    await page.goto('/robots.txt')
    await endSession(page)
    await page.goto('/about')
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await signedInExpect.poll(() => page.evaluate(() => localStorage.getItem('shringar-my-order-pad'))).toBeNull()
    await logIn(page, customer.email, customer.password)
    await signedInExpect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/order-pad')
    await signedInExpect(row(page, goods.soap.name)).toContainText('₹447.00')
  })
})

signedIn('a sign-out in another tab empties the list on the screen', async ({ page, context }) => {
  await page.goto('/order-pad')
  await check(page, `${goods.soap.name} x 3`)
  const other = await context.newPage()
  await other.goto('/about')
  await other.getByRole('button', { name: /^Account/ }).click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await signedInExpect(list(page)).toHaveValue('')
  await signedInExpect(row(page, goods.soap.name)).toHaveCount(0)
  await signedInExpect
    .poll(() => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.endsWith('order-pad'))))
    .toEqual([])
})

signedIn('good rows are added on top of what the cart holds, by keyboard alone', async ({ page, customer }) => {
  await addToCart(customer, goods.soap.id, 4)
  await addToCart(customer, goods.scarce.id, 5)
  await page.goto('/order-pad')
  await list(page).focus()
  await page.keyboard.insertText(`${goods.soap.name}\t2\n${goods.scarce.name}\t3\n${goods.cream.name}\t12`)
  await page.keyboard.press('Control+Enter')
  await signedInExpect(row(page, goods.soap.name)).toContainText('with 4 in your cart')
  await signedInExpect(row(page, goods.soap.name)).toContainText('₹131.12 each')
  await signedInExpect(row(page, goods.scarce.name)).toContainText('Only 7 in stock, and 5 are already in your cart. 2 is the most you can add')
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.textContent === 'Add all to cart')) break
  }
  await page.keyboard.press('Enter')
  await signedInExpect(page.getByText('2 products, 14 units added to your cart.')).toBeVisible()
  await signedInExpect(page.getByRole('link', { name: /^Cart/ }).first()).toContainText('23')
  await expect.poll(() => cartOf(customer.id)).toEqual({ [goods.soap.id]: 6, [goods.scarce.id]: 5, [goods.cream.id]: 12 })
  await page.getByRole('main').getByRole('link', { name: 'View Cart' }).click()
  await signedInExpect(page).toHaveURL(/\/cart$/)
  await page.getByRole('link', { name: 'Order by list' }).click()
  await signedInExpect(list(page)).toHaveValue(new RegExp('Pad kohl|TEST-'))
})

test('a spreadsheet and an empty list are refused with a reason', async ({ page }) => {
  await page.goto('/order-pad')
  await page.getByLabel('Upload a file').setInputFiles({ name: 'list.xlsx', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('PK\u0003\u0004rest') })
  await expect(page.getByText('“list.xlsx” is a spreadsheet. Save it as CSV, or copy its cells and paste them here.')).toBeVisible()
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('Enter at least one line with a product.')).toBeVisible()
})

test.describe('when the shop cannot be reached', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to load resource|Read failed/] })
  test('the list is saved and can be checked again', async ({ page }) => {
    await page.goto('/order-pad')
    await page.route('**/rpc/match_order_lines', (route) => route.abort())
    await list(page).fill(`${goods.soap.name} x 3`)
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(page.getByText("We couldn't check the list.")).toBeVisible()
    await page.unroute('**/rpc/match_order_lines')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(row(page, goods.soap.name)).toContainText('₹447.00')
    await page.reload()
    await expect(row(page, goods.soap.name)).toContainText('₹447.00')
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('nothing is wider than the screen, and axe finds nothing', async ({ page }) => {
    await page.goto('/order-pad')
    expect(await violations(page)).toEqual([])
    await check(page, `${goods.soap.name} x 6\n${goods.cream.name} x 2\nPad sope ${mark} x 2\n${'w'.repeat(200)}, 3`)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expect(page.getByText('Looking for close matches…')).toBeHidden()
    expect(await violations(page)).toEqual([])
  })
  test('the menu leads to it', async ({ page }) => {
    await page.goto('/')
    await page.locator('.mobile-menu summary').first().click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Order pad' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Order pad' })).toBeVisible()
  })
})

test('without scripts the page says what it needs', async ({ request }) => {
  await expect.poll(async () => await (await request.get('/order-pad')).text()).toMatch(/<noscript>.*Checking a list needs JavaScript\..*<\/noscript>/)
})

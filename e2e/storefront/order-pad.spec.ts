/** The order pad: paste or upload a list, see a price or an explanation for each line, add the valid ones. */
import { randomUUID } from 'node:crypto'
import { violations } from '../support/axe.ts'
import { serviceClient, addToCart } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { cartOf, check, list, row } from '../support/order-pad.ts'
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

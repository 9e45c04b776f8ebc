/** A customer's screens in states that are easy to forget: nothing scrolls sideways, is clipped, overflows or overlaps. */
import { addToCart } from '../support/customers.ts'
import { changeOrder, moveOrder, orderOf } from '../support/orders.ts'
import { changeProduct, makeProduct } from '../support/products.ts'
import { expect, test } from '../support/signed-in.ts'
import { layoutErrors } from './layout-errors.ts'
import { WIDTHS } from './widths.ts'

const LONG = 'Extraordinarilylongproductnamewithoutanyspaceinitatall of Saffron and Sandalwood'

for (const width of WIDTHS) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: width < 768 ? 740 : 900 } })

    test('a product page fits at its top and at its end, with tiers and a long price', async ({ page }) => {
      const tiers = [6, 24, 96].map((min_quantity, place) => ({ min_quantity, discount_percent: (place + 1) * 5 }))
      const made = await makeProduct({ name: LONG, price: 1347.16, mrp: 1500, pricing_tiers: tiers, description: 'Long. '.repeat(400) })
      await page.goto(made.path)
      await page.getByRole('textbox', { name: /^Quantity of/ }).fill('96')
      await expect.poll(() => layoutErrors(page)).toEqual([])
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await expect(page.getByRole('button', { name: /^Add to Cart/ }).first()).toBeVisible()
      await expect.poll(() => layoutErrors(page)).toEqual([])
    })

    test('a cart that cannot be ordered fits, and so does its blocked checkout', async ({ page, customer }) => {
      const [soldOut, short] = [await makeProduct({ name: LONG }), await makeProduct()]
      await addToCart(customer, soldOut.id, 2)
      await addToCart(customer, short.id, 5)
      await changeProduct(soldOut.id, { stock: 0 })
      await changeProduct(short.id, { stock: 3 })
      await page.goto('/cart')
      await expect(page.getByText('Out of Stock. Please remove it to go on.')).toBeVisible()
      await expect.poll(() => layoutErrors(page), { message: 'cart' }).toEqual([])
      await page.goto('/checkout')
      await expect(page.getByRole('heading', { level: 1, name: 'Your cart needs attention' })).toBeVisible()
      await expect.poll(() => layoutErrors(page), { message: 'checkout' }).toEqual([])
    })

    test('a trade list with lines in the cart, one of them with a reason, fits', async ({ page, customer }) => {
      const mark = `${width} ${Date.now()}`
      const tiers = [6, 24, 96].map((min_quantity, place) => ({ min_quantity, discount_percent: (place + 1) * 5 }))
      const [long, soldOut] = [
        await makeProduct({ name: `${LONG} ${mark}`, price: 1347.16, mrp: 1500, stock: 400, pricing_tiers: tiers }),
        await makeProduct({ name: `${LONG} ${mark} 2` }),
      ]
      await addToCart(customer, long.id, 20)
      await page.goto(`/products?view=list&q=${encodeURIComponent(`${LONG} ${mark}`)}`)
      const rows = page.getByRole('region', { name: 'Products' }).getByRole('listitem')
      await expect(rows.filter({ has: page.getByRole('textbox') })).toContainText('4 more')
      await expect.poll(() => layoutErrors(page)).toEqual([])
      await changeProduct(soldOut.id, { stock: 0 })
      await rows.getByRole('button', { name: /^Add 1/ }).click()
      await expect(rows.filter({ hasText: 'Sold out in the meantime' })).toBeVisible()
      await expect.poll(() => layoutErrors(page)).toEqual([])
    })

    test('the invoices of an expensive and of a cancelled order fit', async ({ page, customer }) => {
      const { id } = await orderOf(customer, { quantity: 3, product: { name: LONG, price: 3300 } })
      await moveOrder(id, 'processing')
      const cancelled = await orderOf(customer, { method: 'upi' })
      await changeOrder(cancelled.id, { status: 'cancelled', cancel_reason: 'Changed my mind' })
      for (const one of [id, cancelled.id]) {
        await page.goto(`/invoice/${one}`)
        await expect(page.getByRole('article')).toBeVisible()
        await expect.poll(() => layoutErrors(page), { message: one }).toEqual([])
      }
    })
  })
}

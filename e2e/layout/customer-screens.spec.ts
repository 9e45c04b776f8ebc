/** A customer's screens in states that are easy to forget: nothing scrolls sideways, is clipped, overflows or overlaps. */
import { addToCart } from '../support/customers.ts'
import { changeOrder, moveOrder, orderOf } from '../support/orders.ts'
import { changeProduct, makeProduct } from '../support/products.ts'
import { expect, test } from '../support/signed-in.ts'
import { layoutFaults } from './layout-faults.ts'
import { WIDTHS } from './widths.ts'

const LONG = 'Extraordinarilylongproductnamewithoutanyspaceinitatall of Saffron and Sandalwood'

for (const width of WIDTHS) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: width < 768 ? 740 : 900 } })

    test('a product page scrolled past its button fits, with tiers and a long price', async ({ page }) => {
      const tiers = [6, 24, 96].map((min_quantity, place) => ({ min_quantity, discount_percent: (place + 1) * 5 }))
      const made = await makeProduct({ name: LONG, price: 1347.16, mrp: 1500, pricing_tiers: tiers, description: 'Long. '.repeat(400) })
      await page.goto(made.path)
      await page.getByRole('textbox', { name: /^Quantity of/ }).fill('96')
      expect(await layoutFaults(page)).toEqual([])
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      if (width < 768) await expect(page.locator('.buybar')).toBeVisible()
      expect(await layoutFaults(page)).toEqual([])
    })

    test('a cart that cannot be ordered fits, and so does the checkout that does not open', async ({ page, customer }) => {
      const [soldOut, short] = [await makeProduct({ name: LONG }), await makeProduct()]
      await addToCart(customer, soldOut.id, 2)
      await addToCart(customer, short.id, 5)
      await changeProduct(soldOut.id, { stock: 0 })
      await changeProduct(short.id, { stock: 3 })
      await page.goto('/cart')
      await expect(page.getByText('Out of Stock. Please remove it to go on.')).toBeVisible()
      expect(await layoutFaults(page), 'cart').toEqual([])
      await page.goto('/checkout')
      await expect(page.getByRole('heading', { level: 1, name: 'Your cart cannot be ordered yet' })).toBeVisible()
      expect(await layoutFaults(page), 'checkout').toEqual([])
    })

    test('the invoice of a dear order and of a cancelled one fit', async ({ page, customer }) => {
      const { id } = await orderOf(customer, { quantity: 3, product: { name: LONG, price: 3300 } })
      await moveOrder(id, 'processing')
      const cancelled = await orderOf(customer, { method: 'upi' })
      await changeOrder(cancelled.id, { status: 'cancelled', cancel_reason: 'Changed my mind' })
      for (const one of [id, cancelled.id]) {
        await page.goto(`/invoice/${one}`)
        await expect(page.getByRole('article')).toBeVisible()
        expect(await layoutFaults(page), one).toEqual([])
      }
    })
  })
}

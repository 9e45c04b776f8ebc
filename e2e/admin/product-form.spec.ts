/** /admin/products/add (docs/rules.md#catalogue, docs/rules.md#back-office-edits). */
import { randomUUID } from 'node:crypto'
import { violations } from '../support/axe.ts'
import { heading, picture, product, save, service, toast } from '../support/product-form.ts'
import { barcodeOf } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)

test('a product is added with pictures and tiers: errors come first, the highest price under MRP is offered, and the shop shows it', async ({ page }) => {
  const mark = randomUUID().slice(0, 8)
  await page.goto('/admin/products/add')
  await expect(heading(page, 'New product')).toBeVisible()
  await save(page)
  await expect(page.getByRole('alert').first()).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name', { exact: true }).fill(`Vitamin C serum ${mark}`)
  await page.getByLabel('Active').check()
  await page.getByLabel('Barcode').fill('8901030865274')
  await save(page)
  await expect(page.getByText(/^A barcode has 8, 12, 13 or 14 digits\. Check them/).first()).toBeVisible()
  await page.getByLabel('Barcode').fill(barcodeOf(Date.now()))
  await expect(page.getByText('Enter a price above ₹0 before it goes on sale').first()).toBeVisible()
  await page.getByLabel('MRP, ₹').fill('499')
  await page.getByLabel('Price, ₹', { exact: true }).fill('500')
  await expect(page.getByText('₹500.00 exceeds the MRP of ₹499.00 by ₹1.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Use ₹499.00, the highest allowed' }).click()
  await page.getByLabel('Price, ₹', { exact: true }).fill('400')

  for (const [row, [minimum, percent]] of [
    ['24', '5'],
    ['12', '10'],
  ].entries()) {
    await page.getByRole('button', { name: 'Add tier' }).click()
    await page.getByLabel(`From quantity, tier ${row + 1}`).fill(minimum ?? '')
    await page.getByLabel(`Discount percent, tier ${row + 1}`).fill(percent ?? '')
  }
  await save(page)
  await expect(page.getByText(/^The discount is lower than for a smaller quantity/).first()).toBeVisible()
  await page.getByLabel('Discount percent, tier 1').fill('15')
  await page.getByRole('button', { name: 'Sort by quantity' }).click()
  await expect(page.getByLabel('From quantity, tier 1')).toHaveValue('12')
  await page.getByLabel('Cost price excluding GST, ₹').fill('200')
  // 400 is 338.98 without GST, 340 (less 15%) is 288.14
  await expect(page.getByLabel('Margin', { exact: true })).toHaveText('₹138.98 · 41.0%at ₹400.00₹88.14 · 30.6%at the lowest bulk price, ₹340.00')
  await page.getByLabel('Try a quantity').fill('30')
  await expect(page.getByText('₹340.00 each, ₹10,200.00 in total, ₹4,770.00 below MRP')).toBeVisible()
  const preview = page.getByRole('region', { name: 'Shop preview' })
  await preview.getByRole('button', { name: '12 units' }).click()
  await expect(preview).toContainText('₹360.00')
  await expect(preview).toContainText('Bulk Price: ₹360.00 each for Qty 12+ (10% OFF)')

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await page
    .locator('input[name=picture_files]')
    .setInputFiles([
      await picture('../../front\u202egnp.exe.png', '#c43a5b'),
      { name: 'drawing.png', mimeType: 'image/png', buffer: svg },
      { name: 'torn.png', mimeType: 'image/png', buffer: (await picture('x', '#000')).buffer.subarray(0, 60) },
      await picture('back.png', '#74234f', 2600, 1300),
    ])
  const refused = page.getByRole('alert').filter({ hasText: '2 files were not added' })
  await expect(refused).toContainText('drawing.png is not a JPEG, PNG, WebP or AVIF picture')
  await expect(refused).toContainText('torn.png is damaged or has the wrong file type')
  await refused.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByLabel('Alt text of picture 1').fill('The bottle from the front')
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'box.png', { type: 'image/png' }))
      return transfer
    },
    [...(await picture('box.png', '#7d5200')).buffer],
  )
  await page.getByRole('region', { name: 'Pictures' }).dispatchEvent('drop', { dataTransfer: dropped })
  await page.getByLabel('Alt text of picture 3').fill('The box')
  const tile = (place: number) => page.getByRole('listitem', { name: `Picture ${place}`, exact: true })
  // a page that scrolls during a drag drops the dragged item
  await page.evaluate(() => window.scrollTo(0, 0))
  await tile(3).getByRole('img').dragTo(tile(1).getByRole('img'))
  await expect(page.getByLabel('Alt text of picture 1')).toHaveValue('The box')
  await page.getByTitle('Drag picture 1').dragTo(tile(2).getByRole('img'))
  await expect(page.getByLabel('Alt text of picture 2')).toHaveValue('The box')
  await page.getByLabel('Batch').fill('KV2606A')
  await page.getByLabel('Generic name').fill('Face serum')
  await page.getByLabel('Opening stock').fill('40')
  await page.getByLabel('Shipping weight, g').fill('85')
  await page.getByLabel('Reorder level').fill('24')
  const checklist = page.getByRole('region', { name: 'Ready for the shop' })
  await expect(checklist.getByRole('button', { name: 'Generic name' })).toHaveCount(0)
  await checklist.getByRole('button', { name: 'Net quantity' }).click()
  await expect(page.getByLabel('Net quantity')).toBeFocused()
  await page.keyboard.type('30 ml')
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })

  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, `Vitamin C serum ${mark} added`)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products\/edit\/[0-9a-f-]{36}$/)
  await expect(heading(page, `Vitamin C serum ${mark}`)).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  const row = await product(id)
  expect(row).toMatchObject({ status: 'active', price: 400, mrp: 499, stock: 40, net_quantity: '30 ml', weight_grams: 85, reorder_level: 24, version: 1 })
  await expect.poll(async () => (await service().from('product_costs').select('cost').eq('product_id', id).throwOnError()).data).toEqual([{ cost: 200 }])
  expect(row.pricing_tiers).toEqual([
    { min_quantity: 12, discount_percent: 10 },
    { min_quantity: 24, discount_percent: 15 },
  ])
  const stored = row.product_images.toSorted((a, b) => a.display_order - b.display_order)
  expect(stored.map(({ alt }) => alt)).toEqual(['The bottle from the front', 'The box', null])
  for (const { image_url, thumbhash } of stored) {
    expect(image_url).toMatch(/^product_images\/[0-9a-f-]{36}\.(png|webp)$/)
    expect(thumbhash).not.toBeNull()
  }
  expect(row).toMatchObject({ image_url: stored[0]?.image_url, image_thumbhash: stored[0]?.thumbhash })
  await expect(page.getByRole('region', { name: 'Stock', exact: true }).getByRole('row', { name: /Opening stock/ })).toContainText('+40')

  await page.getByRole('link', { name: 'View in shop' }).click()
  await expect(page).toHaveURL(/\/products\/vitamin-c-serum-/)
  await expect(heading(page, `Vitamin C serum ${mark}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Buy more, save more' }).getByRole('row', { name: /^12\+/ })).toContainText('₹360.00')
  await expect(page.getByRole('img', { name: 'The bottle from the front' }).first()).toBeVisible()
  await expect(page.getByText('KV2606A')).toBeAttached()
})

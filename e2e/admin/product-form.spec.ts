/** /admin/products/add and /admin/products/edit/{id} (docs/rules.md#catalogue, docs/rules.md#back-office-edits). */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { orderOf } from '../support/orders.ts'
import { changeProduct, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'
import { storedSession } from '../support/signed-in.ts'

const service = () => serviceClient(shopKeys())
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
const product = async (id: string) =>
  (await service().from('products').select('*, product_images(image_url, alt, display_order, thumbhash)').eq('id', id).single()).data as Record<
    string,
    unknown
  > & {
    product_images: { image_url: string; alt: string | null; display_order: number; thumbhash: string | null }[]
  }
const picture = (name: string, background: string, width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
    .then((buffer) => ({ name, mimeType: 'image/png', buffer }))
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test.describe('on a laptop', () => {
  test.use(laptop)

  test('a product is added with pictures and tiers: faults are told first, the highest price under MRP is offered, and it stands in the shop', async ({
    page,
  }) => {
    const mark = randomUUID().slice(0, 8)
    await page.goto('/admin/products/add')
    await expect(heading(page, 'New product')).toBeVisible()
    await save(page)
    await expect(page.getByRole('alert').first()).toBeFocused()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Name', { exact: true }).fill(`Vitamin C serum ${mark}`)
    await page.getByLabel('Active').check()
    await save(page)
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
    // a page that scrolls under a drag lets go of it
    await page.evaluate(() => window.scrollTo(0, 0))
    await tile(3).getByRole('img').dragTo(tile(1).getByRole('img'))
    await expect(page.getByLabel('Alt text of picture 1')).toHaveValue('The box')
    await page.getByTitle('Drag picture 1').dragTo(tile(2).getByRole('img'))
    await expect(page.getByLabel('Alt text of picture 2')).toHaveValue('The box')
    await page.getByLabel('Batch').fill('KV2606A')
    await page.getByLabel('Generic name').fill('Face serum')
    await page.getByLabel('Opening stock').fill('40')
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
    expect(row).toMatchObject({ status: 'active', price: 400, mrp: 499, stock: 40, net_quantity: '30 ml', version: 1 })
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
    await expect(page.getByRole('table', { name: 'The more you take' }).getByRole('row', { name: /^12\+/ })).toContainText('₹360.00')
    await expect(page.getByRole('img', { name: 'The bottle from the front' }).first()).toBeVisible()
    await expect(page.getByText('KV2606A')).toBeAttached()
  })

  test.describe('refused', () => {
    test.use({ expectedErrors: [/status of 4(00|09)/] })

    test('two admins edit one product: the later one sees both values and whose, saves over, and what both changed is kept', async ({ page, browser }) => {
      const mark = randomUUID().slice(0, 8)
      const made = await makeProduct({ name: `Rose toner ${mark}`, price: 100, mrp: 150 })
      const other = await newCustomer(shopKeys())
      await service().from('user_roles').insert({ user_id: other.id, role: 'manager' }).throwOnError()
      await other.client.from('profiles').update({ full_name: 'Ravi' }).eq('id', other.id).throwOnError()
      const context = await browser.newContext({ ...laptop, baseURL: shopUrl(), storageState: await storedSession(other) })
      const second = await context.newPage()
      await Promise.all([page.goto(`/admin/products/edit/${made.id}`), second.goto(`/admin/products/edit/${made.id}`)])
      await expect(heading(page, made.name)).toBeVisible()
      await expect(heading(second, made.name)).toBeVisible()

      // an order meanwhile makes nobody stale, and no save writes over the stock
      await changeProduct(made.id, { stock: 48 })
      await second.getByLabel('Price, ₹', { exact: true }).fill('120')
      await save(second)
      await expect(toast(second, `${made.name} saved`)).toBeVisible()
      await page.getByLabel('Brand').fill('Kaveri')
      await page.getByLabel('Price, ₹', { exact: true }).fill('110')
      await expect(page.getByText('2 unsaved changes')).toBeVisible()
      await save(page)
      const stale = page.getByRole('alert').filter({ hasText: 'Ravi changed this while you were editing' })
      await expect(stale.getByRole('row', { name: 'Price' })).toContainText('100')
      await expect(stale.getByRole('row', { name: 'Price' })).toContainText('120')
      await expect(stale.getByRole('row', { name: 'Price' })).toContainText('110')
      expect(await product(made.id)).toMatchObject({ price: 120, brand: null, stock: 48 })
      expect(await violations(page)).toEqual([])
      await stale.getByRole('button', { name: 'Save my changes' }).click()
      await expect(toast(page, `${made.name} saved`)).toBeVisible()
      expect(await product(made.id)).toMatchObject({ price: 110, brand: 'Kaveri', stock: 48 })
      await expect(page.getByRole('region', { name: 'History' })).toContainText('Ravi')

      // now it is the other one who is behind: she takes what is there
      await second.getByLabel('Net quantity').fill('100 ml')
      await save(second)
      // what she did not touch would stay as it is now
      await expect(second.getByRole('row', { name: 'Brand' }).getByRole('cell').last()).toHaveText('Kaveri')
      await second.getByRole('button', { name: 'Use the current version' }).click()
      await expect(second.getByLabel('Brand')).toHaveValue('Kaveri')
      await expect(second.getByLabel('Net quantity')).toHaveValue('')
      await context.close()
    })

    test('a duplicate begins as a draft without SKU and stock and has pictures of its own; the old one, sold, is archived and not deleted', async ({
      page,
      customer,
    }) => {
      const mark = randomUUID().slice(0, 8)
      const { product: sold } = await orderOf(customer, {
        product: { name: `Kajal ${mark}`, price: 149, pricing_tiers: [{ min_quantity: 6, discount_percent: 10 }] },
      })
      const file = await picture('x.png', '#c43a5b')
      const path = `${randomUUID()}.png`
      const { error } = await service().storage.from('product_images').upload(path, file.buffer, { contentType: 'image/png' })
      if (error) throw error
      await service()
        .from('product_images')
        .insert({ product_id: sold.id, image_url: `product_images/${path}`, alt: 'The stick' })
        .throwOnError()

      await page.goto(`/admin/products/edit/${sold.id}`)
      await page.getByRole('link', { name: 'Duplicate' }).click()
      await expect(page.getByText(`A copy of Kajal ${mark}, as a draft`)).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'SKU' })).toHaveValue('')
      await expect(page.getByLabel('Opening stock')).toHaveValue('0')
      await expect(page.getByLabel('Draft')).toBeChecked()
      await save(page)
      await expect(toast(page, `Kajal ${mark} (copy) added`)).toBeVisible()
      await expect(page).toHaveURL(/\/admin\/products\/edit\//)
      const copy = await product(page.url().split('/').at(-1) ?? '')
      expect(copy).toMatchObject({ price: 149, status: 'draft', stock: 0, units_sold: 0, pricing_tiers: [{ min_quantity: 6, discount_percent: 10 }] })
      expect(copy.product_images).toMatchObject([{ alt: 'The stick' }])
      expect(copy.product_images[0]?.image_url).not.toBe(`product_images/${path}`)

      // the copy was never sold: it goes, and its file with it
      const copied = `${shopUrl()}/storage/v1/object/public/${copy.product_images[0]?.image_url}`
      expect((await page.request.get(copied)).status()).toBe(200)
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('button', { name: 'Delete…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete product' }).click()
      await expect(toast(page, `Kajal ${mark} (copy) is deleted`)).toBeVisible()
      await expect(page).toHaveURL(/\/admin\/products$/)
      expect((await page.request.get(copied)).status()).not.toBe(200)

      await page.goto(`/admin/products/edit/${String(copy.id)}`)
      await expect(heading(page, 'Product not found')).toBeVisible()

      await page.goto(`/admin/products/edit/${sold.id}`)
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('button', { name: 'Delete…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete product' }).click()
      await expect(page.getByRole('dialog').getByRole('alert')).toContainText('It is in 1 order, so it cannot be deleted')
      await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('button', { name: 'Archive' }).click()
      await expect(page.getByLabel('Archived')).toBeChecked()
      expect(await product(sold.id)).toMatchObject({ status: 'archived' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByLabel('Active')).toBeChecked()
    })

    test('stock moves with a reason, says who and for which order; a count of what was sold meanwhile and more than there is are refused', async ({
      page,
      customer,
    }) => {
      const { product: soap, short } = await orderOf(customer, { product: { stock: 50 }, quantity: 2 })
      await page.goto(`/admin/products/edit/${soap.id}`)
      const panel = page.getByRole('region', { name: 'Stock', exact: true })
      await expect(panel.getByText('48 in stock')).toBeVisible()
      await expect(panel.getByRole('row', { name: /^Order/ }).getByRole('link', { name: `#${short}` })).toHaveAttribute('href', /^\/admin\/orders/)
      await page.getByLabel('Name', { exact: true }).fill('Typed and not saved')

      await panel.getByRole('button', { name: 'Update stock' }).click()
      await expect(panel.getByLabel('Pieces received')).toHaveAttribute('aria-invalid', 'true')
      await panel.getByLabel('Pieces received').fill('24')
      await panel.getByLabel('Note').fill('Bill 118')
      await expect(panel.getByText('48 → 72')).toBeVisible()
      await panel.getByLabel('Note').press('Enter')
      await expect(toast(page, '72 in stock now')).toBeVisible()
      const newest = panel.getByRole('row').nth(1)
      await expect(newest).toContainText('Received')
      await expect(newest).toContainText('Bill 118')
      await expect(newest).toContainText('+24')
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed and not saved')

      await panel.getByLabel('Reason', { exact: true }).selectOption('correction')
      await panel.getByLabel('Pieces, + or −').fill('-80')
      await panel.getByRole('button', { name: 'Update stock' }).click()
      await expect(panel.getByText('Enter a reason')).toBeVisible()
      await panel.getByLabel('Reason for the correction').fill('Counted twice')
      await expect(panel.getByText('There are not that many in stock')).toBeVisible()
      await panel.getByLabel('Reason', { exact: true }).selectOption('count')
      await panel.getByLabel('Pieces counted').fill('70')
      await changeProduct(soap.id, { stock: 71 })
      await panel.getByRole('button', { name: 'Update stock' }).click()
      await expect(panel.getByRole('alert')).toContainText('Stock changed while you counted: 71 now.')
      await expect(panel.getByText('71 → 70')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations(page)).toEqual([])
      await panel.getByRole('button', { name: 'Update stock' }).click()
      await expect(toast(page, '70 in stock now')).toBeVisible()
      expect(await product(soap.id)).toMatchObject({ stock: 70, version: 1 })
      const { data } = await service()
        .from('stock_movements')
        .select('quantity,reason,note')
        .eq('product_id', soap.id)
        .order('id', { ascending: false })
        .limit(3)
      expect(data).toEqual([
        { quantity: -1, reason: 'count', note: 'Counted twice' },
        { quantity: -1, reason: 'adjustment', note: null },
        { quantity: 24, reason: 'purchase', note: 'Bill 118' },
      ])
    })
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test.use({ expectedErrors: [/Failed to load resource/] }) // the line is cut while a picture is sent

  test('pictures are ordered, cropped and removed by keys; one that could not be sent loses nothing; files that nothing shows go', async ({ page }) => {
    const balm = await makeProduct({ name: `Balm ${randomUUID().slice(0, 8)}` })
    await page.goto(`/admin/products/edit/${balm.id}`)
    await expect(heading(page, balm.name)).toBeVisible()
    const tiles = page.getByRole('listitem', { name: /^Picture \d$/ })
    await page
      .locator('input[name=picture_files]')
      .setInputFiles([await picture('a.png', '#c43a5b'), await picture('b.png', '#1f6b4a'), await picture('c.png', '#7d5200')])
    await expect(tiles).toHaveCount(3)
    for (const [place, words] of ['Red', 'Green', 'Brown'].entries()) await page.getByLabel(`Alt text of picture ${place + 1}`).fill(words)
    const back = page.getByRole('button', { name: 'Move picture 1 back' })
    await back.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Alt text of picture 1')).toHaveValue('Green')
    await expect(page.getByRole('button', { name: 'Move picture 2 back' })).toBeFocused()

    await page.getByRole('button', { name: 'Crop picture 1' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Crop the picture' })
    await expect(dialog.getByText('600 × 400 pixels')).toBeVisible()
    await dialog.getByLabel('Square').check()
    await expect(dialog.getByText('400 × 400 pixels')).toBeVisible()
    await dialog.getByRole('button', { name: /^Crop area/ }).focus()
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByText('340 × 340 pixels')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
    await expect(toast(page, 'Picture cropped')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Crop picture 1' })).toBeFocused()
    await page.getByRole('button', { name: 'Remove picture 3' }).click()
    await expect(tiles).toHaveCount(2)
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().click()
    await expect(tiles).toHaveCount(3)

    let cut = true
    await page.route('**/storage/v1/object/product_images/**', (route) => {
      const abort = cut && route.request().method() === 'POST'
      cut = cut && !abort
      return abort ? route.abort() : route.fallback()
    })
    await save(page)
    await expect(page.getByRole('alert').first()).toContainText('One picture could not be uploaded. Nothing was saved')
    expect((await product(balm.id)).product_images).toEqual([])
    await save(page)
    await expect(toast(page, `${balm.name} saved`)).toBeVisible()
    const stored = (await product(balm.id)).product_images.toSorted((a, b) => a.display_order - b.display_order)
    expect(stored.map(({ alt }) => alt)).toEqual(['Green', 'Red', 'Brown'])
    const file = (of: string) => page.request.get(`${shopUrl()}/storage/v1/object/public/${of}`)
    const [green, red] = stored
    if (!green || !red) throw new Error('three pictures')
    const { width, height } = await sharp(await (await file(green.image_url)).body()).metadata()
    expect([width, height]).toEqual([340, 340])

    await page.getByRole('button', { name: 'Remove picture 2' }).click()
    await save(page)
    await expect(page.getByText('No unsaved changes')).toBeVisible()
    await expect.poll(async () => (await file(red.image_url)).status()).not.toBe(200)
    expect((await file(green.image_url)).status()).toBe(200)
    await page.getByRole('button', { name: 'Add tier' }).click()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

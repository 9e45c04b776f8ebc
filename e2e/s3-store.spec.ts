/** A shop whose files lie in an S3 store (docs/decisions/0105-file-stores.md). */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { addToCart, newCustomer, placeOrder, serviceClient } from './support/customers.ts'
import { expect, ownShop, test } from './support/own-shop.ts'
import { heading, picture, save, toast } from './support/product-form.ts'
import { openS3 } from './support/s3-server.ts'

const shop = ownShop(openS3)

test('a picture that staff upload is in the storefront, an invoice is downloaded by its customer alone, and the folder stays empty', async ({ page }) => {
  const { url, keys, dataDir } = shop()
  const service = serviceClient(keys)
  const row = { sku: 'S3-1', name: 'Kajal in the cloud', price: 99, mrp: 150, stock: 10, gst_percent: 18, hsn: '3304', status: 'active' as const }
  const { data: product } = await service.from('products').insert(row).select('id').single().throwOnError()
  await page.goto(`${url}/admin/products/edit/${product.id}`)
  await expect(heading(page, row.name)).toBeVisible()
  await page.locator('input[name=picture_files]').setInputFiles([await picture('kajal.png', '#c43a5b')])
  await page.getByLabel('Alt text of picture 1').fill('A red box')
  await save(page)
  await expect(toast(page, `${row.name} saved`)).toBeVisible()

  await page.goto(`${url}/products`)
  const shown = page.getByRole('main').locator('img[src*="/storage/v1/render/image/public/product_images/"]').first()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  const [customer, stranger] = [await newCustomer(keys), await newCustomer(keys)]
  await addToCart(customer, product.id, 1)
  const { body } = await placeOrder(customer, crypto.randomUUID())
  const orderId = body.order?.id ?? ''
  await service.from('orders').update({ status: 'processing' }).eq('id', orderId).throwOnError()
  const ask = { body: { type: 'store', orderId, documentType: 'invoice' } }
  const { data: stored } = await customer.client.functions.invoke<{ url: string }>('generate-pdf', ask)
  const invoice = await fetch(stored?.url ?? '')
  expect([invoice.status, invoice.headers.get('content-type'), invoice.headers.get('cache-control')]).toEqual([200, 'application/pdf', 'private, no-store'])
  expect(
    Buffer.from(await invoice.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await expect.poll(async () => (await stranger.client.functions.invoke('generate-pdf', ask)).error).not.toBeNull()
  for (const { client } of [customer, stranger]) {
    const { data: files } = await client.storage.from('documents').list(orderId)
    expect(files).toEqual([])
  }
  await expect.poll(() => readdir(path.join(dataDir, 'storage'))).toEqual(['renditions'])
})

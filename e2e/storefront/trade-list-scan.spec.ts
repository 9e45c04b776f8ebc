/** Scanning labels into the trade list with the camera (docs/decisions/0057-trade-list.md). */
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { serviceClient } from '../support/customers.ts'
import { expect, test } from '../support/fixtures.ts'
import { barcodeOf, changeProduct, makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'
import { row } from '../support/trade-list.ts'

test.describe('a visitor with a camera', () => {
  test.use(phone)

  /** A camera that shows a grey picture, and a detector of the browser that reads `texts` in it. */
  const withCamera = (page: Page, detector: 'BarcodeDetector' | 'TextDetector', ...texts: string[]) =>
    page.addInitScript(
      ([name, read]) => {
        const canvas = document.createElement('canvas')
        // A picture that never changes again may give no frame.
        setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 9, 9), 50)
        Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: () => Promise.resolve(canvas.captureStream(10)) } })
        Reflect.deleteProperty(window, 'BarcodeDetector')
        Object.assign(window, {
          [name]: class {
            detect = () => Promise.resolve(read.map((rawValue) => ({ rawValue })))
          },
        })
      },
      [detector, texts] as const,
    )

  for (const column of ['sku', 'barcode'] as const) {
    test(`scans the ${column} of a pack and finds its row`, async ({ page }) => {
      const product = await makeProduct()
      if (column === 'barcode') await changeProduct(product.id, { barcode: barcodeOf(Date.now()) })
      const { data } = await serviceClient(shopKeys()).from('products').select('sku,barcode').eq('id', product.id).single().throwOnError()
      await withCamera(page, 'BarcodeDetector', data[column] ?? '')
      const answer = await page.goto('/products?view=list')
      expect(answer?.headers()['permissions-policy']).toContain('camera=(self)')
      await page.getByRole('button', { name: 'Scan a label' }).click()
      await expect(row(page, product.name)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }

  test('reads the names on a label where the browser can, and finds the chosen one', async ({ page }) => {
    const product = await makeProduct()
    await withCamera(page, 'TextDetector', 'NET WT 50 g', '12/26', product.name)
    await page.goto('/products?view=list')
    await page.getByRole('button', { name: 'Scan a label' }).click()
    const dialog = page.getByRole('dialog', { name: 'Scan a label' })
    await dialog.getByRole('button', { name: 'Read the name' }).click()
    await expect(dialog.getByRole('list', { name: 'Names on the label' }).getByRole('button')).toHaveText(['NET WT 50 g', product.name])
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: product.name }).click()
    await expect(row(page, product.name)).toBeVisible()
  })

  test('reads what to do when the camera may not be used', async ({ page }) => {
    await withCamera(page, 'BarcodeDetector', 'x')
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
    })
    await page.goto('/products?view=list')
    await page.getByRole('button', { name: 'Scan a label' }).click()
    const dialog = page.getByRole('dialog', { name: 'Scan a label' })
    await expect(dialog.getByRole('alert')).toContainText('type the SKU')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Scan a label' })).toBeFocused()
  })
})

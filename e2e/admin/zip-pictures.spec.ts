/** /admin/products/import/pictures: pictures from a ZIP file, named by SKU (docs/decisions/0074-pictures-by-address.md). */
import { randomUUID } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)

const picture = (colour: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer()
const zipOf = (files: Record<string, Uint8Array>) => ({ name: 'pictures.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(files)) })

test.describe('a ZIP of pictures', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] }) // the connection is cut during the upload

  test('is matched by SKU, goes on after a lost connection, adds nothing twice and can be undone', async ({ page }) => {
    const mark = `Z${randomUUID().slice(0, 7).toUpperCase()}`
    const service = serviceClient(shopKeys())
    const made = await service
      .from('products')
      .insert(['1', '2'].map((n) => ({ sku: `${mark}-${n}`, name: `Rose ${mark} ${n}`, price: 90, mrp: 100, gst_percent: 18 })))
      .select('id, sku')
      .order('sku')
    const [first, second] = made.data ?? []
    const archive = zipOf({
      [`${mark.toLowerCase()}-1.png`]: await picture('#c3195d'),
      [`${mark}-1_2.png`]: await picture('#19c35d'),
      [`${mark}-2/front.png`]: await picture('#195dc3'),
      [`${mark}-2/broken.png`]: strToU8('no picture at all'),
      'nobody.png': await picture('#000'),
      'list.csv': strToU8('x'),
    })
    const pictures = async () => {
      const { data } = await service
        .from('product_images')
        .select('product_id')
        .in('product_id', [first?.id ?? '', second?.id ?? ''])
        .order('display_order')
      return [first?.id, second?.id].map((id) => (data ?? []).filter(({ product_id }) => product_id === id).length)
    }

    await page.goto('/admin/products/import')
    await page.getByRole('link', { name: 'Add pictures from a ZIP file' }).click()
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Pictures as a ZIP file').setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') })
    await expect(page.getByRole('alert')).toHaveText('This is not a ZIP file, or it is damaged.')
    await page.getByLabel('Pictures as a ZIP file').setInputFiles(archive)
    await expect(page.getByRole('heading', { name: '4 pictures of 2 products' })).toBeVisible()
    await expect(page.getByText('1 file with no product of that name:')).toBeVisible()
    await expect(page.getByText('nobody.png')).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page), colorScheme).toEqual([])
    }

    let uploads = 0
    await page.route('**/storage/v1/object/product_images/*', (route) => {
      uploads += 1
      return uploads === 1 ? route.abort('failed') : route.fallback()
    })
    await page.getByRole('button', { name: 'Add 4 pictures' }).click()
    await expect(page.getByRole('heading', { name: 'Pictures added' })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(`${mark}-2/broken.png:`)).toBeVisible()
    await expect.poll(() => pictures()).toEqual([2, 1])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page), colorScheme).toEqual([])
    }

    // The same file again, on a phone.
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.getByLabel('Pictures as a ZIP file').setInputFiles(archive)
    await page.getByRole('button', { name: 'Add 4 pictures' }).click()
    await expect(page.locator('dl > div').filter({ hasText: 'Already there' }).locator('dd')).toHaveText('3')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

    // The upload is an import like others: its undo takes the pictures away.
    await page.goto('/admin/products/import')
    await page.getByRole('button', { name: 'Undo the import of pictures.zip' }).nth(1).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click()
    await expect(page.getByText('The import is undone: 0 deleted, 0 as before.')).toBeVisible()
    await expect.poll(() => pictures()).toEqual([0, 0])
    await service.from('products').delete().like('sku', `${mark}-%`).throwOnError()
  })
})

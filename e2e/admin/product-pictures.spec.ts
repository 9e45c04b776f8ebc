/** The pictures of a product in its form, on a phone (docs/rules.md#pictures). */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { violations } from '../support/axe.ts'
import { shopUrl } from '../support/current-shop.ts'
import { makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'
import { heading, picture, product, save, toast } from '../support/product-form.ts'

test.use(phone)
test.use({ expectedErrors: [/Failed to load resource/] }) // the connection is cut while a picture is uploaded

test('pictures are sorted, cropped and removed by keyboard; a failed upload loses nothing; unused files are deleted', async ({ page }) => {
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
  await expect.poll(async () => (await product(balm.id)).product_images).toEqual([])
  await save(page)
  await expect(toast(page, `${balm.name} saved`)).toBeVisible()
  const stored = (await product(balm.id)).product_images.toSorted((a, b) => a.display_order - b.display_order)
  expect(stored.map(({ alt }) => alt)).toEqual(['Green', 'Red', 'Brown'])
  const file = (of: string) => page.request.get(`${shopUrl()}/storage/v1/object/public/${of}`)
  const [green, red] = stored
  if (!green || !red) throw new Error('three pictures')
  const { width, height } = await sharp(await (await file(green.image_url)).body()).metadata()
  expect([width, height]).toEqual([340, 340])
  await expect.poll(async () => (await file(green.image_url)).headers()['cache-control']).toBe('public, max-age=31536000, immutable')

  await page.getByRole('button', { name: 'Remove picture 2' }).click()
  await save(page)
  await expect(page.getByText('No unsaved changes')).toBeVisible()
  await expect.poll(async () => (await file(red.image_url)).status()).not.toBe(200)
  await expect.poll(async () => (await file(green.image_url)).status()).toBe(200)
  await page.getByRole('button', { name: 'Add tier' }).click()
  expect(await violations(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

/** /admin/products/families: a family and its products on one form (docs/rules.md#families, docs/rules.md#back-office-edits). */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { makeFamily } from '../support/families.ts'
import { heading, save, service, toast } from '../support/product-form.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use({ ...laptop, expectedErrors: [/status of 409/] }) // refusals

const cell = (page: Page, column: string, row: string) => page.getByRole('textbox', { name: `${column}, ${row}`, exact: true })
const members = async (family: string) =>
  (await service().from('products').select('id,name,sku,price,stock,brand').like('name', `${family}%`).order('name').throwOnError()).data
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text', pasted)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

test('a family is made of options: errors come first, a column is pasted, arrows move in it, and all its products are saved at once', async ({ page }) => {
  const name = `Velvet lipstick ${randomUUID().slice(0, 8)}`
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'New family' }).click()
  await expect(heading(page, 'New family')).toBeVisible()
  await save(page)
  await expect(page.getByRole('alert').first()).toBeFocused()
  await page.getByLabel('Family name').fill(name)
  await page.getByLabel('Brand').fill('Kesar')
  await page.getByRole('textbox', { name: 'Option 1', exact: true }).fill('Shade')
  await page.getByRole('textbox', { name: 'New values of Shade' }).fill('Ruby Red, Coral, Mauve')
  await page.keyboard.press('Enter')
  await page.getByLabel('Colour of Ruby Red').fill('#9b111e')
  await page.getByRole('checkbox', { name: 'Sell Ruby Red' }).check()
  await cell(page, 'Price, ₹', 'Ruby Red').fill('250')
  await cell(page, 'MRP, ₹', 'Ruby Red').fill('199')
  await page.getByRole('button', { name: 'Sell all combinations' }).click()
  await expect(page.getByText('3 of 3 combinations')).toBeVisible()
  await save(page)
  await expect(page.getByText('Above the MRP of ₹199.00. At most ₹199.00').first()).toBeVisible()

  await cell(page, 'Price, ₹', 'Ruby Red').focus()
  await paste(page, '149\n₹159.00\n169')
  await expect(cell(page, 'Price, ₹', 'Mauve')).toHaveValue('169')
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 'Price, ₹', 'Coral')).toBeFocused()
  await cell(page, 'Stock', 'Coral').fill('7')
  await page.getByRole('checkbox', { name: 'Sell Mauve' }).uncheck()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  await save(page)
  await expect(heading(page, name)).toBeVisible()
  await expect
    .poll(() => members(name))
    .toMatchObject([
      { name: `${name} – Coral`, price: 159, stock: 7, brand: 'Kesar' },
      { name: `${name} – Ruby Red`, price: 149, stock: 0 },
    ])

  // A member says what the family decides, and leads back.
  await page.getByRole('link', { name: 'Open Coral' }).click()
  await expect(heading(page, `${name} – Coral`)).toBeVisible()
  await expect(page.getByLabel('Brand')).not.toBeEditable()
  await expect(page.getByLabel('Net quantity')).toBeEditable()
  await page.getByRole('link', { name: `Part of the family ${name}` }).click()
  await cell(page, 'Stock', 'Coral').fill('9')
  await save(page)
  await expect(toast(page, `${name} saved`)).toBeVisible()
  const coral = (await members(name))[0]
  expect(coral).toMatchObject({ stock: 9 })
  await expect
    .poll(
      async () =>
        (
          await service()
            .from('stock_movements')
            .select('quantity,reason')
            .eq('product_id', coral?.id ?? '')
            .order('id')
            .throwOnError()
        ).data,
    )
    .toEqual([
      { quantity: 7, reason: 'initial' },
      { quantity: 2, reason: 'count' },
    ])

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Dissolve…' }).click()
  await page.getByRole('button', { name: 'Dissolve family' }).click()
  await expect(toast(page, `${name} is dissolved`)).toBeVisible()
  await expect.poll(() => members(name), { message: 'its products stay' }).toHaveLength(2)
})

test('two people at once: a stale edit shows both values and keeps what was typed; a SKU of another product is refused beside its cell', async ({ page }) => {
  const family = await makeFamily({
    brand: 'Kesar',
    shades: [
      { shade: 'Ruby', price: 149 },
      { shade: 'Coral', price: 159 },
    ],
  })
  const other = await makeProduct()
  const { data: taken } = await service().from('products').select('sku').eq('id', other.id).single().throwOnError()
  await page.goto(`/admin/products/families/${family.id}`)
  await cell(page, 'SKU', 'Ruby').fill(taken.sku)
  await save(page)
  await expect(page.getByText('Another product has this SKU').first()).toBeVisible()
  await cell(page, 'SKU', 'Ruby').fill(`${taken.sku}-R`)
  await cell(page, 'Price, ₹', 'Ruby').fill('155')
  await service().from('product_families').update({ brand: 'Noor' }).eq('id', family.id).throwOnError()
  await save(page)
  const stale = page.getByRole('alert').filter({ hasText: 'changed this while you were editing' })
  await expect(stale.getByRole('row', { name: /Brand/ })).toContainText('Noor')
  await expect(stale.getByRole('row', { name: /^Price, ₹, .*Ruby/ })).toContainText('155')
  await stale.getByRole('button', { name: 'Save my changes' }).click()
  await expect(toast(page, `${family.name} saved`)).toBeVisible()
  await expect.poll(async () => (await members(family.name))[1]).toMatchObject({ sku: `${taken.sku}-R`, price: 155, brand: 'Noor' })
  await family.drop()
})

test('products join with their values and leave again with everything they have', async ({ page }) => {
  const family = await makeFamily({ brand: 'Kesar', shades: [{ shade: 'Ruby', price: 149 }] })
  const plum = await makeProduct({ name: `${family.name} Plum`, price: 99 })
  await page.goto(`/admin/products/families/${family.id}`)
  await page.getByRole('searchbox', { name: 'Find by name, SKU or barcode' }).fill(plum.name)
  await page.getByRole('button', { name: `Add ${plum.name}` }).click()
  await expect(cell(page, 'Price, ₹', 'Plum')).toHaveValue('99.00')
  await page.getByRole('button', { name: 'Take Ruby out of the family' }).click()
  await save(page)
  await expect(toast(page, `${family.name} saved`)).toBeVisible()
  await expect
    .poll(() => members(family.name))
    .toMatchObject([
      { name: `${family.name} – Plum`, price: 99, brand: 'Kesar' },
      { name: `${family.name} – Ruby`, price: 149, brand: 'Kesar' },
    ])
  await expect
    .poll(async () => (await service().from('products').select('name').eq('family_id', family.id).throwOnError()).data)
    .toEqual([{ name: `${family.name} – Plum` }])
  await service().from('products').delete().eq('id', plum.id).throwOnError()
  await family.drop()
})

test('the list links each product to its family; a bulk change leaves out what families decide and names them; a selection becomes a family', async ({
  page,
}) => {
  const family = await makeFamily({ hsn: '3304', shades: [{ shade: 'Ruby', hsn: '3304' }] })
  const [plum, mauve] = [await makeProduct({ name: `${family.name} Plum` }), await makeProduct({ name: `${family.name} Mauve` })]
  const hsn = async (id: string) => (await service().from('products').select('hsn').eq('id', id).single().throwOnError()).data.hsn
  await page.goto(`/admin/products?q=${encodeURIComponent(family.name)}`)
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('link', { name: family.name, exact: true })).toHaveAttribute('href', `/admin/products/families/${family.id}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('of 3 products')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'What' }).selectOption('hsn')
  await expect(dialog.getByText('1 product is left out, because its family decides this:')).toBeVisible()
  await expect(dialog.getByRole('link', { name: family.name })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('textbox').fill('330410')
  await dialog.locator('button[type=submit]').click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => [await hsn(family.members[0]?.id ?? ''), await hsn(plum.id), await hsn(mauve.id)]).toEqual(['3304', '330410', '330410'])

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Make a family' }).click()
  await expect(page.getByLabel('Family name')).toHaveValue(family.name)
  await expect(cell(page, 'SKU', 'Plum')).toBeVisible()
  await expect(cell(page, 'SKU', 'Mauve')).toBeVisible()
  await expect(page.getByText('2 of 2 combinations')).toBeVisible()
  await page.getByRole('textbox', { name: 'Option 1', exact: true }).fill('Shade')
  await page.getByLabel('Family name').fill(`${family.name} two`)
  await save(page)
  await expect(heading(page, `${family.name} two`)).toBeVisible()
  await expect
    .poll(async () => (await service().from('products').select('name').in('id', [plum.id, mauve.id]).order('name').throwOnError()).data)
    .toEqual([{ name: `${family.name} two – Mauve` }, { name: `${family.name} two – Plum` }])
  await service().from('products').delete().in('id', [plum.id, mauve.id]).throwOnError()
  await family.drop()
})

test('an export names families, options and values; the import finds nothing to change, and a row of the file without its family joins again', async ({
  page,
}) => {
  const family = await makeFamily({
    brand: 'Kesar',
    shades: [
      { shade: 'Ruby', brand: 'Kesar' },
      { shade: 'Coral', brand: 'Kesar', description: 'Its own' },
    ],
  })
  await page.goto(`/admin/products?q=${encodeURIComponent(family.name)}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  const exported = await readFile(await file.path())
  expect(exported.toString()).toContain(`,${family.name},Shade,Ruby,`)
  const read = async () => {
    await page.goto('/admin/products/import')
    await page.getByLabel('Price list as Excel or CSV').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: exported })
    await page.getByRole('button', { name: 'Check 2 rows' }).click()
  }
  await read()
  await expect(page.getByRole('button', { name: 'Unchanged 2', exact: true })).toBeVisible()
  await service()
    .from('products')
    .update({ family_id: null })
    .eq('id', family.members[0]?.id ?? '')
    .throwOnError()
  await read()
  await page.getByRole('button', { name: /^Import / }).click()
  await expect(page.getByText('1 family of products has new members.')).toBeVisible()
  await expect
    .poll(async () => (await service().from('products').select('name').eq('family_id', family.id).order('name').throwOnError()).data)
    .toEqual([{ name: `${family.name} – Coral` }, { name: `${family.name} – Ruby` }])
  await family.drop()
})

/** /admin/products/categories (docs/rules.md#categories, docs/rules.md#back-office-edits). */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { removeNewCategoriesAfterwards } from '../support/categories.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { hold } from '../support/held.ts'
import { makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const PICTURE = path.resolve(import.meta.dirname, '../../app/public/icons/icon-192.png')
const service = () => serviceClient(shopKeys())
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })

removeNewCategoriesAfterwards()

async function makeCategory(name: string, parent_id: string | null = null, display_order = 900): Promise<{ id: string; name: string }> {
  const { data, error } = await service()
    .from('categories')
    .insert({ name: `${name} ${randomUUID().slice(0, 6)}`, parent_id, display_order })
    .select('id, name')
    .single()
  if (error) throw error
  return data
}
const rowOf = async (id: string) => (await service().from('categories').select('*').eq('id', id).maybeSingle()).data

test.describe('on a laptop', () => {
  test.use(laptop)
  test.use({ expectedErrors: [/status of 409/] }) // an address that is already used

  test('a category is added below another with its picture, edited, and deleted with it; what was typed survives a refusal', async ({ page }) => {
    const parent = await makeCategory('Nails')
    const name = `Nail art ${randomUUID().slice(0, 6)}`
    await page.goto('/admin/products/categories')
    await page.getByRole('button', { name: `Add a category below ${parent.name}` }).click()
    const form = page.getByRole('dialog', { name: 'New category' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Enter a name')
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel(/^Name in Hindi/).fill('नेल आर्ट')
    await form.getByLabel(/^Address/).fill('skincare')
    await form.getByLabel(/^Picture/).setInputFiles(PICTURE)
    await expect(page.getByLabel(/^Parent category/)).toHaveValue(parent.id)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByLabel(/^Address/)).toHaveAccessibleDescription(/Another category has this address/)
    await form.getByLabel(/^Address/).fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, `${name} saved`)).toBeVisible()
    const named = async () => (await service().from('categories').select('*').eq('name', name).single()).data
    await expect.poll(named).toMatchObject({ parent_id: parent.id, name_hi: 'नेल आर्ट', slug: name.toLowerCase().replaceAll(' ', '-') })
    const made = await named()
    const picture = String(made?.image_url)
    expect(picture).toMatch(/^category_images\/[0-9a-f-]{36}\.png$/)
    const stored = await fetch(`${shopUrl()}/storage/v1/object/public/${picture}`)
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(await readFile(PICTURE))

    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Description/)
      .fill('Tips, foils and stamps')
    await page
      .getByRole('dialog')
      .getByLabel(/^Parent category/)
      .selectOption('none')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => rowOf(String(made?.id))).toMatchObject({ description: 'Tips, foils and stamps', parent_id: null, image_url: picture })

    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page
      .getByRole('dialog', { name: `Delete ${name}?` })
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await expect(toast(page, `${name} deleted`)).toBeVisible()
    await expect.poll(() => rowOf(String(made?.id))).toBeNull()
    await expect.poll(async () => (await fetch(`${shopUrl()}/storage/v1/object/public/${picture}`)).status).toBe(400)
  })

  test('arrows and dragging arrange the tree, Undo puts it back; an edit of an old row is refused with both versions', async ({ page }) => {
    const parent = await makeCategory('Brushes')
    const [first, second] = [await makeCategory('Face brush', parent.id, 1), await makeCategory('Eye brush', parent.id, 2)]
    const places = async () =>
      ((await service().from('categories').select('name').eq('parent_id', parent.id).order('display_order')).data ?? []).map(({ name }) => name)
    await page.goto('/admin/products/categories')
    await page.getByRole('button', { name: `Move ${second.name} up` }).click()
    await expect(toast(page, `${second.name} moved`)).toBeVisible()
    await expect.poll(() => places()).toEqual([second.name, first.name])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Undone')).toBeVisible()
    await expect.poll(() => places()).toEqual([first.name, second.name])

    const other = await makeCategory('Sponges')
    await page.reload()
    await page.getByTitle(`Drag ${other.name}`).dragTo(page.getByText(parent.name, { exact: true }))
    await expect.poll(places).toEqual([first.name, second.name, other.name])

    await page.getByRole('button', { name: `Edit ${other.name}` }).click()
    await service().from('categories').update({ description: 'Changed elsewhere' }).eq('id', other.id)
    const dialog = page.getByRole('dialog', { name: `Edit ${other.name}` })
    await dialog.getByLabel('Name', { exact: true }).fill('Mine')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const both = dialog.getByRole('alert').filter({ hasText: 'changed this while you were editing' })
    await expect(both.getByRole('row', { name: 'Description' })).toContainText('Changed elsewhere')
    await expect(
      both
        .getByRole('row', { name: /^Name Sponges/ })
        .getByRole('cell')
        .last(),
    ).toHaveText('Mine')
    await expect.poll(() => rowOf(other.id)).toMatchObject({ name: other.name, description: 'Changed elsewhere' })
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Name', { exact: true }).fill(`Mine ${other.name}`)
    await both.getByRole('button', { name: 'Save my changes' }).click()
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => rowOf(other.id)).toMatchObject({ name: `Mine ${other.name}`, description: 'Changed elsewhere', parent_id: parent.id })
  })

  test('a category that was just edited or moved is edited without a question while the tree is being read again', async ({ page }) => {
    const parent = await makeCategory('Combs')
    const [first, second] = [await makeCategory('Wide comb', parent.id, 1), await makeCategory('Fine comb', parent.id, 2)]
    await page.goto('/admin/products/categories')
    const dialog = page.getByRole('dialog', { name: `Edit ${second.name}` })
    const save = async (description: string) => {
      await page.getByRole('button', { name: `Edit ${second.name}` }).click()
      await dialog.getByLabel(/^Description/).fill(description)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toHaveCount(0)
      await expect.poll(() => rowOf(second.id)).toMatchObject({ description, parent_id: parent.id })
    }
    await expect(page.getByRole('button', { name: `Edit ${second.name}` })).toBeVisible()
    const reads = await hold(page, '**/rest/v1/categories?**', (request) => request.method() === 'GET' && request.url().includes('order='))
    await save('First')
    await save('Second')
    const moved = page.waitForResponse(/arrange_categories/)
    await page.getByRole('button', { name: `Move ${second.name} up` }).click()
    await moved
    await save('Third')
    reads.release()
    await expect(toast(page, `${second.name} moved`)).toBeVisible()
    await expect.poll(() => rowOf(first.id)).toMatchObject({ display_order: 2 })
  })

  test('deleting one with products and sub-categories asks where they go', async ({ page }) => {
    const [doomed, heir] = [await makeCategory('Old range'), await makeCategory('New range')]
    const child = await makeCategory('Small range', doomed.id)
    const product = await makeProduct({ category_id: doomed.id })
    await page.goto('/admin/products/categories')
    await page.getByRole('button', { name: `Delete ${doomed.name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Delete ${doomed.name}?` })
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: `Delete ${doomed.name}` }).click()
    await expect(dialog.getByLabel('Move its product to')).toHaveAccessibleDescription('Choose where the products go')
    await dialog.getByLabel('Move its product to').selectOption(heir.id)
    await dialog.getByLabel('Move its sub-category below').selectOption(heir.id)
    await dialog.getByRole('button', { name: `Delete ${doomed.name}` }).click()
    await expect(toast(page, `${doomed.name} deleted`)).toBeVisible()
    await expect.poll(() => rowOf(child.id)).toMatchObject({ parent_id: heir.id })
    await expect.poll(async () => (await service().from('products').select('category_id').eq('id', product.id).single()).data).toEqual({ category_id: heir.id })
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the tree fits the screen and has no violation', async ({ page }) => {
    await page.goto('/admin/products/categories')
    await expect(page.getByRole('button', { name: 'Edit Skincare' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

/** The list of categories and the page of one category (docs/rules.md#categories). */
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { laptop, phone } from '../support/screens.ts'

test.use(laptop)

type Row = { id: string; name: string; slug: string; parent_id: string | null }

async function readCategories(): Promise<Row[]> {
  const { data, error } = await serviceClient(shopKeys()).from('categories').select('id, name, slug, parent_id')
  if (error) throw error
  return data
}

const named = (rows: Row[], slug: string): Row => {
  const found = rows.find((row) => row.slug === slug)
  if (!found) throw new Error(`no category ${slug}`)
  return found
}

test('the categories page has every category and sub-category', async ({ page }) => {
  const rows = await readCategories()
  await page.goto('/categories')
  for (const row of rows) await expect(page.getByRole('main').locator(`a[href="/category/${row.id}"]`).first()).toBeVisible()
})

test('a category shows its sub-categories and the products of all of them, with breadcrumbs', async ({ page }) => {
  const rows = await readCategories()
  const makeup = named(rows, 'makeup')
  const within = [makeup.id, ...rows.filter((row) => row.parent_id === makeup.id).map((row) => row.id)]
  const { count } = await serviceClient(shopKeys())
    .from('products')
    .select('id', { count: 'exact', head: true })
    .eq('status', 'active')
    .in('category_id', within)
  await page.goto(`/category/${makeup.id}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Makeup/ })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'products' })).toHaveText(`${count} products`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('link', { name: 'Categories' })).toHaveAttribute('href', '/categories')
  await page.getByRole('list', { name: 'Sub-categories' }).getByRole('link', { name: /^Lips/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Lips/ })).toBeVisible()
  await expect(crumbs.getByRole('link', { name: 'Makeup' })).toHaveAttribute('href', `/category/${makeup.id}`)
})

test('filters, orders and pages of a category stay within it', async ({ page }) => {
  const skincare = named(await readCategories(), 'skincare')
  await page.goto(`/category/${skincare.id}`)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_asc')
  await expect(page).toHaveURL(new RegExp(`/category/${skincare.id}\\?sort=price_asc$`))
  await page
    .getByRole('complementary', { name: 'Filters' })
    .getByRole('checkbox', { name: /^In stock/ })
    .check()
  await expect(page).toHaveURL(new RegExp(`/category/${skincare.id}\\?stock=in_stock&sort=price_asc$`))
  await page.getByRole('link', { name: 'Clear All' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/category/${skincare.id}\\?sort=price_asc$`))
})

test.describe('that is not there', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('an unknown category is the 404 page', async ({ page }) => {
    expect((await page.goto('/category/00000000-0000-4000-8000-000000000000'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a category has six products a page', async ({ page }) => {
    await page.goto(`/category/${named(await readCategories(), 'skincare').id}`)
    await expect(page.getByRole('article')).toHaveCount(6)
  })
})

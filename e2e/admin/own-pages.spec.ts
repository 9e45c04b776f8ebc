/** /admin/settings/own-pages, and what visitors see of it (docs/decisions/0075-own-pages.md). */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const service = () => serviceClient(shopKeys())
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const statusOf = async (path: string) => (await fetch(shopUrl() + path)).status

async function makePage(title: string, columns: Record<string, unknown> = {}) {
  const row = { slug: `page-${randomUUID()}`, title, description: 'What people ask.', body: '# Part\nWords', is_published: true, ...columns }
  const { data } = await service().from('own_pages').insert(row).select('id,slug').single().throwOnError()
  return data
}
const drop = (...ids: string[]) => service().from('own_pages').delete().in('id', ids).throwOnError()

test.describe('on a laptop', () => {
  test.use(laptop)
  test.use({ expectedErrors: [/status of 4(04|09)/] }) // hidden pages, a duplicate address

  test('a page is written with a preview, published into the menu of every page, found by search engines, hidden again and deleted', async ({
    page,
    browser,
    baseURL,
  }) => {
    const name = `Brands ${randomUUID().slice(0, 8)}`
    const slug = name.toLowerCase().replace(' ', '-')
    await page.goto('/admin/settings')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Pages', exact: true }).click()
    await page.getByRole('link', { name: 'Add page' }).click()
    await save(page)
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Enter a title')
    await expect(page.getByLabel('Text', { exact: true })).toHaveAccessibleDescription(/This cannot be empty/)
    await page.getByLabel('Title').fill(name)
    await expect(page.getByLabel('Address')).toHaveValue(slug)
    await page.getByLabel('Description for search engines').fill('The brands that we sell, and why.')
    await page.getByLabel('Text', { exact: true }).fill('# Lakmé\nAt {shop} since 2001.\n\n# Biotique\n<b>Bold</b> claims\n\n# Himalaya\n[Terms](/terms)')
    const preview = page.getByRole('article', { name: 'Preview' })
    await expect(preview.getByRole('heading', { name: 'Biotique' })).toBeVisible()
    await expect(preview.getByText('<b>Bold</b> claims')).toBeVisible()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page), colorScheme).toEqual([])
    }
    await save(page)
    await expect(toast(page, `${name} saved`)).toBeVisible()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect.poll(() => statusOf(`/pages/${slug}`)).toBe(404)

    await page.getByRole('checkbox', { name: /^Published/ }).check()
    await save(page)
    await expect(page.getByRole('link', { name: 'View the page' })).toHaveAttribute('href', `/pages/${slug}`)

    const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) })
    const visitor = await plain.newPage()
    await visitor.goto('/')
    await visitor.getByRole('navigation', { name: 'More from us' }).getByRole('link', { name }).click()
    await expect(visitor.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(visitor.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Biotique' })).toBeVisible()
    await expect(visitor.getByText('At Shringar since 2001.')).toBeVisible()
    await expect(visitor).toHaveTitle(`${name} · Shringar`)
    await expect(visitor.locator('meta[name=description]')).toHaveAttribute('content', 'The brands that we sell, and why.')
    await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/pages/${slug}$`))
    const read = await page.context().newPage()
    await read.goto(`/pages/${slug}`)
    expect(await violations(read)).toEqual([])
    await read.close()
    await expect.poll(async () => await (await fetch(`${shopUrl()}/sitemap-pages.xml`)).text()).toContain(`/pages/${slug}</loc>`)

    await page.getByRole('checkbox', { name: /^In the menu/ }).uncheck()
    await save(page)
    await expect(page.getByText('No unsaved changes')).toBeVisible()
    await visitor.goto('/')
    await expect(visitor.getByRole('link', { name })).toHaveCount(0)
    await expect.poll(() => statusOf(`/pages/${slug}`)).toBe(200)

    await page.getByRole('checkbox', { name: /^Published/ }).uncheck()
    await save(page)
    await expect(page.getByRole('link', { name: 'View the page' })).toHaveCount(0)
    await expect.poll(() => statusOf(`/pages/${slug}`)).toBe(404)
    await expect.poll(async () => await (await fetch(`${shopUrl()}/sitemap-pages.xml`)).text()).not.toContain(slug)

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page
      .getByRole('dialog', { name: `Delete ${name}?` })
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await expect(toast(page, `${name} deleted`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Pages', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name })).toHaveCount(0)
    await plain.close()
  })

  test('an address that another page has is refused, a stale save is reported, and leaving with changes asks', async ({ page }) => {
    const [one, other] = [await makePage('One of two'), await makePage('Two of two')]
    await page.goto(`/admin/settings/own-pages/${one.id}`)
    await page.getByLabel('Address').fill(other.slug)
    await expect(page.getByText(/Links to the old address will not work any more/)).toBeVisible()
    await save(page)
    await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/Another page has this address/)
    await page.getByLabel('Address').fill('Not an address')
    await save(page)
    await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/Use small letters, digits and single hyphens/)
    await page.getByLabel('Address').fill(one.slug)

    await page.getByLabel('Title').fill('Mine')
    await service().from('own_pages').update({ title: 'Theirs' }).eq('id', one.id).throwOnError()
    await save(page)
    const notice = page.getByRole('alert').filter({ hasText: 'Your changes are not saved yet' })
    await expect(notice.getByRole('row', { name: /Title/ })).toContainText('Theirs')
    await page.getByRole('link', { name: 'Back to Pages' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click()
    await notice.getByRole('button', { name: 'Use the current version' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Theirs')
    await drop(one.id, other.id)
  })

  test('pages move up and down by keyboard, with undo, and the menu has the same order', async ({ page }) => {
    const mark = randomUUID().slice(0, 8)
    const [first, second] = [await makePage(`First ${mark}`, { display_order: 9001 }), await makePage(`Second ${mark}`, { display_order: 9002 })]
    const inMenu = async () => (await (await fetch(`${shopUrl()}/terms`)).text()).match(new RegExp(`(First|Second) ${mark}(?=</a>)`, 'g')) ?? []
    const order = [`First ${mark}`, `Second ${mark}`]
    await expect.poll(async () => [...new Set(await inMenu())]).toEqual(order)
    await page.goto('/admin/settings/own-pages')
    await page.getByRole('button', { name: `Move Second ${mark} up` }).focus()
    await page.keyboard.press('Enter')
    await expect(toast(page, `Second ${mark} moved`)).toBeVisible()
    await expect.poll(async () => [...new Set(await inMenu())]).toEqual(order.toReversed())
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Undone')).toBeVisible()
    await expect.poll(async () => [...new Set(await inMenu())]).toEqual(order)
    await drop(first.id, second.id)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the menu of the phone leads to the page, and the list fits', async ({ page }) => {
    const name = `Questions ${randomUUID().slice(0, 8)}`
    const made = await makePage(name)
    await page.goto('/admin/settings/own-pages')
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(await violations(page)).toEqual([])
    await page.goto('/about')
    await page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).getByText('More from us').click()
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await drop(made.id)
  })
})

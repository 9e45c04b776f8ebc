/** /admin/banners (docs/rules.md#pictures, docs/rules.md#back-office-edits). */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { hold } from '../support/held.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const PICTURE = path.resolve(import.meta.dirname, '../../app/public/icons/icon-512.png')
const service = () => serviceClient(shopKeys())
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
const inOrder = async () =>
  ((await service().from('banner_images').select('title').order('display_order').order('id')).data ?? []).map(({ title }) => title as string)
const titlesAtHome = async () => (await (await fetch(`${shopUrl()}/?${randomUUID()}`)).text()).match(/Mela [0-9a-f]{6}/g) ?? []

test.describe('on a laptop', () => {
  test.use(laptop)

  test('a banner is added with its picture and days, moved with undo, switched off, and deleted with its file', async ({ page }) => {
    const title = `Mela ${randomUUID().slice(0, 6)}`
    await page.goto('/admin/banners')
    await page.getByRole('button', { name: 'Add banner' }).click()
    const form = page.getByRole('dialog', { name: 'New banner' })
    await form.getByLabel(/^Title/).fill(title)
    await form.getByLabel(/^Link/).fill('javascript:alert(1)')
    await form.getByLabel(/^From/).fill('2026-01-02T10:00')
    await form.getByLabel(/^Until/).fill('2026-01-02T09:00')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByLabel(/^Link/)).toHaveAccessibleDescription(/A link must start with/)
    await expect(form.getByLabel(/^Until/)).toHaveAccessibleDescription('The end must be after the start')
    await expect(form.getByLabel('Picture', { exact: true })).toHaveAccessibleDescription(/Choose a picture/)
    await form.getByLabel(/^Link/).fill('/products?category=makeup')
    await form.getByLabel(/^Until/).fill('2099-01-02T09:00')
    await form.getByLabel('Picture', { exact: true }).setInputFiles(PICTURE)
    expect(await violations(page)).toEqual([])
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, `${title} saved`)).toBeVisible()
    const stored = async () => (await service().from('banner_images').select('*').eq('title', title).single()).data
    await expect
      .poll(stored)
      .toMatchObject({ is_active: true, starts_at: '2026-01-02T04:30:00+00:00', link: '/products?category=makeup', phone_image_url: null })
    const picture = String((await stored())?.image_url)
    await expect.poll(() => titlesAtHome()).toContain(title)

    const before = await inOrder()
    await page.getByRole('button', { name: `Move ${title} up` }).click()
    await expect(toast(page, `${title} moved`)).toBeVisible()
    await expect.poll(() => inOrder()).not.toEqual(before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Undone')).toBeVisible()
    await expect.poll(() => inOrder()).toEqual(before)

    await page.getByRole('button', { name: `Switch ${title} off` }).click()
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: title })).toContainText('Off')
    await expect.poll(() => titlesAtHome()).not.toContain(title)

    await page.getByRole('button', { name: `Edit ${title}` }).click()
    await service().from('banner_images').update({ description: 'Changed elsewhere' }).eq('title', title)
    const edit = page.getByRole('dialog', { name: `Edit ${title}` })
    await edit.getByLabel(/^Link/).fill('/products')
    await edit.getByRole('button', { name: 'Save' }).click()
    const both = edit.getByRole('alert').filter({ hasText: 'changed this while you were editing' })
    await expect(both.getByRole('row', { name: 'Description' })).toContainText('Changed elsewhere')
    await expect(both.getByRole('row', { name: 'Link' }).getByRole('cell').last()).toHaveText('/products')
    expect(await violations(page)).toEqual([])
    await edit.getByLabel(/^Link/).fill('/products?sort=newest')
    await both.getByRole('button', { name: 'Save my changes' }).click()
    await expect(edit).toHaveCount(0)
    await expect.poll(stored).toMatchObject({ description: 'Changed elsewhere', link: '/products?sort=newest' })

    await page.getByRole('button', { name: `Delete ${title}` }).click()
    await page
      .getByRole('dialog', { name: `Delete ${title}?` })
      .getByRole('button', { name: `Delete ${title}` })
      .click()
    await expect(toast(page, `${title} deleted`)).toBeVisible()
    await expect.poll(() => inOrder()).not.toContain(title)
    await expect.poll(async () => (await fetch(`${shopUrl()}/storage/v1/object/public/${picture}`)).status).toBe(400)
  })
})

test.describe('while the list is being read again', () => {
  test.use(laptop)

  test('a banner that was just edited, switched or moved is edited without a question', async ({ page }) => {
    const title = `Mela ${randomUUID().slice(0, 6)}`
    const [last] = (await service().from('banner_images').select('image_url,display_order').order('display_order', { ascending: false }).limit(1)).data ?? []
    if (!last) throw new Error('a banner of the demo')
    await service()
      .from('banner_images')
      .insert({ title, image_url: last.image_url, display_order: last.display_order + 1 })
      .throwOnError()
    await page.goto('/admin/banners')
    const form = page.getByRole('dialog', { name: `Edit ${title}` })
    const save = async (description: string) => {
      await page.getByRole('button', { name: `Edit ${title}` }).click()
      await form.getByLabel(/^Description/).fill(description)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toHaveCount(0)
      await expect.poll(async () => (await service().from('banner_images').select('description').eq('title', title).single()).data).toEqual({ description })
    }
    const answered = (url: string, method: string) => page.waitForResponse((response) => response.request().method() === method && response.url().includes(url))
    await expect(page.getByRole('button', { name: `Edit ${title}` })).toBeVisible()
    const reads = await hold(page, '**/rest/v1/banner_images?**', (request) => request.method() === 'GET' && request.url().includes('order='))
    await save('First')
    await save('Second')
    const switched = answered('/rest/v1/banner_images?', 'PATCH')
    await page.getByRole('button', { name: `Switch ${title} off` }).click()
    await switched
    await save('Third')
    const moved = answered('/rpc/arrange_banners', 'POST')
    await page.getByRole('button', { name: `Move ${title} up` }).click()
    await moved
    await save('Fourth')
    reads.release()
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: title })).toContainText('Off')
    await service().from('banner_images').delete().eq('title', title).throwOnError()
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the list fits the screen and has no violation', async ({ page }) => {
    await page.goto('/admin/banners')
    await expect(page.getByRole('listitem').first()).toContainText('Live')
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

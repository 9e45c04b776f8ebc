/** /admin/banners (docs/rules.md#pictures, docs/rules.md#back-office-edits). */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
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
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Someone else changed the banners')).toBeVisible()

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

test.describe('on a phone', () => {
  test.use(phone)
  test('the list fits the screen and has no violation', async ({ page }) => {
    await page.goto('/admin/banners')
    await expect(page.getByRole('listitem').first()).toContainText('Live')
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

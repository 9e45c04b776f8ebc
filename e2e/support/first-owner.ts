/** The owner that a demo shop creates at its first start: the password is printed once, and a dialog asks for their name. */
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import type { RunningShop } from './shop-process.ts'

const EMAIL = 'admin@shringar.example'

/** Signs them in and answers the dialog; returns their password. */
export async function signInAsFirstOwner(page: Page, shop: RunningShop): Promise<string> {
  const password = new RegExp(`${EMAIL}\\s+(\\S+)`).exec(shop.output())?.[1]
  if (!password) throw new Error('the first start printed no password')
  await page.goto(`${shop.url}/admin/login`)
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your name').fill('Asha Menon')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  return password
}

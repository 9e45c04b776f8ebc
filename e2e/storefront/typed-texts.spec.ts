/** Text typed before a confirmed reload comes back with the page itself, not with code that the page loads later. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { hydrated } from '../support/hydrated.ts'
import { laptop } from '../support/screens.ts'

test.use(laptop)

/** The state after the customer accepts a new version. Nothing that the page loads at idle arrives. */
async function reloadedWith(page: Page, path: string, texts: Record<string, string>): Promise<void> {
  await page.route(/\/assets\/(companions|worker-companion)-[^/]*\.js$/, () => undefined)
  await page.addInitScript(
    (typed) => {
      if (window.name === '') sessionStorage.setItem('shringar-my-typed-texts', JSON.stringify(typed))
      window.name = 'reloaded'
    },
    { path, texts },
  )
}

test('a form is filled as soon as the app stands, and its fields are known to it', async ({ page }) => {
  await reloadedWith(page, '/products', { q: 'kajal' })
  await page.goto('/products')
  await hydrated(page)
  await expect(page.getByRole('combobox', { name: 'Search products' })).toHaveValue('kajal', { timeout: 2500 })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/q=kajal/)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('shringar-my-typed-texts'))).toBeNull()
})

test('what is typed while the texts are on their way is not overwritten', async ({ page }) => {
  const held: (() => void)[] = []
  await page.route(/\/assets\/typed-texts-[^/]*\.js$/, (route) => void held.push(() => void route.continue()))
  await reloadedWith(page, '/register', { fullName: 'Meera Nair', email: 'meera@looks.example' })
  await page.goto('/register')
  await page.getByLabel('Email').pressSequentially('new@looks.example')
  await expect.poll(() => held.length).toBe(1)
  held[0]?.()
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
  await expect(page.getByLabel('Email')).toHaveValue('new@looks.example')
  await page.getByLabel('Full name').press('End')
  await page.getByLabel('Full name').pressSequentially('-Iyer')
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair-Iyer')
})

test('texts of another page stay away', async ({ page }) => {
  await reloadedWith(page, '/register', { fullName: 'Meera Nair', email: 'meera@looks.example' })
  await page.goto('/login')
  await hydrated(page)
  await page.waitForTimeout(500)
  await expect(page.getByLabel('Email')).toHaveValue('')
})

/** Text typed before a confirmed reload comes back with the page itself, not with code that the page loads later. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { hydrated } from '../support/hydrated.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
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

test('a form filled before the app starts keeps its values, and the app knows them', async ({ page }) => {
  const made = await makeProduct({ stock: 100 })
  await reloadedWith(page, made.path, { quantity: '24' })
  await page.goto(made.path)
  await expect(page.getByRole('button', { name: /^Add to Cart · 24 for/ }).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Quantity/ }).first()).toHaveValue('24')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('shringar-my-typed-texts'))).toBeNull()
  await dropProducts(made.id)
})

test('input typed while texts load is not overwritten', async ({ page }) => {
  const held: (() => void)[] = []
  await page.route(/\/assets\/typed-texts-[^/]*\.js$/, (route) => void held.push(() => void route.continue()))
  await reloadedWith(page, '/register', { fullName: 'Meera Nair', email: 'meera@looks.example' })
  await page.goto('/register')
  await page.getByLabel('Email').pressSequentially('new@looks.example')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const arrive of held) arrive()
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
  await expect(page.getByLabel('Email')).toHaveValue('new@looks.example')
  await page.getByLabel('Full name').press('End')
  await page.getByLabel('Full name').pressSequentially('-Iyer')
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair-Iyer')
})

test('texts of another page are not loaded', async ({ page }) => {
  await reloadedWith(page, '/register', { fullName: 'Meera Nair', email: 'meera@looks.example' })
  const code = page.waitForRequest(/\/assets\/typed-texts-[^/]*\.js$/)
  await page.goto('/login')
  await hydrated(page)
  // Resolves once the page's own import has run.
  await page.evaluate(`import(${JSON.stringify((await code).url())}).then(() => undefined)`)
  await expect(page.getByLabel('Email')).toHaveValue('')
})

/** Header, footer, tab bar and menu (docs/rules.md#phones). */
import { expect, test } from '../support/fixtures.ts'
import { hydrated, isHydrated } from '../support/hydrated.ts'
import { hold } from '../support/held.ts'
import { laptop, phone } from '../support/screens.ts'

const footerLinks = ['Home', 'Products', 'Categories', 'About', 'Terms & Conditions', 'Delivery and shipping', 'Cancellation and refunds', 'Privacy']
const categories = ['Skincare', 'Makeup', 'Haircare', 'Fragrances', 'Accessories', 'Novelty']

test.describe('on a laptop', () => {
  test.use(laptop)

  test('a visitor’s header has Home, Products, the search, the cart and Login, and nothing of a customer', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    const main = header.getByRole('navigation', { name: 'Main' })
    await expect(main.getByRole('link')).toHaveText(['Home', 'Products'])
    await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    await expect(header.getByRole('link', { name: 'Cart, 0 items' })).toHaveAttribute('href', '/cart')
    await expect(header.getByRole('button', { name: /Notifications/ })).toHaveCount(0)
    await header.getByRole('link', { name: 'Search products' }).click()
    await expect(page).toHaveURL(/\/products$/)
    await expect(page.getByRole('combobox', { name: 'Search products' })).toBeFocused()
    await expect(main.getByRole('link', { name: 'Products' })).toHaveAttribute('aria-current', 'page')
  })

  test('the header stays and takes its shadow when scrolled more than 10 px', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    const hasShadow = () => header.evaluate((element) => /rgba?\([^)]*\) [1-9-]|[1-9]\d*px/.test(getComputedStyle(element).boxShadow))
    // The part of the page above the header scrolls away first; only the distance counts.
    await page.evaluate(() => window.scrollTo(0, 10))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(10)
    await expect.poll(() => hasShadow()).toBe(false)
    await page.evaluate(() => window.scrollTo(0, 11))
    await expect.poll(hasShadow).toBe(true)
    await page.evaluate(() => window.scrollTo(0, 900))
    await expect(header).toBeInViewport()
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect.poll(hasShadow).toBe(false)
  })

  test('the footer has the quick links, the categories, the contact with hours and grievance officer, and the year', async ({ page }) => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    for (const name of [...footerLinks, ...categories]) await expect(footer.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Skincare' })).toHaveAttribute('href', '/products?category=skincare')
    await expect(footer).toContainText('Shringar Trading Company')
    await expect(footer.getByRole('link', { name: 'care@shringar.example' })).toHaveAttribute('href', 'mailto:care@shringar.example')
    await expect(footer.getByRole('link', { name: '+91 22 5550 0100' })).toHaveAttribute('href', 'tel:+912255500100')
    await expect(footer).toContainText('Mon–Fri 9:00–18:00')
    await expect(footer).toContainText('Sat 10:00–16:00')
    await expect(footer).toContainText('Sun closed')
    await expect(footer).toContainText('Grievance officer: Kavita Kulkarni')
    await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
    await expect(page.getByRole('navigation', { name: 'Shop' })).toBeHidden()
  })

  test('a screen whose code loads slowly says Loading application... until it is there', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    const code = await hold(page, /\/assets\/route-/)
    await page.getByRole('banner').getByRole('link', { name: 'Cart, 0 items' }).click()
    await expect(page.getByRole('main')).toHaveText('Loading application...')
    await expect(page.getByRole('banner')).toBeVisible()
    code.release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Loading application...')).toHaveCount(0)
  })

  test('every link of the footer leads to a page with a heading of its own', async ({ page }) => {
    for (const name of footerLinks) {
      await page.goto('/')
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })

  test('after a navigation the focus is on the content, and the title names the page', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    await page.getByRole('banner').getByRole('link', { name: 'Products', exact: true }).click()
    await expect(page).toHaveURL(/\/products$/)
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page).toHaveTitle(/Explore Our Beauty Collection/)
  })

  test('the first Tab offers to skip to the content', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the content' })
    await expect(skip).toBeFocused()
    await skip.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the bottom bar of five tabs replaces the footer', async ({ page }) => {
    await page.goto('/')
    const bar = page.getByRole('navigation', { name: 'Shop' })
    await expect(bar.getByRole('link')).toHaveText(['Home', 'Products', 'Cart', 'Orders', 'Account'])
    await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await bar.getByRole('link', { name: 'Products' }).click()
    await expect(page).toHaveURL(/\/products$/)
    await expect(bar.getByRole('link', { name: 'Products' })).toHaveAttribute('aria-current', 'page')
  })

  for (const name of ['Orders', 'Account']) {
    test(`${name} in the bottom bar leads a visitor to the login`, async ({ page }) => {
      await page.goto('/')
      await page.getByRole('navigation', { name: 'Shop' }).getByRole('link', { name }).click()
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    })
  }

  test('the bottom bar is in sight all the time, also before its code has loaded', async ({ page }) => {
    await page.addInitScript(() => {
      const bar = (): boolean => document.querySelector('nav.tabs-below') !== null
      addEventListener('DOMContentLoaded', () => {
        Object.assign(window, { wasMissing: !bar() })
        new MutationObserver(() => {
          if (!bar()) Object.assign(window, { wasMissing: true })
        }).observe(document.body, { childList: true, subtree: true })
      })
    })
    for (const path of ['/products', '/']) {
      const code = page.waitForResponse(/tab-bar/)
      await page.goto(path)
      await hydrated(page)
      await (await code).finished()
      await expect(page.getByRole('navigation', { name: 'Shop', exact: true }).getByRole('link')).toHaveCount(5)
      await expect.poll(() => page.evaluate(() => (window as unknown as { wasMissing: boolean }).wasMissing), { message: path }).toBe(false)
    }
  })

  test('the menu opens, carries every link of the footer, and closes on a change of page', async ({ page }) => {
    await page.goto('/')
    const button = page.getByRole('banner').locator('summary', { hasText: 'Menu' })
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu).toBeHidden()
    await button.click()
    await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register')
    for (const name of categories) await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    // The sections collapse.
    await expect(menu.getByRole('link', { name: 'Terms & Conditions' })).toBeHidden()
    await menu.getByText('About and legal').click()
    for (const name of ['About', 'Terms & Conditions', 'Privacy']) await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    await menu.getByText('Contact', { exact: true }).click()
    await expect(menu).toContainText('Grievance officer: Kavita Kulkarni')
    await menu.getByRole('link', { name: 'Products', exact: true }).click()
    await expect(page).toHaveURL(/\/products$/)
    await expect(menu).toBeHidden()
  })

  test('what is opened in the menu stays open when its code arrives after a change of page', async ({ page }) => {
    const code = await hold(page, /mobile-menu-links/)
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await hydrated(page)
    await page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click()
    await menu.getByText('About and legal').click()
    await expect(menu.getByRole('link', { name: 'Privacy', exact: true })).toBeVisible()
    // The router's change makes React remove the HTML that it has not taken over yet.
    await page
      .getByRole('main')
      .getByRole('link', { name: 'View All' })
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL(/\/products$/)
    await expect(menu.getByRole('link', { name: 'Privacy', exact: true })).toBeVisible()
    const arrived = page.waitForResponse(/mobile-menu-links/)
    code.release()
    await arrived
    await expect.poll(() => isHydrated(page.getByRole('banner').locator('details.mobile-menu nav'))).toBe(true)
    await expect(menu.getByRole('link', { name: 'Privacy', exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Skincare', exact: true })).toBeVisible()
  })

  test('Escape closes the menu and gives the focus back to its button', async ({ page }) => {
    await page.goto('/')
    const button = page.getByRole('banner').locator('summary', { hasText: 'Menu' })
    await button.click()
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
    // Clicks until the scripts have loaded and respond.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden({ timeout: 500 })
    }).toPass()
    await expect(button).toBeFocused()
  })
})

test.describe('at 768 px', () => {
  test.use({ viewport: { width: 768, height: 900 } })

  test('the wide layout begins: footer instead of tab bar', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Shop' })).toBeHidden()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Shop' })).toBeVisible()
  })
})

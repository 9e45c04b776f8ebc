/** A page's HTML has the styles that it needs; the whole sheet, which comes with the scripts, changes nothing in it (docs/decisions/0130-styles-of-a-page.md). */
import { isLong } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { laptop, phone } from '../support/screens.ts'

/**
 * What differs from the look that was kept in what every element, and what is before and after it, looks like and where it is. Both are compared
 * in the page: the styles of a long list are 50 MB of text, which a busy machine takes ten seconds to carry out of the browser.
 */
function differences(keep: boolean): string[] {
  const memory = globalThis as { looked?: Map<string, string> }
  const before = memory.looked ?? new Map<string, string>()
  const now = new Map<string, string>()
  // A custom property that only the whole sheet registers has a value, which nothing on the page uses.
  const textOf = (style: CSSStyleDeclaration) =>
    [...style]
      .filter((property) => !property.startsWith('--'))
      .map((property) => `${property}:${style.getPropertyValue(property)}`)
      .join(';')
  for (const [index, element] of [...document.querySelectorAll('body, body *:not(script, template, style)')].entries()) {
    const name = `${index} ${element.tagName} ${element.getAttribute('class') ?? ''}`
    const { x, y, width, height } = element.getBoundingClientRect()
    now.set(name, `${[x, y, width, height].map(Math.round).join(' ')};${textOf(getComputedStyle(element))}`)
    for (const part of ['::before', '::after']) {
      const style = getComputedStyle(element, part)
      if (style.content !== 'none') now.set(name + part, textOf(style))
    }
  }
  if (keep) memory.looked = now
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name), now.get(name)]
    if (was === is) return []
    const properties = new Set((was ?? '').split(';'))
    return `${name}: ${(is ?? '')
      .split(';')
      .filter((property) => !properties.has(property))
      .join(';')
      .slice(0, 300)}`
  })
}

const SHEET = /\/assets\/styles-[^/]*\.css$/

const PATHS = ['/', '/products', '/products?view=list', '/about', '/cart', '/login']

for (const [name, screen, paths] of [
  ['a phone', phone, PATHS],
  ['a laptop', laptop, isLong ? PATHS : ['/products']],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ ...screen, javaScriptEnabled: false, reducedMotion: 'reduce' })
    for (const path of paths) {
      test(`${path} looks the same before its whole style sheet has come and after`, async ({ page, request }) => {
        // Without scripts the page links the whole sheet, which must not be there yet.
        await page.route(SHEET, (route) => route.fulfill({ contentType: 'text/css', body: '' }))
        await page.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        // Texts change their widths when the fonts have come.
        await page.evaluate(() => document.fonts.ready)
        // The first look differs in everything from none, the second in nothing once all has come to rest.
        await expect.poll(() => page.evaluate(differences, true)).not.toEqual([])
        await expect.poll(() => page.evaluate(differences, true)).toEqual([])
        const address = (await page.locator('script[type="held-module"]').getAttribute('data-styles')) ?? ''
        const sheet = await request.get(address)
        expect(sheet.headers()['content-type']).toMatch(/^text\/css/)
        // As text: without scripts, no event says that a linked sheet has come.
        await page.evaluate(
          (text) => document.querySelector('style')?.after(Object.assign(document.createElement('style'), { textContent: text })),
          await sheet.text(),
        )
        await page.evaluate(() => document.fonts.ready)
        await expect.poll(() => page.evaluate(differences, false)).toEqual([])
        // A rule that changes a colour is seen: the comparison looks at what it should.
        await page.evaluate(() => document.body.append(Object.assign(document.createElement('style'), { textContent: 'h1, h2 { color: red !important }' })))
        await expect.poll(() => page.evaluate(differences, false)).not.toEqual([])
      })
    }
  })
}

test.describe('without scripts', () => {
  test.use({ ...laptop, javaScriptEnabled: false })

  test('a link answers the pointer, and the link to the content appears with the focus', async ({ page }) => {
    await page.goto('/about')
    const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
    await expect(login).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await login.hover()
    await expect(login).toHaveCSS('background-color', 'rgb(248, 238, 243)')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeInViewport()
  })
})

test('the link to the content appears with the focus before the whole sheet has come', async ({ page }) => {
  await page.route(SHEET, (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  await page.goto('/about')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await expect(skip).toHaveCSS('color', 'rgb(255, 255, 255)')
})

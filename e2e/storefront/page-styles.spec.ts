/** A page's HTML has the styles that it needs; the whole sheet, which comes with the scripts, changes nothing in it (docs/decisions/0130-styles-of-a-page.md). */
import { expect, test } from '../support/fixtures.ts'
import { laptop, phone } from '../support/screens.ts'

/** What every element and what is before and after it looks like, and where it is. */
function looks(): string[] {
  const all = [...document.querySelectorAll('body, body *:not(script, template, style)')]
  return all.flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const styles = [null, '::before', '::after'].map((part) => {
      const style = getComputedStyle(element, part)
      if (part !== null && style.content === 'none') return ''
      // A custom property that only the whole sheet registers has a value, which nothing on the page uses.
      return [...style]
        .filter((name) => !name.startsWith('--'))
        .map((name) => `${name}:${style.getPropertyValue(name)}`)
        .join(';')
    })
    return [`${element.tagName} ${element.getAttribute('class') ?? ''} ${[x, y, width, height].map(Math.round).join(' ')}`, ...styles]
  })
}

for (const [name, screen] of [
  ['a phone', phone],
  ['a laptop', laptop],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ ...screen, javaScriptEnabled: false, reducedMotion: 'reduce' })
    for (const path of ['/', '/products', '/products?view=list', '/about', '/cart', '/login']) {
      test(`${path} looks the same before its whole style sheet has come and after`, async ({ page, request }) => {
        await page.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        const before = await page.evaluate(looks)
        const address = (await page.locator('script[type="held-module"]').getAttribute('data-styles')) ?? ''
        const sheet = await request.get(address)
        expect(sheet.headers()['content-type']).toMatch(/^text\/css/)
        // As text: without scripts, no event says that a linked sheet has come.
        await page.evaluate(
          (text) => document.querySelector('style')?.after(Object.assign(document.createElement('style'), { textContent: text })),
          await sheet.text(),
        )
        await expect.poll(() => page.evaluate(looks)).toEqual(before)
      })
    }
  })
}

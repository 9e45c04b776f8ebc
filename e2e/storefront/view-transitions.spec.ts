/** A pressed card's picture moves to its page, and a list fades into the next; with reduced motion nothing moves. */
import type { Page } from '@playwright/test'
import { atRest } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'

test.use(laptop)

type Recorded = { seen: Set<string>; ended: Promise<unknown>[] }

/** Writes down the browser's own animations of each view transition: React adds others. */
async function record(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    const ended: Promise<unknown>[] = []
    Object.assign(window, { seen, ended })
    // On the prototype: the page hides the method of its document until the first action.
    const start = Document.prototype.startViewTransition
    Document.prototype.startViewTransition = function (...options) {
      const transition = start.apply(this, options)
      ended.push(transition.finished.catch(() => undefined))
      const look = (): void => {
        for (const animation of document.getAnimations()) {
          const { pseudoElement } = animation.effect as KeyframeEffect
          if (animation instanceof CSSAnimation && pseudoElement?.startsWith('::view-transition'))
            seen.add(`${pseudoElement} ${animation.effect?.getTiming().duration as number} ms`)
        }
      }
      void transition.ready.then(look, () => undefined)
      return transition
    }
  })
}

/** Waits for the end of every transition so far: one starts before its change of the page is seen. */
const ended = (page: Page) => page.evaluate(async () => void (await Promise.all((window as unknown as Recorded).ended)))
const played = (page: Page): Promise<string[]> => page.evaluate(() => [...(window as unknown as Recorded).seen].toSorted())
/** The second of the lipsticks of the demo shop: products of other tests have no picture. */
async function card(page: Page) {
  await page.goto('/products?q=lipstick', { waitUntil: 'networkidle' })
  const article = page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.locator('img') })
    .nth(1)
  const link = article.getByRole('heading').getByRole('link')
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  return { id, picture: article.locator('img'), open: () => link.click() }
}

test('the picture of a pressed card moves to the page of its product, and Back moves none', async ({ page }) => {
  await record(page)
  const { id, open } = await card(page)
  await open()
  await expect.poll(() => played(page)).toContain(`::view-transition-group(picture-${id}) 200 ms`)
  await expect.poll(async () => (await played(page)).filter((text) => text.includes('picture-') && !text.includes(id))).toEqual([])
  await expect.poll(() => page.evaluate(() => document.getAnimations().some(({ effect }) => (effect as KeyframeEffect).pseudoElement !== null))).toBe(false)
  await page.evaluate(() => (window as unknown as Recorded).seen.clear())
  await page.goBack()
  await expect(page.getByRole('article').first()).toBeVisible()
  await ended(page)
  await expect.poll(() => played(page)).toEqual([])
})

test('while the page of a product is loaded its shape has the picture of the pressed card', async ({ page }) => {
  const { picture, open } = await card(page)
  await page.mouse.move(1, 1) // the shapes load with the first action
  await page.waitForLoadState('networkidle')
  const coming = await hold(page, /\/products\/.*\.data/)
  const source = (await picture.getAttribute('src')) ?? ''
  await open()
  const shown = page.getByRole('main').locator('.gal-main img')
  await expect(shown).toHaveAttribute('src', source)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(0)
  await atRest(page)
  const before = await shown.boundingBox()
  coming.release()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => shown.boundingBox()).toEqual(before)
})

test('the page of a product does not wait for its picture', async ({ page }) => {
  // What waits for a picture gives up after a time: here never.
  await page.addInitScript(() => {
    const set = window.setTimeout.bind(window)
    window.setTimeout = ((work: () => void, ms = 0) => set(work, ms > 200 ? 300_000 : ms)) as typeof window.setTimeout
  })
  const { open } = await card(page)
  const large = await hold(page, /width=(640|960|1280)/)
  await open()
  await expect(page.getByRole('button', { name: /^Add to Cart · / })).toBeVisible()
  large.release()
})

test('a chosen filter fades one list into the next in 160 ms', async ({ page }) => {
  await record(page)
  await page.goto('/products')
  await page
    .getByRole('complementary', { name: 'Filters' })
    .getByRole('checkbox', { name: /^Makeup/ })
    .check()
  await expect(page).toHaveURL(/category=makeup/)
  for (const side of ['old', 'new'])
    await expect
      .poll(async () => (await played(page)).filter((text) => new RegExp(`^::view-transition-${side}\\((?!root).* 160 ms$`).test(text)))
      .toHaveLength(1)
})

test('with reduced motion nothing is played', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await record(page)
  const { id, open } = await card(page)
  await open()
  await expect(page).toHaveURL(new RegExp(id))
  await expect(page.getByRole('button', { name: /^Add to Cart · / })).toBeVisible()
  await ended(page)
  await expect.poll(() => played(page)).toEqual([])
})

test('a press while the page changes is taken', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const slow = document.createElement('style')
      slow.textContent = '::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 300s !important; }'
      document.head.append(slow)
    })
  })
  const { id, open } = await card(page)
  await open()
  await expect(page).toHaveURL(new RegExp(id))
  const quantity = page.getByRole('textbox', { name: /^Quantity of/ })
  const one = Number(await quantity.inputValue())
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(quantity).toHaveValue(String(one + 1))
  await expect.poll(() => page.evaluate(() => document.getAnimations().some(({ effect }) => (effect as KeyframeEffect).pseudoElement !== null))).toBe(true)
})

for (const moment of ['before', 'after']) {
  test(`a press that begins ${moment} the browser suspends rendering for a transition is taken`, async ({ page }) => {
    await page.addInitScript(() => {
      const start = Document.prototype.startViewTransition
      Document.prototype.startViewTransition = function (options) {
        const { update, types } = typeof options === 'function' ? { update: options, types: [] } : (options ?? {})
        const released = new Promise<void>((resolve) => Object.assign(window, { release: resolve }))
        return start.call(this, {
          types,
          update: async () => {
            await update?.()
            Object.assign(window, { suspended: true })
            await released
          },
        })
      }
    })
    await page.goto('/products')
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await page.mouse.click(2, 2) // the watcher loads with the first action
    await page.waitForLoadState('networkidle')
    const wanted = filters.getByRole('checkbox', { name: /^Makeup/ })
    const { x, y } = (await wanted.boundingBox()) ?? { x: 0, y: 0 }
    // Polled by time, because no frame runs then.
    const suspended = () => page.waitForFunction(() => 'suspended' in window, null, { polling: 20 })
    await page.mouse.move(x + 5, y + 5)
    if (moment === 'before') await page.mouse.down()
    await filters.getByRole('checkbox', { name: /^In stock/ }).evaluate((box) => (box as HTMLInputElement).click())
    await suspended()
    if (moment === 'after') await page.mouse.down()
    await page.mouse.up()
    await page.evaluate(() => (window as unknown as { release: () => void }).release())
    await expect(page).toHaveURL(/category=makeup/)
    await expect(wanted).toBeChecked()
  })
}

/** Runs an act of the visitor in the moment in which React has begun a transition and not yet changed the page. */
async function atTheStart(page: Page, act: () => void): Promise<void> {
  await page.evaluate(`window.act = ${String(act)}`)
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      const transition = start(options)
      document.startViewTransition = start
      ;(window as unknown as { act: () => void }).act()
      return transition
    }
  })
}

test.describe('what a visitor does while React waits for the picture of the old page is heard', () => {
  test.use(phone)

  test.beforeEach(async ({ page }) => {
    await page.goto('/products')
    await page.getByRole('link', { name: 'Filters', exact: true }).click()
    await page.waitForLoadState('networkidle') // the watcher loads with the first action
  })

  const drawer = (page: Page) => page.getByRole('dialog', { name: 'Filters' })
  // Not check(), which looks at the box afterwards: the drawer may be closed by then. The address says what was chosen.
  const chooseSkincare = (page: Page) =>
    drawer(page)
      .getByRole('checkbox', { name: /^Skincare/ })
      .click()

  test('a press on a button', async ({ page }) => {
    await atTheStart(page, () =>
      [...document.querySelectorAll('dialog button')]
        .find(({ textContent }) => /^Show \d+ products?$/.test(textContent))
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    )
    await chooseSkincare(page)
    await expect(drawer(page)).toBeHidden()
    await expect(page).toHaveURL(/category=skincare/)
  })

  test('a press on a card of the list that is being replaced', async ({ page }) => {
    const made = await makeProduct()
    await page.goto('/products')
    await expect(page.getByRole('article').getByRole('link', { name: made.name })).toBeVisible()
    await page.getByRole('link', { name: 'Filters', exact: true }).click()
    await page.waitForLoadState('networkidle')
    await page.evaluate((path) => Object.assign(window, { wanted: path }), made.path)
    await atTheStart(page, () =>
      document
        .querySelector(`article a[href="${(window as unknown as { wanted: string }).wanted}"]`)
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    )
    await drawer(page)
      .getByRole('checkbox', { name: /^In stock/ })
      .click()
    await expect(page).toHaveURL(made.path)
    await dropProducts(made.id)
  })

  test('a tick', async ({ page }) => {
    await atTheStart(page, () => document.querySelector<HTMLElement>('dialog [value=in_stock]')?.click())
    await chooseSkincare(page)
    await expect(page).toHaveURL(/category=skincare.*stock=in_stock/)
    await expect(drawer(page).getByRole('checkbox', { name: /^In stock/ })).toBeChecked()
  })

  test('a dialog that the browser closes', async ({ page }) => {
    await atTheStart(page, () => document.querySelector('dialog')?.close())
    await chooseSkincare(page)
    await expect(page).toHaveURL(/category=skincare/)
    await expect(drawer(page)).toBeHidden()
    await page.getByRole('link', { name: 'Filters, 1 chosen' }).click()
    await expect(drawer(page)).toBeVisible()
  })

  test('a typed amount', async ({ page }) => {
    await atTheStart(page, () => {
      document.querySelector<HTMLElement>('dialog [name=min]')?.focus()
      document.execCommand('selectAll')
      document.execCommand('insertText', false, '125')
    })
    await chooseSkincare(page)
    await expect(page).toHaveURL(/category=skincare/)
    const lowest = drawer(page).getByRole('textbox', { name: 'Lowest price in rupees' })
    await expect(lowest).toHaveValue('125')
    await lowest.press('Enter')
    await expect(page).toHaveURL(/min=125/)
  })
})

/** A screen in one state, and the crawl that checks each screen at each width. */
import path from 'node:path'
import type { Page } from '@playwright/test'
import { isLong } from '../support/current-shop.ts'
import { expect } from '../support/fixtures.ts'
import { layoutErrors } from './layout-errors.ts'
import { WIDTHS } from './widths.ts'

export type Screen<Made = undefined> = {
  /** The pattern in app/routes.ts. */
  route: string
  state: string
  /** The address, if it differs from the pattern. */
  path?: string | ((made: Made) => string)
  /** Opens nothing: checks the page that the previous screen left, in another state. */
  stay?: true
  /** Runs before the check. */
  act?: (page: Page, made: Made) => Promise<unknown>
  /** Undoes `act` after the check. */
  after?: (page: Page) => Promise<unknown>
}

/** A folder for a picture of each screen at each width, for visual review: SHRINGAR_LAYOUT_PICTURES=/tmp/pictures. */
const pictures = process.env.SHRINGAR_LAYOUT_PICTURES
/** Crawls only screens whose name contains this. */
const only = process.env.SHRINGAR_LAYOUT_ONLY

const heightFor = (width: number): number => (width < 768 ? 740 : 900)

/**
 * The layout errors by screen, state and width; empty when everything fits. For another width the page is laid out again, not reloaded.
 *
 * @param options.loads loads each screen, as a person's first page; default: in the long run, else it is opened within the app
 */
export async function crawl<Made>(
  page: Page,
  screens: readonly Screen<Made>[],
  made: Made,
  { loads = isLong }: { loads?: boolean } = {},
): Promise<Record<string, string[]>> {
  const errors: Record<string, string[]> = {}
  await page.emulateMedia({ reducedMotion: 'reduce' })
  let opened = false
  for (const screen of screens) {
    const name = `${screen.route}, ${screen.state}`
    // If a screen was not opened, its later states cannot be reached.
    if (!screen.stay) opened = !only || name.includes(only)
    if (!opened) continue
    try {
      if (!screen.stay) await (loads ? page.goto(addressOf(screen, made)) : follow(page, addressOf(screen, made)))
      await settled(page)
      await screen.act?.(page, made)
      await settled(page)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: heightFor(width) })
        await twoFrames(page)
        let found = await layoutErrors(page)
        // What is still on its way may be in the way.
        if (found.length > 0)
          await expect
            .poll(async () => (found = await layoutErrors(page)), { timeout: 3000 })
            .toEqual([])
            .catch(() => undefined)
        if (found.length > 0) errors[`${name}, ${width} px`] = found
        if (pictures) await takePictures(page, `${name}-${width}`)
      }
      if (!screen.route.startsWith('admin')) Object.assign(errors, await readerErrors(page, name))
      await screen.after?.(page)
    } catch (error) {
      errors[`${name}: not reached`] = [String(error).slice(0, 600)]
      if (pictures) await takePictures(page, `${name}-failed`)
    }
  }
  return errors
}

/** What a reader of the shop may do to its text: more space on the smallest screen (WCAG 1.4.12), twice the size on a laptop (1.4.4). */
const READERS = [
  {
    does: 'spaces the text',
    width: 320,
    css: '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
  },
  { does: 'doubles the text', width: 1280, css: 'html { font-size: 200% !important }' },
] as const

/** Sideways scroll and clipped text while a reader has changed the text. The page is laid out again, not reloaded. */
async function readerErrors(page: Page, name: string): Promise<Record<string, string[]>> {
  const errors: Record<string, string[]> = {}
  for (const { does, width, css } of READERS) {
    await page.setViewportSize({ width, height: heightFor(width) })
    // A constructed sheet: the page's policy allows no style element of a stranger.
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets = [sheet]
    }, css)
    await twoFrames(page)
    const found = (await layoutErrors(page)).filter((error) => /^(sideways scroll|clipped text|outside the screen)/.test(error))
    if (found.length > 0) errors[`${name}, ${width} px, who ${does}`] = found
    if (pictures) await takePictures(page, `${name}-${width}-${does}`)
  }
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  await page.setViewportSize({ width: WIDTHS.at(-1) ?? 1280, height: heightFor(WIDTHS.at(-1) ?? 1280) })
  return errors
}

function addressOf<Made>({ path: address, route }: Screen<Made>, made: Made): string {
  if (typeof address === 'function') return address(made)
  return address ?? `/${route}`
}

/** The router of the loaded app, which the framework itself leaves here. */
type Router = { navigate(to: string): Promise<void>; state: { location: { pathname: string; search: string } } }
const ROUTER = '__reactRouterDataRouter'

/** Opens a screen as a link does. Loads it if nothing is loaded yet, a dialog is open, or the app does not get there. */
async function follow(page: Page, address: string): Promise<void> {
  const arrived = await page.evaluate(
    async ([name, to]) => {
      const router = (globalThis as unknown as Record<string, Router | undefined>)[name]
      const at = (): string | undefined => router && router.state.location.pathname + router.state.location.search
      // The same address again would keep what was typed and opened there.
      if (!router || at() === to || document.querySelector('dialog[open]')) return false
      await router.navigate(to)
      return at() === to
    },
    [ROUTER, address] as const,
  )
  if (!arrived) await page.goto(address)
}

/** Waits until the heading is visible and nothing is loading. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('.bone')).toHaveCount(0)
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

async function takePictures(page: Page, name: string): Promise<void> {
  const file = path.join(pictures ?? '', `${name.replaceAll(/[^\w-]+/g, '_')}.png`)
  await page.screenshot({ path: file, fullPage: true })
  if (!name.startsWith('admin')) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: file.replace('.png', '-dark.png'), fullPage: true })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Presses a button and waits for the dialog that it opens. */
export function dialogOf(button: string | RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await press(button)(page)
    await expect(page.locator('dialog[open]').last()).toBeVisible()
  }
}

export function press(button: string | RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await page
      .getByRole('button', typeof button === 'string' ? { name: button, exact: true } : { name: button })
      .filter({ visible: true })
      .first()
      .click()
  }
}

export function inTurn<Made>(...steps: ((page: Page, made: Made) => Promise<unknown>)[]): (page: Page, made: Made) => Promise<void> {
  return async (page, made) => {
    for (const step of steps) await step(page, made)
  }
}

/** Every read of rows fails; the user's identity and permissions still load. */
export async function breakReads(page: Page): Promise<void> {
  await page.route(/\/rest\/v1\/(?!rpc\/(has_role|my_access)|profiles|settings)/, (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken for a test', details: null, hint: null } }),
  )
}

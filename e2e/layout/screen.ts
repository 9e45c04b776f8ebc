/** A screen in one state, and the crawl that checks each screen at each width. */
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { layoutFaults } from './layout-faults.ts'
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

/** The layout errors by screen, state and width; empty when everything fits. For another width the page is laid out again, not reloaded. */
export async function crawl<Made>(page: Page, screens: readonly Screen<Made>[], made: Made): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {}
  await page.emulateMedia({ reducedMotion: 'reduce' })
  let opened = false
  for (const screen of screens) {
    const name = `${screen.route}, ${screen.state}`
    // If a screen was not opened, its later states cannot be reached.
    if (!screen.stay) opened = !only || name.includes(only)
    if (!opened) continue
    try {
      if (!screen.stay) await page.goto(addressOf(screen, made))
      await settled(page)
      await screen.act?.(page, made)
      await settled(page)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: heightFor(width) })
        await twoFrames(page)
        const found = await layoutFaults(page)
        if (found.length > 0) faults[`${name}, ${width} px`] = found
        if (pictures) await takePictures(page, `${name}-${width}`)
      }
      await screen.after?.(page)
    } catch (error) {
      faults[`${name}: not reached`] = [String(error).slice(0, 600)]
      if (pictures) await takePictures(page, `${name}-failed`)
    }
  }
  return faults
}

function addressOf<Made>({ path: address, route }: Screen<Made>, made: Made): string {
  if (typeof address === 'function') return address(made)
  return address ?? `/${route}`
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

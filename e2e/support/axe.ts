/** Violations that axe finds on a page at rest. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { hydrated } from './hydrated.ts'

/** The short form: each page that is checked compiles it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Checked = {
  /** The tags of the rules; all rules by default. */
  tags?: string[]
  /** A CSS selector; the whole page by default. */
  within?: string
}

/** One line per violated rule, with the elements that violate it. Waits for hydration and running transitions: a half-faded element has no final contrast. */
export async function violations(page: Page, { tags, within }: Checked = {}): Promise<string[]> {
  await watchMotion(page)
  await atRest(page)
  const found = await violationsNow(page, { tags, within })
  // Something appeared during the check, for example a toast, and was checked half faded: check again.
  if (found.length > 0 && (await moved(page))) return violations(page, { tags, within })
  return found
}

/**
 * In the page itself, which has no frames, and once for each document: @axe-core/playwright opens another page for every check, which
 * took a third of the time of the tests that check.
 */
export async function violationsNow(page: Page, { tags, within }: Checked = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(
    async ({ checked, options }) => {
      const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(checked ?? document, options)
      return found.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    { checked: within, options: { resultTypes: ['violations' as const], ...(tags && { runOnly: tags }) } },
  )
}

type Watched = Window & { motion?: boolean }

async function watchMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = window as Watched
    if (watched.motion === undefined)
      for (const name of ['transitionrun', 'animationstart']) document.addEventListener(name, () => (watched.motion = true), true)
    watched.motion = false
  })
}

const moved = (page: Page): Promise<boolean> => page.evaluate(() => (window as Watched).motion === true)

/** Waits for hydration and until nothing moves. */
export async function atRest(page: Page): Promise<void> {
  await hydrated(page)
  // The back office shows its screen once it knows who is signed in. A screen that has no heading at all fails the check itself.
  await page
    .locator('main')
    .getByRole('heading', { level: 1 })
    .first()
    .waitFor({ state: 'attached', timeout: 5000 })
    .catch(() => undefined)
  // Not waitForFunction: it treats the promise of an async predicate as true.
  await page.evaluate(async () => {
    // Hydration may start a transition, for example when a button becomes enabled.
    await new Promise((done) => requestIdleCallback(done, { timeout: 500 }))
    // The browser pauses animations of invisible content (content-visibility), so they never end: each is waited for once, at most 2 s.
    const waitedFor = new Set<Animation>()
    const running = () =>
      document.getAnimations().filter((animation) => {
        const ends = animation.effect?.getComputedTiming().iterations !== Infinity
        return animation.playState === 'running' && ends && !waitedFor.has(animation)
      })
    for (let moving = running(); moving.length > 0; moving = running()) {
      for (const animation of moving) waitedFor.add(animation)
      const ended = Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)))
      await Promise.race([ended, new Promise((done) => setTimeout(done, 2000))])
    }
  })
}

/** What axe finds on a page at rest. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { hydrated } from './hydrated.ts'

/** One line per violated rule, with the elements it was found on. Waits for hydration and running transitions: half a fade has no contrast of its own. */
export async function violations(page: Page, prepare: (axe: AxeBuilder) => AxeBuilder = (axe) => axe): Promise<string[]> {
  await watchMotion(page)
  await atRest(page)
  const found = await prepare(new AxeBuilder({ page })).analyze()
  // What came up meanwhile, a toast for one, was looked at half faded: look again.
  if (found.violations.length > 0 && (await moved(page))) return violations(page, prepare)
  return found.violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
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

async function atRest(page: Page): Promise<void> {
  await hydrated(page)
  // Not waitForFunction: it takes the promise of an async predicate for a yes.
  await page.evaluate(async () => {
    // What hydration changes (a button becomes usable) may start a transition.
    await new Promise((done) => requestIdleCallback(done, { timeout: 500 }))
    // What nobody sees (content-visibility) is held still by the browser and never ends: each is waited for once, and not for long.
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

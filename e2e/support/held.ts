/**
 * Holds requests back until the test releases them, so that the waiting state can be looked at without a clock. Routes the whole
 * context, because a page's own routes do not see what its service worker requests; other tabs of the context are left alone.
 */
import type { Page, Request } from '@playwright/test'

export async function hold(page: Page, url: string | RegExp, only: (request: Request) => boolean = () => true): Promise<{ release: () => void }> {
  const { released, release } = gate()
  await page.context().route(url, async (route) => {
    if (isOf(page, route.request()) && only(route.request())) await released
    await route.continue().catch(() => undefined) // the page may have left in the meantime
  })
  return { release }
}

/** The same for answers: what the shop said before the release arrives after it. `answered`: the shop has given the first answer. */
export async function holdAnswers(
  page: Page,
  url: string | RegExp,
  only: (request: Request) => boolean = () => true,
): Promise<{ answered: Promise<void>; release: () => void }> {
  const [first, later] = [gate(), gate()]
  await page.context().route(url, async (route) => {
    if (!isOf(page, route.request()) || !only(route.request())) return route.continue()
    const response = await route.fetch()
    first.release()
    await later.released
    await route.fulfill({ response }).catch(() => undefined)
  })
  return { answered: first.released, release: later.release }
}

function gate(): { released: Promise<void>; release: () => void } {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  return { released, release }
}

const isOf = (page: Page, request: Request): boolean => request.serviceWorker() !== null || request.frame().page() === page

/** The shop does what the next such request asks for, and its answer is lost on the way. */
export async function loseAnswer(page: Page, url: string): Promise<void> {
  await page.context().route(
    url,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}

/** Requests fail until the line is `back`. */
export async function breakLine(page: Page, url: string): Promise<{ back: () => Promise<void> }> {
  await page.context().route(url, (route) => route.abort())
  return { back: () => page.context().unroute(url) }
}

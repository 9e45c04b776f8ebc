/** The two screen sizes for every page, a mid-range phone and a laptop, and the parts of a page. */
import type { Locator, Page } from '@playwright/test'

export const phone = {
  viewport: { width: 360, height: 740 },
  userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 4a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  isMobile: true,
  hasTouch: true,
}

export const laptop = { viewport: { width: 1280, height: 800 } }

/** The part of a page below a heading. */
export function section(page: Page, heading: string | RegExp): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: heading }) })
}

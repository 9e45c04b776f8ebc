/** A session that ends while a page is in use, and the dialog that asks its user to sign in again. */
import type { Locator, Page } from '@playwright/test'
import { shopUrl } from './current-shop.ts'
import { expect } from './fixtures.ts'

const sessionKey = () => `sb-${new URL(shopUrl()).hostname.split('.')[0]}-auth-token`

export const again = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

/** Expires the stored session and makes its refresh token unknown to the server, as after a long absence. */
export async function endSession(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, expires_in: 0, refresh_token: 'long-gone-token' }))
  }, sessionKey())
}

/** Presses what needs a session until the dialog is there. It may be there first: the page's own reads and the client's timer also find that the session is over. */
export async function pressUntilAsked(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    if (!(await again(page).isVisible())) await control.click({ timeout: 2000 })
    await expect(again(page)).toBeVisible()
  }).toPass()
}

/** Stops the timer by which the client looks at its session every 30 s: it could open the dialog before the click that is tested. */
export async function withoutSessionTimer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const every = window.setInterval.bind(window)
    const withoutTimer = (run: () => void, ms?: number) => (ms === 30_000 ? 0 : every(run, ms))
    window.setInterval = withoutTimer as typeof window.setInterval
  })
}

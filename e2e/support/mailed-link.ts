/** What people, and automatic scanners before them, do with a link from a mail. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A mail scanner and a link preview request the link first, from elsewhere: that must not use up the link. */
export async function scanLink(link: string): Promise<void> {
  for (const method of ['HEAD', 'GET', 'GET']) {
    const answer = await fetch(link, { method, redirect: 'manual', headers: { 'user-agent': 'MailScanner/1.0' } })
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
  }
}

/** Opens the link and presses the button on its page; in another browser than the one that registered, the page also asks for the password. */
export async function openMailedLink(page: Page, link: string, password?: string): Promise<void> {
  await page.goto(link)
  if (password !== undefined) await page.getByLabel('Password').fill(password)
  await page.locator('form[action=verify] button').first().click()
}

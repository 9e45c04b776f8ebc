/** `new URL` throws for URLs that a client may send; in a listener that ends the process. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Files whose URLs come from the configuration, a database login or the redirect check, never directly from a request. */
const NOT_FROM_REQUESTS = [
  'gateway/auth/accounts/registering-browser.ts',
  'gateway/auth/links/link-page.ts',
  'gateway/auth/mfa/enroll.ts',
  'gateway/auth/links/redirects.ts',
  'gateway/auth/links/verify-page.ts',
  'gateway/core/request-url.ts',
  'gateway/upstream/project-tokens.ts',
  'server/config.ts',
  'server/database/ensure-database.ts',
  'server/mail/mail-worker.ts',
  'server/mail/select-transport.ts',
  'server/functions/auth-client.ts',
  'server/http/payment-window.ts',
  'server/functions/storage-client.ts',
  'server/storage/storage-settings.ts',
  'server/webhooks/post-event.ts',
]

function sources(room: string): string[] {
  return readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .map((name) => `${room}/${name}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('/testing/'))
}

test('no request URL is parsed by code that throws: URL.parse returns null instead', () => {
  const throwing = [...sources('gateway'), ...sources('server')].filter((name) => /new URL\(/.test(readFileSync(path.join(root, name), 'utf8')))
  expect(throwing.filter((name) => !NOT_FROM_REQUESTS.includes(name))).toEqual([])
})

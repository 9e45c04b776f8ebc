import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from '../../testing/gateway.ts'

let database: TestDatabase
let shop: TestGateway

beforeAll(async () => {
  database = await createGatewayDatabase()
  shop = await openTestGateway(database)
})
afterAll(async () => {
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
  await shop.close()
  await database.drop()
})

let count = 0

async function recoveryLink(redirectTo = 'http://shop.test/reset-password'): Promise<string> {
  const email = `person${(count += 1)}@example.com`
  await shop.client({ key: KEYS.secretKey }).auth.admin.createUser({ email, password: 'correct horse', email_confirm: true })
  await shop.client().auth.resetPasswordForEmail(email, { redirectTo })
  return (await shop.mailTo(email)).link
}

const open = (link: string, method = 'GET'): Promise<Response> => shop.gateway.fetch(new Request(link, { method }))
const pressFrom = (link: string, headers: Record<string, string>): Promise<Response> =>
  shop.gateway.fetch(new Request('http://shop.test/auth/v1/verify', { method: 'POST', headers, body: new URL(link).searchParams }))

test('a link survives any number of GETs by scanners and previews; the button consumes it once', async () => {
  const link = await recoveryLink()
  for (const method of ['HEAD', 'GET', 'HEAD', 'GET', 'GET']) {
    const page = await open(link, method)
    expect([page.status, page.headers.get('location'), page.headers.get('content-type')]).toEqual([200, null, 'text/html; charset=utf-8'])
  }
  const first = await shop.press(link)
  expect(first.status).toBe(303)
  expect(first.headers.get('location')).toMatch(/^http:\/\/shop\.test\/reset-password#access_token=/)
  const again = await shop.press(link)
  expect(again.headers.get('location')).toContain('error_code=otp_expired')
  expect((await pressFrom(link, {})).headers.get('location')).toContain('error_code=otp_expired')
})

test('the page works without scripts and external resources, is not cached and cannot be framed', async () => {
  const page = await open(await recoveryLink('https://app.test/deep?x=1&y="><script>'))
  const html = await page.text()
  expect(html).not.toContain('<script')
  expect(html).toContain('<button type="submit">')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self' https://app.test;")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
})

test('a form of another site cannot consume the link', async () => {
  const link = await recoveryLink()
  for (const site of ['cross-site', 'same-site', 'none']) expect((await pressFrom(link, { 'sec-fetch-site': site })).status).toBe(200)
  expect((await pressFrom(link, { 'sec-fetch-site': 'same-origin' })).headers.get('location')).toContain('access_token=')
})

test('without Sec-Fetch-Site, the Origin of a form must be this site', async () => {
  const link = await recoveryLink()
  const { host } = new URL(link)
  for (const origin of ['https://evil.example', 'null', `https://${host}.evil.example`]) expect((await pressFrom(link, { origin, host })).status).toBe(200)
  expect((await pressFrom(link, { origin: `https://${host}`, host })).headers.get('location')).toContain('access_token=')
})

test('form bodies are accepted by /verify only', async () => {
  const answer = await shop.fetch('/auth/v1/signup', { method: 'POST', body: new URLSearchParams({ email: 'a@example.com', password: 'correct horse' }) })
  expect([answer.status, (await answer.json()).error_code]).toEqual([400, 'bad_json'])
})

test('the application supplies the texts and styles of the page', async () => {
  const own = await openTestGateway(database, {
    linkPages: (kind) => ({
      lang: 'hi',
      title: `<${kind}>`,
      heading: 'नमस्ते & welcome',
      text: 'One press',
      button: 'Go on',
      password: { label: '', hint: '', missing: '', wrong: '', replace: '' },
      header: '<b>Mark</b>',
      styles: 'h1 { color: #123 }',
    }),
  })
  const html = await (await own.gateway.fetch(new Request(await recoveryLink()))).text()
  for (const part of ['<html lang="hi">', '<title>&#60;recovery&#62;</title>', 'नमस्ते &#38; welcome', '<header><b>Mark</b></header>', 'h1 { color: #123 }'])
    expect(html).toContain(part)
  await own.close()
})

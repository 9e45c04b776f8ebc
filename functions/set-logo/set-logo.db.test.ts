import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { openShop, type Person, type TestShop } from '../testing/shop.ts'
import { LARGEST_LOGO, setLogo } from './set-logo.ts'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  admin = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [admin.id])
})
afterAll(() => shop.close())

async function ask(person: Person | null, body: unknown, method = 'POST') {
  const request = new Request('https://shop.example/functions/v1/set-logo', { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) })
  const response = await setLogo(request, shop.context(person))
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const version = async () => (await shop.sql<{ version: number }>('select version from public.settings'))[0]?.version
const picture = Buffer.from('a picture of a logo').toString('base64')

test('a logo is stored with its size, replaced under another name and taken away', async () => {
  const now = await version()
  expect(await ask(admin, { variant: 'light', version: now, image: picture })).toEqual({ status: 200, body: { version: Number(now) + 1 } })
  expect(await shop.sql('select logo, logo_dark from public.settings')).toEqual([
    { logo: { version: expect.stringMatching(/^[0-9a-f]{16}$/), width: 300, height: 100 }, logo_dark: null },
  ])
  expect(await ask(admin, { variant: 'light', version: now, image: picture })).toEqual({ status: 409, body: { code: 'STALE' } })
  expect((await ask(admin, { variant: 'light', version: await version(), image: null })).status).toBe(200)
  expect(await shop.sql('select logo from public.settings')).toEqual([{ logo: null }])
})

test('an invalid request is answered with a sentence', async () => {
  const at = { variant: 'light', version: await version() }
  for (const [body, fields] of [
    [{ ...at, image: 'AAAA' }, { image: 'This file is not a PNG, JPEG, WebP or AVIF picture' }],
    [{ ...at, image: 'no base64!' }, { image: 'A picture in base64, or null, is required' }],
    [{ ...at, image: 'A'.repeat(LARGEST_LOGO * 2) }, { image: 'The file is larger than 2 MB' }],
    [{ ...at, variant: 'pink', image: null }, { variant: 'light or dark is required' }],
    [{ variant: 'dark', image: null }, { version: 'The version of the settings is required' }],
    [[], { body: 'A JSON object is required' }],
  ] as const)
    expect(await ask(admin, body)).toEqual({ status: 400, body: { code: 'INVALID', fields } })
})

test('other callers are refused', async () => {
  const body = { variant: 'light', version: 1, image: null }
  expect(await ask(null, body)).toEqual({ status: 401, body: { code: 'SIGNED_OUT' } })
  expect(await ask(await shop.person(), body)).toEqual({ status: 403, body: { code: 'FORBIDDEN' } })
  expect((await ask(admin, null, 'GET')).status).toBe(405)
})

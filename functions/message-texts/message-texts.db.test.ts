import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { openShop, type Person, type TestShop } from '../testing/shop.ts'
import { messageTexts } from './message-texts.ts'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  admin = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [admin.id])
})
afterAll(() => shop.close())

async function ask(person: Person | null, body: unknown, method = 'POST') {
  const request = new Request('https://shop.example/functions/v1/message-texts', { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) })
  const response = await messageTexts(request, shop.context(person))
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('staff get the default texts, and a preview of a message with other texts', async () => {
  const { status, body } = await ask(admin, {})
  expect(status).toBe(200)
  expect(body['messages']).toContainEqual({ key: 'mail_recovery', subject: 'Reset your {shop} password', opening: expect.any(String), placeholders: ['shop'] })
  const sample = await ask(admin, { key: 'mail_order_shipped', subject: 'Off it goes', opening: 'By {courier} <soon>' })
  expect(sample).toMatchObject({ status: 200, body: { subject: 'Off it goes', text: expect.stringContaining('By Dakiya Express <soon>') } })
  expect(sample.body['html']).toContain('By Dakiya Express &#60;soon&#62;')
  expect((await ask(admin, { key: 'notice_order_shipped', subject: 'Off', opening: 'With {courier}' })).body).toEqual({
    subject: 'Off',
    text: 'With Dakiya Express',
    html: null,
  })
})

test('invalid text is reported by its field', async () => {
  expect(await ask(admin, { key: 'mail_recovery', subject: '{password}', opening: '' })).toEqual({
    status: 400,
    body: { code: 'INVALID', fields: { subject: 'There is no {password} in this message. There are: {shop}', opening: 'This cannot be empty' } },
  })
  for (const body of [{ key: 'constructor', subject: 'x', opening: 'x' }, { key: 'mail_recovery', subject: 1, opening: 'x' }, [], 'x'])
    expect(await ask(admin, body), JSON.stringify(body)).toMatchObject({ status: 400, body: { code: 'INVALID' } })
})

test('other callers are refused', async () => {
  expect(await ask(null, {})).toEqual({ status: 401, body: { code: 'SIGNED_OUT' } })
  expect(await ask(await shop.person(), {})).toEqual({ status: 403, body: { code: 'FORBIDDEN' } })
  expect((await ask(admin, null, 'GET')).status).toBe(405)
})

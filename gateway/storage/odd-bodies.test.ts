import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from '../testing/gateway.ts'

let database: TestDatabase
let shop: TestGateway
beforeAll(async () => {
  database = await createGatewayDatabase()
  shop = await openTestGateway(database)
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

test.each(['name', 'id', 'file_size_limit', 'allowed_mime_types'])('a %s that cannot be converted to text is refused, not a server error', async (field) => {
  const odd = { toString: true }
  const body = { name: 'odd', id: 'odd', [field]: field === 'allowed_mime_types' ? [odd] : odd }
  const headers = { apikey: KEYS.secretKey, 'content-type': 'application/json' }
  const answer = await shop.fetch('/storage/v1/bucket', { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
})

test('a transformation that cannot be converted to text is refused when a URL is signed', async () => {
  const headers = { apikey: KEYS.secretKey, 'content-type': 'application/json' }
  await shop.fetch('/storage/v1/bucket', { method: 'POST', headers, body: JSON.stringify({ name: 'odd' }) })
  const body = JSON.stringify({ expiresIn: 60, transform: { width: { toString: true } } })
  const answer = await shop.fetch('/storage/v1/object/sign/odd/a.png', { method: 'POST', headers, body })
  expect(answer.status).toBeLessThan(500)
})

test.each([{ offset: 1e21 }, { limit: 1e21, offset: 1e21 }, { sortBy: { column: { toString: true } } }, { sortBy: { order: { toString: true } } }])(
  'listing never causes a server error: %j',
  async (body) => {
    const headers = { apikey: KEYS.secretKey, 'content-type': 'application/json' }
    await shop.fetch('/storage/v1/bucket', { method: 'POST', headers, body: JSON.stringify({ name: 'odd' }) })
    const answer = await shop.fetch('/storage/v1/object/list/odd', { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBeLessThan(500)
  },
)

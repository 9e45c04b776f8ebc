import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { openTestGateway, type TestGateway } from '../../testing/gateway.ts'

let database: TestDatabase
let shop: TestGateway

beforeAll(async () => {
  database = await createGatewayDatabase()
  shop = await openTestGateway(database, { auth: { autoconfirm: true, bcryptCost: 4, limits: true } })
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

test('metadata changes are limited per account, so that one account cannot flood the audit log', async () => {
  const [one, other] = [shop.client(), shop.client()]
  await one.auth.signUp({ email: 'one@example.com', password: 'correct horse' })
  await other.auth.signUp({ email: 'other@example.com', password: 'correct horse' })
  for (let change = 0; change < 60; change += 1) expect((await one.auth.updateUser({ data: { change } })).error).toBeNull()
  expect((await one.auth.updateUser({ data: { change: 60 } })).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  expect((await one.auth.getUser()).data.user?.user_metadata['change']).toBe(59)
  expect((await other.auth.updateUser({ data: { change: 1 } })).error).toBeNull()
})

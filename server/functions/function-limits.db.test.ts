/** What the gateway lets through is what a function takes. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addReturnPhoto, LARGEST_PHOTO } from '#functions/add-return-photo/add-return-photo.ts'
import { functionLimits } from '#functions/registry.ts'
import { openShop, type TestShop } from '#functions/testing/shop.ts'
import { KEYS, openTestGateway, type TestGateway } from '#gateway/testing/gateway.ts'
import { createDatabase } from '../testing/database.ts'

let shop: TestShop
let front: TestGateway
beforeAll(async () => {
  const database = await createDatabase('shop')
  shop = openShop(database)
  const buyer = await shop.person()
  front = await openTestGateway(database, {
    functions: { 'add-return-photo': (request) => addReturnPhoto(request, shop.context(buyer)) },
    functionLimits,
  })
})
afterAll(async () => {
  await front.close()
  await shop.close()
})

const send = (bytes: number): Promise<Response> =>
  front.fetch('/functions/v1/add-return-photo', {
    method: 'POST',
    headers: { apikey: KEYS.publishableKey, authorization: `Bearer ${KEYS.anonKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ return_id: randomUUID(), image: 'A'.repeat(Math.ceil(bytes / 3) * 4) }),
  })

test('a photo of the largest size reaches its function, which reads it whole, and a larger one does not', async () => {
  const read = await send(LARGEST_PHOTO)
  // Of a return that is not there: asked for only once the body has been read and checked.
  expect([read.status, await read.json()]).toEqual([404, { code: 'GONE' }])
  expect((await send(LARGEST_PHOTO + 3000)).status).toBe(413)
})

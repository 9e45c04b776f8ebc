import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { openShop, type Person, type TestShop } from '../testing/shop.ts'
import { addReturnPhoto, LARGEST_PHOTO } from './add-return-photo.ts'

let shop: TestShop
let buyer: Person
let id: string
beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  buyer = await shop.person()
  const [order] = await shop.sql<{ id: string }>(
    `with made as (
       insert into public.orders (user_id, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst, goods_total,
         subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state)
       values ($1, 'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', 'cod_pending') returning id)
     insert into public.order_items (order_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
     select id, 'Balm', 1, 118, 100, 18, 9, 9, 0, 118 from made returning order_id as id`,
    [buyer.id],
  )
  const [made] = await shop.sql<{ id: string }>(
    "insert into public.returns (order_id, number, state, asked_by, reason) values ($1, 1, 'requested', 'customer', 'damaged') returning id",
    [order?.id],
  )
  id = String(made?.id)
})
afterAll(() => shop.close())

async function send(person: Person | null, body: unknown, method = 'POST') {
  const request = new Request('https://shop.example/functions/v1/add-return-photo', { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) })
  const response = await addReturnPhoto(request, shop.context(person))
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const image = Buffer.from('a photo of a broken lid').toString('base64')

test('the customer of a requested return adds up to four photos', async () => {
  for (let photo = 0; photo < 4; photo += 1) expect(await send(buyer, { return_id: id, image })).toEqual({ status: 200, body: {} })
  expect(await send(buyer, { return_id: id, image })).toEqual({ status: 409, body: { code: 'TOO_MANY' } })
  await shop.sql("update public.returns set state = 'approved'")
  expect(await send(buyer, { return_id: id, image })).toEqual({ status: 409, body: { code: 'STALE' } })
  await shop.sql("update public.returns set state = 'requested'")
  await shop.sql('delete from private.return_photos')
})

test('a file of exactly the largest size is read', async () => {
  expect(await send(buyer, { return_id: id, image: 'A'.repeat((LARGEST_PHOTO * 4) / 3) })).toEqual({ status: 200, body: {} })
  await shop.sql('delete from private.return_photos')
})

test('other people, other files and oversized ones are refused', async () => {
  expect(await send(null, { return_id: id, image })).toEqual({ status: 401, body: { code: 'SIGNED_OUT' } })
  expect(await send(await shop.person(), { return_id: id, image })).toEqual({ status: 404, body: { code: 'GONE' } })
  expect((await send(buyer, null, 'GET')).status).toBe(405)
  for (const [body, fields] of [
    [{ return_id: id, image: 'AAAA' }, { image: 'This file is not a PNG, JPEG, WebP or AVIF picture' }],
    [{ return_id: id, image: 'no base64!' }, { image: 'A picture in base64 is required' }],
    [{ return_id: id, image: 'A'.repeat(LARGEST_PHOTO * 2) }, { image: 'The file is larger than 6 MB' }],
    [{ return_id: "' or true", image }, { return_id: 'A return is required' }],
    [[], { body: 'A JSON object is required' }],
  ] as const)
    expect(await send(buyer, body)).toEqual({ status: 400, body: { code: 'INVALID', fields } })
  expect(await shop.sql('select id from private.return_photos')).toEqual([])
})

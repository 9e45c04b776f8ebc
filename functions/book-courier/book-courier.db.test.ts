import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { CourierRefusal } from '../couriers/courier.ts'
import { openHttpCourier } from '../couriers/http-courier.ts'
import { trackParcels } from '../couriers/tracking-job.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { FAKE_COURIER_KEY, startFakeCourier } from '../testing/fake-courier.ts'
import type { FakeCourier } from '../testing/fake-courier.ts'
import { bookCourier } from './book-courier.ts'

let shop: TestShop
let fake: FakeCourier
let packer: Person
let buyer: Person

const courierAt = (url: string, key = FAKE_COURIER_KEY) => openHttpCourier({ name: 'Ghoda Express', url, key })

beforeAll(async () => {
  fake = await startFakeCourier()
  shop = openShop(await createDatabase('shop'), { courier: courierAt(fake.url) })
  ;[packer, buyer] = (await shop.people(2)) as [Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'orders')", [packer.id])
})
afterEach(() => fake.behave('works'))
afterAll(() => Promise.all([shop.close(), fake.close()]))

type Parcel = { id: string; version: number; order: string }

/** A packed parcel with one of two pieces of an accepted order, 118 rupees each, to be paid at the door unless `arrived` rupees of it have come before. */
async function packed(pieces = 1, arrived = 0): Promise<Parcel> {
  const product = await shop.product({ stock: 5 })
  const [made] = await shop.sql<{ id: string; item: string }>(
    `with o as (insert into public.orders (user_id, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
        goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state)
      values ($1, 'Divya Shah', '12 Hill Road', 'Mumbai', 'Maharashtra', '400050', $2, '9820012345', '27', '27', true, 236, 200, 36, 18, 18, 0, 236, 'cod', 'cod_pending')
      returning id),
    i as (insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
      select id, $3, 'Rose balm', 2, 118, 200, 18, 18, 18, 0, 236 from o returning id, order_id),
    p as (insert into public.payments (order_id, method, state, amount, reference) select id, 'cod', 'cod_pending', 236 - $4::numeric, replace(id::text, '-', '') from o),
    q as (insert into public.payments (order_id, method, state, amount) select id, 'upi', 'paid', $4::numeric from o where $4::numeric > 0)
    select o.id, i.id as item from o, i`,
    [buyer.id, buyer.email, product, arrived],
  )
  if (!made) throw new Error('No order was made')
  await shop.sql("update public.orders set status = 'processing' where id = $1", [made.id])
  const [order] = await shop.sql<{ version: number }>('select version from public.orders where id = $1', [made.id])
  const [parcel] = await shop
    .context(packer)
    .asUser((query) =>
      query<{ id: string }>('select public.create_shipment($1, $2, $3, p_packed => true) as id', [
        made.id,
        order?.version,
        JSON.stringify([{ item: made.item, quantity: pieces }]),
      ]),
    )
  return { id: parcel?.id ?? '', version: 1, order: made.id }
}

async function ask(act: string, parcel: Partial<Parcel> = {}, person: Person | null = packer): Promise<[number, Record<string, unknown>]> {
  const body = JSON.stringify({ act, shipment_id: parcel.id, version: parcel.version })
  const answer = await bookCourier(new Request('http://shop.example/', { method: 'POST', body }), shop.context(person))
  return [answer.status, (await answer.json()) as Record<string, unknown>]
}
const shipment = async ({ id }: Parcel) => (await shop.sql('select state, courier, tracking_number, version from public.shipments where id = $1', [id]))[0]
const booking = async ({ id }: Parcel) => (await shop.sql('select state, parcel_state, reference from public.courier_bookings where shipment_id = $1', [id]))[0]

test('the courier collects what is still to come: what has arrived pays the first parcels', async () => {
  for (const [arrived, collect] of [
    [50, 68],
    [118, 0],
    [236, 0],
  ] as const) {
    const parcel = await packed(1, arrived)
    expect((await ask('book', parcel))[0]).toBe(200)
    expect(fake.parcels.get(parcel.id)?.body).toMatchObject({ collect })
  }
})

test('a booked parcel has the courier, its number and its label; the courier gets address, weight and what to collect', async () => {
  const parcel = await packed()
  expect(await ask('about')).toEqual([200, { courier: 'Ghoda Express' }])
  const [status, { tracking_number: number }] = await ask('book', parcel)
  expect([status, number]).toEqual([200, expect.stringMatching(/^SI\d+$/)])
  expect(await shipment(parcel)).toEqual({ state: 'packed', courier: 'Ghoda Express', tracking_number: number, version: 2 })
  expect(fake.parcels.get(parcel.id)?.body).toMatchObject({
    number: expect.stringMatching(/^\d{3}-\d{3}$/),
    to: { name: 'Divya Shah', pincode: '400050', phone: '9820012345' },
    contents: [{ name: 'Rose balm', quantity: 1 }],
    value: 118,
    collect: 118,
    weight_grams: null,
  })
  const [, { pdf }] = await ask('label', parcel)
  expect(Buffer.from(String(pdf), 'base64').toString('latin1', 0, 5)).toBe('%PDF-')
  expect(await ask('book', { ...parcel, version: 2 })).toEqual([409, { code: 'COURIER_BOOKED' }])
})

test('an answer that never arrived is asked for again, and the courier comes once', async () => {
  const parcel = await packed()
  fake.behave('lost')
  expect(await ask('book', parcel)).toEqual([503, { code: 'COURIER_UNREACHABLE' }])
  expect(await booking(parcel)).toMatchObject({ state: 'booking', reference: null })
  const before = fake.parcels.size
  fake.behave('works')
  expect((await ask('book', parcel))[0]).toBe(200)
  expect(fake.parcels.size).toBe(before)
  expect(await booking(parcel)).toMatchObject({ state: 'booked' })
})

test('two packers who book at once get one booking', async () => {
  const parcel = await packed()
  const before = fake.parcels.size
  const answers = await Promise.all([ask('book', parcel), ask('book', parcel)])
  expect(answers.map(([status]) => status)).toContain(200)
  expect(fake.parcels.size).toBe(before + 1)
  expect(await shipment(parcel)).toMatchObject({ version: 2 })
})

test('a booking that is cancelled while the courier is asked is not made at the courier either', async () => {
  const parcel = await packed()
  const slow = courierAt(fake.url)
  const context = {
    ...shop.context(packer),
    courier: {
      ...slow,
      async book(asked: Parameters<typeof slow.book>[0]) {
        expect(await ask('cancel', parcel)).toEqual([200, {}])
        return slow.book(asked)
      },
    },
  }
  const body = JSON.stringify({ act: 'book', shipment_id: parcel.id, version: parcel.version })
  const answer = await bookCourier(new Request('http://shop.example/', { method: 'POST', body }), context)
  expect([answer.status, await answer.json()]).toEqual([409, { code: 'STALE' }])
  expect([await booking(parcel), fake.parcels.has(parcel.id)]).toEqual([undefined, false])
})

test('a refusal of the courier is shown with its reason, and leaves nothing behind', async () => {
  const parcel = await packed()
  fake.behave('refuses')
  expect(await ask('book', parcel)).toEqual([409, { code: 'COURIER_REFUSED', reason: 'We do not serve this PIN code' }])
  expect([await booking(parcel), await shipment(parcel)]).toEqual([undefined, { state: 'packed', courier: null, tracking_number: null, version: 1 }])
})

test('an answer that is too long, not JSON or from a courier that does not know the key counts as none', async () => {
  for (const mode of ['huge', 'fails'] as const) {
    fake.behave(mode)
    expect(await ask('book', await packed())).toEqual([503, { code: 'COURIER_UNREACHABLE' }])
  }
  fake.behave('works')
  await expect(courierAt(fake.url, 'wrong').track({ key: randomUUID(), reference: null })).rejects.toThrow('answered 401')
  await expect(courierAt(fake.url).track({ key: randomUUID(), reference: null })).rejects.toThrow(CourierRefusal)
})

test('a booked parcel cannot be unpacked and its order not cancelled until the booking is cancelled', async () => {
  const parcel = await packed()
  await ask('book', parcel)
  const unpack = (version: number) => shop.context(packer).asUser((query) => query('select public.unpack_shipment($1, $2)', [parcel.id, version]))
  await expect(unpack(2)).rejects.toThrow('cancel the booking first')
  await expect(shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'x' where id = $1", [parcel.order])).rejects.toThrow(
    'cancel the booking first',
  )
  expect(await ask('cancel', parcel)).toEqual([409, { code: 'STALE' }])
  expect(await ask('cancel', { ...parcel, version: 2 })).toEqual([200, {}])
  expect([await booking(parcel), fake.parcels.has(parcel.id)]).toEqual([undefined, false])
  expect(await shipment(parcel)).toEqual({ state: 'packed', courier: null, tracking_number: null, version: 3 })
  await unpack(3)
})

test('a cancellation whose answer never arrived is repeated; one that the courier refuses leaves the booking', async () => {
  const lost = await packed()
  await ask('book', lost)
  fake.behave('lost')
  expect(await ask('cancel', { ...lost, version: 2 })).toEqual([503, { code: 'COURIER_UNREACHABLE' }])
  fake.behave('works')
  expect(await ask('cancel', { ...lost, version: 2 })).toEqual([200, {}]) // the courier does not know it any more
  const late = await packed()
  await ask('book', late)
  const known = fake.parcels.get(late.id)
  if (known) known.state = 'on_the_way'
  expect(await ask('cancel', { ...late, version: 2 })).toEqual([409, { code: 'COURIER_REFUSED', reason: 'It is on its way' }])
  expect(await booking(late)).toMatchObject({ state: 'booked' })
})

test('what the courier says later is followed: a delivered parcel is delivered, one on its way back is only noted', async () => {
  const [parcel, second] = [await packed(2), await packed(2)]
  for (const each of [parcel, second]) {
    const [, { tracking_number: number }] = await ask('book', each)
    await shop.context(packer).asUser((query) => query('select public.dispatch_shipment($1, 2, $2, $3)', [each.id, 'Ghoda Express', number]))
  }
  const [first, back] = [fake.parcels.get(parcel.id), fake.parcels.get(second.id)]
  if (first) Object.assign(first, { state: 'delivered', text: 'Handed to the customer' })
  if (back) Object.assign(back, { state: 'returning', text: 'Refused at the door' })
  const follow = () =>
    trackParcels(
      (text, values) => shop.sql(text, values),
      courierAt(fake.url),
      () => undefined,
    )
  await shop.sql("update public.courier_bookings set next_check_at = now() + interval '1 hour' where shipment_id <> all ($1)", [[parcel.id, second.id]])
  await follow()
  expect([await shipment(parcel), await booking(parcel)]).toMatchObject([{ state: 'delivered' }, { parcel_state: 'delivered' }])
  expect(await shop.sql('select status from public.orders where id = $1', [parcel.order])).toEqual([{ status: 'delivered' }])
  expect([await shipment(second), await booking(second)]).toMatchObject([{ state: 'shipped' }, { parcel_state: 'returning' }])
  const asked = fake.asked.length
  await follow() // claimed for half an hour
  expect(fake.asked.length).toBe(asked)
})

test('only staff who process orders talk to the courier', async () => {
  const parcel = await packed()
  expect(await ask('book', parcel, null)).toEqual([401, { code: 'SIGNED_OUT' }])
  expect(await ask('book', parcel, buyer)).toEqual([403, { code: 'ADMINS_ONLY' }])
  for (const [role, may] of [
    ['manager', true],
    ['owner', true],
    ['accounts', false],
    ['catalogue', false],
  ] as const) {
    const person = await shop.person()
    await shop.sql('insert into public.user_roles (user_id, role) values ($1, $2)', [person.id, role])
    expect((await ask('about', {}, person))[0]).toBe(may ? 200 : 403)
  }
  expect(await ask('book', { id: 'x', version: 1 })).toMatchObject([400, { code: 'INVALID' }])
  expect(await ask('sell', parcel)).toMatchObject([400, { code: 'INVALID' }])
  expect(await ask('book', { id: randomUUID(), version: 1 })).toEqual([404, { code: 'GONE' }])
})

test('a shop without a courier says so', async () => {
  const body = JSON.stringify({ act: 'book', shipment_id: randomUUID(), version: 1 })
  const answer = await bookCourier(new Request('http://shop.example/', { method: 'POST', body }), { ...shop.context(packer), courier: null })
  expect([answer.status, await answer.json()]).toEqual([404, { code: 'NO_COURIER' }])
})

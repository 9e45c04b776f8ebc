/**
 * Rows of another customer are not found, on every route and by every call (docs/rules.md#roles: each query is scoped to the user's
 * own id). Each denial has a counterpart: the owner finds the same row.
 */
import { randomUUID } from 'node:crypto'
import type { ShopClient } from '../support/customers.ts'
import { addToCart, newCustomer, serviceClient, visitorClient } from '../support/customers.ts'
import type { Customer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { moveOrder, orderOf } from '../support/orders.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)

type Owned = { owner: Customer; orderId: string; pendingId: string; addressId: string; notificationId: string; complaint: string }

/** A customer who has a row of every kind. */
async function someoneWithEverything(): Promise<Owned> {
  const owner = await newCustomer(shopKeys())
  const { id: orderId, product } = await orderOf(owner)
  await moveOrder(orderId, 'processing') // invoice, history, notification
  const { id: pendingId } = await orderOf(owner, { of: product })
  await addToCart(owner, (await makeProduct()).id, 1)
  const address = {
    user_id: owner.id,
    full_name: 'Meera Nair',
    address: '12 Hill Road',
    city: 'Mumbai',
    state: 'Maharashtra',
    pincode: '400050',
    phone: '9820012345',
  }
  const { data: saved, error } = await owner.client.from('addresses').insert(address).select('id').single()
  if (error) throw error
  const { data: filed } = await owner.client.functions.invoke<{ number: string }>('file-complaint', {
    body: { name: 'Meera Nair', email: owner.email, order_id: orderId, message: 'The lipstick arrived broken.' },
  })
  const { data: notice } = await owner.client.from('notifications').select('id').eq('order_id', orderId).limit(1).single()
  return { owner, orderId, pendingId, addressId: saved.id, notificationId: notice?.id as string, complaint: filed?.number ?? '' }
}

/** Every way to request another person's row, by table. */
function readsOf({
  owner,
  orderId,
  addressId,
  notificationId,
  complaint,
}: Owned): Record<string, (client: ShopClient) => PromiseLike<{ data: unknown[] | null; error: { code: string } | null }>> {
  return {
    'an order by its id': (client) => client.from('orders').select('id').eq('id', orderId),
    'orders by user': (client) => client.from('orders').select('id').eq('user_id', owner.id),
    'its items': (client) => client.from('order_items').select('id').eq('order_id', orderId),
    'its items through the order': (client) => client.from('orders').select('id,order_items!inner(id)').eq('id', orderId),
    'its order through the items': (client) => client.from('order_items').select('orders!inner(id,email)').eq('orders.id', orderId),
    'its history': (client) => client.from('order_status_history').select('id').eq('order_id', orderId),
    'its payment': (client) => client.from('payments').select('id').eq('order_id', orderId),
    'its invoice': (client) => client.from('documents').select('serial').eq('order_id', orderId),
    'a notification': (client) => client.from('notifications').select('id').eq('id', notificationId),
    'an address': (client) => client.from('addresses').select('id').eq('id', addressId),
    'a cart': (client) => client.from('cart_items').select('id').eq('user_id', owner.id),
    'a profile': (client) => client.from('profiles').select('id').eq('id', owner.id),
    'a complaint': (client) => client.from('complaints').select('number').eq('number', complaint),
  }
}

test('through the API the owner finds each row, another customer none, and a visitor is refused', async ({ customer: other }) => {
  const owned = await someoneWithEverything()
  for (const [what, read] of Object.entries(readsOf(owned))) {
    const own = await read(owned.owner.client)
    expect(own.error, `${what}, by its owner`).toBeNull()
    expect(own.data?.length, `${what}, by its owner`).toBeGreaterThan(0)
    await expect.poll(async () => read(other.client), { message: `${what}, by another` }).toMatchObject({ data: [], error: null })
    const visitor = await read(visitorClient(shopKeys()))
    expect(visitor.error?.code, `${what}, by a visitor`).toBe('42501')
  }
  // A count would reveal as much as a row.
  await expect.poll(async () => (await other.client.from('orders').select('id', { count: 'exact', head: true }).eq('id', owned.orderId)).count).toBe(0)
})

test('no data of another customer can be changed, deleted, claimed or written in their name', async ({ customer: other }) => {
  const owned = await someoneWithEverything()
  const { owner, pendingId, addressId, notificationId } = owned
  const changes = (client: ShopClient, userId: string) => ({
    cancel: client.from('orders').update({ status: 'cancelled', cancelled_by: userId }).eq('id', pendingId).eq('status', 'pending').select('id'),
    read: client.from('notifications').update({ read: true }).eq('id', notificationId).select('id'),
    move: client.from('addresses').update({ city: 'Pune' }).eq('id', addressId).select('id'),
    rename: client.from('profiles').update({ full_name: 'Taken over' }).eq('id', owner.id).select('id'),
    count: client.from('cart_items').update({ quantity: 9 }).eq('user_id', owner.id).select('id'),
    empty: client.from('cart_items').delete().eq('user_id', owner.id).select('id'),
    forget: client.from('addresses').delete().eq('id', addressId).select('id'),
  })
  for (const [what, change] of Object.entries(changes(other.client, other.id))) expect((await change).data ?? [], `${what}, by another`).toEqual([])
  const product = await makeProduct()
  for (const insert of [
    other.client.from('cart_items').insert({ user_id: owner.id, product_id: product.id, quantity: 1 }),
    other.client
      .from('addresses')
      .insert({ user_id: owner.id, full_name: 'A', address: '1', city: 'Pune', state: 'Maharashtra', pincode: '411001', phone: '9876543210' }),
    other.client.from('order_status_history').insert({ order_id: pendingId, status: 'cancelled', notes: 'Order cancelled by customer', created_by: other.id }),
    other.client.from('notifications').insert({ user_id: owner.id, title: 'x', message: 'x', type: 'system' }),
  ])
    expect((await insert).error?.code).toMatch(/^(42501|P0001|PT40[034])$/)
  const about = await other.client.functions.invoke('file-complaint', {
    body: { name: 'A B', email: other.email, order_id: pendingId, message: 'About an order of someone else' },
  })
  expect((about.error as { context?: Response } | null)?.context?.status).toBe(400)
  // Nothing has changed, and the owner may do all of it.
  await expect
    .poll(async () => (await serviceClient(shopKeys()).from('orders').select('status,full_name').eq('id', pendingId).single()).data)
    .toEqual({ status: 'pending', full_name: 'Meera Nair' })
  await expect.poll(async () => (await owner.client.from('profiles').select('full_name').eq('id', owner.id).single()).data?.full_name).toBe('Meera Nair')
  for (const [what, change] of Object.entries(changes(owner.client, owner.id))) expect((await change).data?.length, `${what}, by its owner`).toBeGreaterThan(0)
})

test('the invoice of another customer looks like one that does not exist, stored or downloaded', async ({ customer: other }) => {
  const { owner, orderId } = await someoneWithEverything()
  const ask = async (client: ShopClient, id: string, type: 'store' | 'download'): Promise<{ status: number; body: string }> => {
    const { data, error } = await client.functions.invoke<unknown>('generate-pdf', { body: { type, orderId: id, documentType: 'invoice' } })
    const answer = (error as { context?: Response } | null)?.context
    return { status: answer?.status ?? 200, body: answer ? await answer.text() : typeof data === 'string' ? data : JSON.stringify(data) }
  }
  for (const type of ['store', 'download'] as const) {
    const theirs = await ask(other.client, orderId, type)
    expect(theirs.status).toBe(404)
    expect(theirs).toEqual(await ask(other.client, randomUUID(), type))
    await expect.poll(async () => (await ask(visitorClient(shopKeys()), orderId, type)).status).toBe(401)
    await expect.poll(async () => (await ask(owner.client, orderId, type)).status).toBe(200)
  }
  // The stored file is in a private bucket: its name gives access to no one.
  const key = `${orderId}/invoice.pdf`
  for (const client of [other.client, visitorClient(shopKeys())]) {
    await expect.poll(async () => (await client.storage.from('documents').download(key)).error).not.toBeNull()
    await expect.poll(async () => (await client.storage.from('documents').createSignedUrl(key, 60)).error).not.toBeNull()
    await expect.poll(async () => (await client.storage.from('documents').list(orderId)).data ?? []).toEqual([])
  }
  await expect.poll(async () => (await fetch(`${shopKeys().url}/storage/v1/object/public/documents/${key}`)).status).not.toBe(200)
})

test('on every route an order of someone else looks like one that does not exist, and lists only show own orders', async ({ page, customer: other }) => {
  const { orderId, owner } = await someoneWithEverything()
  const mine = await orderOf(other)
  const textOf = async (address: string): Promise<string> => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: 'Order Not Found' })).toBeVisible()
    return page.getByRole('main').innerText()
  }
  for (const route of ['order-confirmation', 'invoice']) {
    const unknown = await textOf(`/${route}/${randomUUID()}`)
    await expect.poll(() => textOf(`/${route}/${orderId}`)).toBe(unknown)
    await expect.poll(() => textOf(`/${route}/not-an-id`)).toBe(unknown)
    await page.goto(`/${route}/${mine.id}`)
    await expect(page.getByRole('main')).toContainText(mine.short)
  }
  const own: Record<string, string> = {
    'my-orders': mine.short,
    orders: mine.short,
    dashboard: mine.id.slice(0, 6),
    notifications: mine.short,
    profile: other.email,
  }
  for (const [route, shown] of Object.entries(own)) {
    await page.goto(`/${route}`)
    const main = page.getByRole('main')
    if (route === 'profile') await expect(main.getByLabel('Full name')).toHaveValue('Meera Nair')
    else await expect(main).toContainText(shown)
    for (const theirs of [orderId.slice(0, 6), owner.email, owner.id]) await expect(main).not.toContainText(theirs)
  }
})

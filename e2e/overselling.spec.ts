import { test } from '@playwright/test'
import { expect } from './support/expect.ts'
import { addToCart, newCustomers, placeOrder, serviceClient } from './support/customers.ts'
import { shopKeys } from './support/current-shop.ts'

test('100 buyers at once for a product with stock 50 make exactly 50 orders', async () => {
  test.setTimeout(180_000)
  const keys = shopKeys()
  const service = serviceClient(keys)
  const product = await service
    .from('products')
    .insert({ sku: `RUSH-${Date.now()}`, name: 'Rush lipstick', price: 149, mrp: 249, stock: 50, gst_percent: 18, hsn: '3304', status: 'active' })
    .select('id')
    .single()
  expect(product.error).toBeNull()
  const id = product.data?.id as string

  const customers = await newCustomers(keys, 100)
  await Promise.all(customers.map((customer) => addToCart(customer, id, 1)))
  const answers = await Promise.all(customers.map((customer) => placeOrder(customer)))

  const sold = answers.filter((answer) => answer.status === 200)
  const refused = answers.filter((answer) => answer.status === 409)
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([])
  expect(sold).toHaveLength(50)
  expect(refused).toHaveLength(50)
  expect(new Set(refused.map((answer) => answer.body.code))).toEqual(new Set(['OUT_OF_STOCK']))

  await expect.poll(async () => (await service.from('products').select('stock').eq('id', id).single()).data?.stock).toBe(0)
  await expect.poll(async () => (await service.from('order_items').select('id', { count: 'exact', head: true }).eq('product_id', id)).count).toBe(50)
  await expect
    .poll(async () =>
      (await service.from('stock_movements').select('quantity').eq('product_id', id)).data?.reduce((sum, movement) => sum + movement.quantity, 0),
    )
    .toBe(0)
})

test('twenty requests with one key and one cart are one order, with one response', async () => {
  const keys = shopKeys()
  const service = serviceClient(keys)
  const { data: product } = await service.from('products').select('id').eq('status', 'active').gt('stock', 60).lte('min_order_quantity', 1).limit(1).single()
  const [customer] = await newCustomers(keys, 1)
  if (!customer) throw new Error('no customer')
  await addToCart(customer, product?.id as string, 2)
  const key = crypto.randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => placeOrder(customer, key)))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(new Set(answers.map((answer) => answer.body.order?.id)).size).toBe(1)
  await expect.poll(async () => (await customer.client.from('orders').select('id', { count: 'exact', head: true })).count).toBe(1)
})

/** People, products and orders in every state, for the crawl of the signed-in screens. */
import { randomInt } from 'node:crypto'
import { addToCart, newCustomer, serviceClient, shipping, type Customer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { changeOrder, manyOrders, moveOrder, orderOf } from '../support/orders.ts'
import { changeProduct, dropProducts, makeProduct, type MadeProduct } from '../support/products.ts'
import { LONG_COMPANY, LONG_PERSON, LONG_PRODUCT, LONG_WORD } from './long-names.ts'

const service = () => serviceClient(shopKeys())
const longAddress = {
  full_name: LONG_PERSON,
  company_name: LONG_COMPANY,
  address: `${LONG_WORD}, 12 Hill Road, behind the old market`,
  city: 'Thiruvananthapuram',
}

export const ORDER_STATES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled', 'to pay by UPI', 'UPI reference sent', 'refund due'] as const
export type OrderState = (typeof ORDER_STATES)[number]
export type Once = Customer & { order: string }
export type Buyer = Customer & { orders: Record<OrderState, string>; long: MadeProduct; clear: () => Promise<void> }

export const makeLongProduct = (): Promise<MadeProduct> =>
  makeProduct({
    name: LONG_PRODUCT,
    brand: LONG_WORD,
    price: 1_234.56,
    mrp: 1_999.99,
    stock: 5_000,
    pricing_tiers: [2, 6, 12, 24, 48, 96].map((min_quantity, place) => ({ min_quantity, discount_percent: (place + 1) * 3 })),
  })

/**
 * A customer with long names, an order in each state and 45 more, two addresses and a cart of 30 lines, one of them sold out.
 * `clear` removes the goods and the UPI address again.
 */
export async function makeBuyer(): Promise<Buyer> {
  const customer = await newCustomer(shopKeys())
  const { data: before } = await service().from('settings').select('upi_vpa').single().throwOnError()
  const payTo = (upi_vpa: string | null) => service().from('settings').update({ upi_vpa }).not('store_name', 'is', null).throwOnError()
  await payTo('shringar@okbank')
  await service().from('profiles').update({ full_name: LONG_PERSON, company_name: LONG_COMPANY, phone: '9845000127' }).eq('id', customer.id).throwOnError()
  await customer.client
    .from('addresses')
    .insert([1, 2].map((place) => ({ ...shipping, ...longAddress, user_id: customer.id, is_default: place === 1, phone: '9820012345' })))
    .throwOnError()
  const long = await makeLongProduct()
  const plain = await makeProduct({ stock: 500 })
  const order = async (method: 'cod' | 'upi' = 'cod'): Promise<string> => {
    await addToCart(customer, plain.id, 1)
    return (await orderOf(customer, { of: long, quantity: 2, method, to: longAddress })).id
  }
  const orders = {} as Record<OrderState, string>
  for (const state of ORDER_STATES) orders[state] = await order(/UPI|refund/.test(state) ? 'upi' : 'cod')
  for (const step of ['processing', 'shipped', 'delivered'] as const) await moveOrder(orders[step], step)
  await changeOrder(orders.cancelled, { status: 'cancelled', cancel_reason: `Bought twice, ${LONG_WORD}` })
  for (const state of ['UPI reference sent', 'refund due'] as const) {
    await customer.client.rpc('claim_payment', { p_order: orders[state], p_reference: String(randomInt(10 ** 11, 10 ** 12 - 1)) }).throwOnError()
  }
  await service().from('payments').update({ state: 'paid' }).eq('order_id', orders['refund due']).throwOnError()
  await changeOrder(orders['refund due'], { status: 'cancelled' })
  await manyOrders(customer, 45)

  const { data: demo } = await service().from('products').select('id').eq('status', 'active').gt('stock', 50).order('name').limit(28).throwOnError()
  const soldOut = await makeProduct({ name: `Sold out ${LONG_PRODUCT}` })
  const lines = [long, soldOut, ...(demo ?? [])].map(({ id }) => ({ user_id: customer.id, product_id: id, quantity: 12 }))
  await service().from('cart_items').upsert(lines, { onConflict: 'user_id,product_id', ignoreDuplicates: true }).throwOnError()
  await changeProduct(soldOut.id, { stock: 0 })
  const clear = async (): Promise<void> => {
    await payTo(before.upi_vpa)
    await dropProducts(long.id, plain.id, soldOut.id)
  }
  return { ...customer, orders, long, clear }
}

/** A customer with one order and one product in the cart. */
export async function makeOnce(): Promise<Once> {
  const customer = await newCustomer(shopKeys())
  const { id, product } = await orderOf(customer)
  await addToCart(customer, product.id, 2)
  return { ...customer, order: id }
}

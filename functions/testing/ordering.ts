import { placeOrder } from '../place-order/place-order.ts'
import type { OrderAnswer } from '../orders/new-order.ts'
import type { Person, TestShop } from './shop.ts'

export const shipping = {
  full_name: 'Meera Nair',
  company_name: 'Looks by Meera',
  gstin: '29ABCDE1234F1ZW',
  address: '48, 12th Main, Indiranagar',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560038',
  email: 'meera@looksbymeera.example',
  phone: '9845011234',
}

/** Changes of `shipping` for the same buyer in the shop's own State. */
export const home = { pincode: '411001', gstin: '27ABCDE1234F1Z0' }

let keys = 0
export const freshKey = () => `key-0000-${++keys}`

/** The settings that each test of place-order starts with. */
export const resetSettings = (shop: TestShop) =>
  shop.sql(
    "update public.settings set cod_enabled = true, upi_vpa = null, forced_gst_percent = 18, prices_include_gst = true, state_code = '27', gstin = '27ABCDE1234F1Z0'",
  )

/** Places orders in a test shop and counts the rows that they write. */
export function orderingIn(shop: () => TestShop) {
  async function order(person: Person | null, changes: Record<string, unknown> = {}) {
    const body = { idempotency_key: freshKey(), shipping, payment_method: 'cod', ...changes }
    return send(person, { method: 'POST', body: JSON.stringify(body) })
  }
  async function send(person: Person | null, init: RequestInit) {
    const response = await placeOrder(new Request('http://shop.example/functions/v1/place-order', init), shop().context(person))
    return { status: response.status, body: (await response.json()) as Record<string, unknown> & OrderAnswer }
  }
  const count = async (table: string, where = 'true', values: unknown[] = []) =>
    Number((await shop().sql<{ n: string }>(`select count(*) as n from ${table} where ${where}`, values))[0]?.n)
  const stockOf = async (id: string) => (await shop().sql<{ stock: number }>('select stock from public.products where id = $1', [id]))[0]?.stock

  /** Counts all rows that an order writes for one buyer; all zero after a refusal. */
  async function tracesOf({ id }: Person) {
    const own = 'order_id in (select id from public.orders where user_id = $1)'
    return Object.fromEntries(
      await Promise.all([
        ...['public.orders', 'private.order_requests', 'public.notifications'].map(async (table) => [table, await count(table, 'user_id = $1', [id])] as const),
        ...['public.order_items', 'public.payments', 'public.stock_movements', 'public.order_status_history'].map(
          async (table) => [table, await count(table, own, [id])] as const,
        ),
      ]),
    )
  }
  return { order, send, count, stockOf, tracesOf }
}

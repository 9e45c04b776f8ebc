/** One member of the staff: quotes an order at the telephone and reads the lists of the back office. */
import type { ShopClient } from '../support/customers.ts'
import type { Goods } from './shopper.ts'

const LISTS = ['orders', 'products', 'profiles', 'stock_movements', 'payments'] as const

export async function workOnce(client: ShopClient, goods: readonly Goods[]): Promise<void> {
  const lines = goods.slice(0, 5).map(({ id }) => ({ product_id: id, quantity: 3 }))
  const quoted = await client.functions.invoke<{ lines: unknown[] }>('quote-manual-order', {
    body: { lines, buyer: { state: 'Maharashtra' }, delivery: 'rule', payment_method: 'cod' },
  })
  if (quoted.error) throw quoted.error
  if (quoted.data?.lines.length !== lines.length) throw new Error('a quote lacks lines')
  for (const list of LISTS) {
    const { error } = await client.from(list).select('*', { count: 'exact' }).limit(25)
    if (error) throw new Error(`${list}: ${error.message}`)
  }
}

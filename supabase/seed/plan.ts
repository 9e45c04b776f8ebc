import { arrivals } from './arrivals.ts'
import { CUSTOMERS } from './customers.ts'
import type { DemoCustomer } from './customers.ts'
import { hoursBefore } from './load-context.ts'
import type { DemoSize } from './load-context.ts'
import { ORDERS } from './orders.ts'
import type { DemoOrder } from './orders.ts'
import type { DemoProduct } from './products/product.ts'
import { ordersOfAYear } from './trade/orders-of-a-year.ts'
import { TRADE_PEOPLE } from './trade/people.ts'
import { soldBy, supplyFor } from './trade/supply.ts'
import type { StockMove } from './trade/supply.ts'

/** Who buys what, and when goods come in. `arrived`: days since a product was added; `opening`: its pieces then; both by SKU. */
export type TradePlan = {
  customers: readonly DemoCustomer[]
  orders: readonly DemoOrder[]
  arrived: ReadonlyMap<string, number>
  opening: ReadonlyMap<string, number>
  stockMoves: readonly StockMove[]
}

/** The fixed orders, and in a full demo a year of trade around them. Either way the stock ends as the products' data says. */
export function planTrade(size: DemoSize, products: readonly DemoProduct[], now: Date): TradePlan {
  const arrived = arrivals(products, size)
  if (size === 'small') {
    const opening = new Map(products.map(({ sku, stock }) => [sku, stock]))
    for (const { sku, pieces } of ORDERS.flatMap((order) => soldBy(order, now))) opening.set(sku, (opening.get(sku) ?? 0) + pieces)
    return { customers: CUSTOMERS, orders: ORDERS, arrived, opening, stockMoves: [] }
  }
  const orders = [...ORDERS, ...ordersOfAYear(products, arrived, now)]
  const { opening, moves } = supplyFor(products, arrived, orders, now)
  const firsts = [...opening].filter(([, pieces]) => pieces > 0).map(([sku, pieces]): StockMove => ({ at: hoursBefore(now, (arrived.get(sku) ?? 0) * 24), reason: 'initial', note: '', moves: [[sku, pieces]] }))
  // added without stock: what is there at first comes in on the product's own day, not on the shop's
  return { customers: [...CUSTOMERS, ...TRADE_PEOPLE], orders, arrived, opening: new Map(), stockMoves: [...firsts, ...moves] }
}

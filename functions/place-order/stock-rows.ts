import type { Query } from '../context.ts'
import type { NewOrder } from './write-order.ts'

/**
 * Takes the stock (ruling 10) and writes the movement beside it in one statement (ruling 17). The rows are locked and
 * checked by now; `check (stock >= 0)` stays as the last word.
 */
export function takeStock(query: Query, { orderId, lines }: NewOrder): Promise<unknown> {
  return query(
    `with taken as (
       update public.products set stock = stock - sold.quantity, units_sold = units_sold + sold.quantity
         from unnest($2::uuid[], $3::integer[]) as sold (product_id, quantity)
        where products.id = sold.product_id
       returning products.id, sold.quantity
     )
     insert into public.stock_movements (product_id, quantity, reason, order_id)
     select id, -quantity, 'order', $1 from taken`,
    [orderId, lines.map((line) => line.productId), lines.map((line) => line.quantity)],
  )
}

import { toDecimal } from '#domain/money/money.ts'
import type { Query } from '#postgres/statement.ts'
import type { NewOrder } from './new-order.ts'
import { itemRows, orderRow } from './order-rows.ts'
import { joinParts } from './statement-parts.ts'
import type { StatementPart } from './statement-parts.ts'

/**
 * Takes the stock (docs/rules.md#order-before-payment). The rows are already locked and checked; `check (stock >= 0)` is the last
 * safeguard.
 */
const stockTaken: StatementPart<NewOrder> = {
  text: `update public.products set stock = stock - sold.quantity, units_sold = units_sold + sold.quantity
      from unnest($1::uuid[], $2::integer[]) as sold (product_id, quantity)
     where products.id = sold.product_id
    returning products.id, sold.quantity`,
  values: ({ lines }) => [lines.map((line) => line.productId), lines.map((line) => line.quantity)],
}

/** Records the reason of the stock change (docs/rules.md#stock). */
const movements: StatementPart<NewOrder> = {
  text: `insert into public.stock_movements (product_id, quantity, reason, order_id)
    select id, -quantity, 'order', $1::uuid from stock_taken`,
  values: ({ orderId }) => [orderId],
}

const paymentRow: StatementPart<NewOrder> = {
  text: 'insert into public.payments (order_id, method, state, amount, reference) values ($1, $2, $3, $4, $5)',
  values: ({ orderId, payment, quote, storeCredit }) => [
    orderId,
    payment.method,
    payment.state,
    toDecimal(payment.method === 'credit' ? storeCredit : quote.total - storeCredit),
    payment.reference,
  ],
}

/** Removes only the ordered lines: one added from another device in the meantime stays. */
const cartEmptied: StatementPart<NewOrder> = {
  text: 'delete from public.cart_items where user_id = $1 and product_id = any($2::uuid[])',
  values: ({ userId, lines }) => [userId, lines.map((line) => line.productId)],
}

/** Stores the response for repeated requests with the same key. */
const storedAnswer: StatementPart<NewOrder> = {
  text: 'update private.order_requests set response = $3, order_id = $4 where user_id = $1 and key = $2',
  values: ({ orderId, sender, answer }) => [sender.id, sender.key, JSON.stringify(answer), orderId],
}

const order = { order_row: orderRow, item_rows: itemRows, stock_taken: stockTaken, movements, payment_row: paymentRow }
const everything = joinParts<NewOrder>({ ...order, cart_emptied: cartEmptied, answer_kept: storedAnswer })
/** A manual order does not change the customer's cart. */
const withoutCart = joinParts<NewOrder>({ ...order, answer_kept: storedAnswer })

/**
 * Writes the order with all its rows. Need not be awaited: it is sent with COMMIT, which fails if it fails. Database triggers write
 * history, notification and mail.
 */
export function writeOrder(query: Query, order: NewOrder): Promise<unknown> {
  const { text, values } = order.byHand === null ? everything : withoutCart
  return query(text, values(order))
}

import { toDecimal } from '#domain/money/money.ts'
import type { Query } from '#postgres/statement.ts'
import type { NewOrder } from './new-order.ts'
import { itemRows, orderRow } from './order-rows.ts'
import { joinParts } from './statement-parts.ts'
import type { StatementPart } from './statement-parts.ts'

/**
 * Takes the stock (docs/rules.md#order-before-payment). The rows are locked and checked by now; `check (stock >= 0)` stays as
 * the last word.
 */
const stockTaken: StatementPart<NewOrder> = {
  text: `update public.products set stock = stock - sold.quantity, units_sold = units_sold + sold.quantity
      from unnest($1::uuid[], $2::integer[]) as sold (product_id, quantity)
     where products.id = sold.product_id
    returning products.id, sold.quantity`,
  values: ({ lines }) => [lines.map((line) => line.productId), lines.map((line) => line.quantity)],
}

/** Why the stock changed, beside the change (docs/rules.md#stock). */
const movements: StatementPart<NewOrder> = {
  text: `insert into public.stock_movements (product_id, quantity, reason, order_id)
    select id, -quantity, 'order', $1::uuid from stock_taken`,
  values: ({ orderId }) => [orderId],
}

const paymentRow: StatementPart<NewOrder> = {
  text: 'insert into public.payments (order_id, method, state, amount, reference) values ($1, $2, $3, $4, $5)',
  values: ({ orderId, payment, quote }) => [orderId, payment.method, payment.state, toDecimal(quote.total), payment.reference],
}

/** Only what was ordered leaves the cart: a line added from another device meanwhile stays. */
const cartEmptied: StatementPart<NewOrder> = {
  text: 'delete from public.cart_items where user_id = $1 and product_id = any($2::uuid[])',
  values: ({ userId, lines }) => [userId, lines.map((line) => line.productId)],
}

/** What the same key will be answered with from now on. */
const answerKept: StatementPart<NewOrder> = {
  text: 'update private.order_requests set response = $3, order_id = $4 where user_id = $1 and key = $2',
  values: ({ orderId, sender, answer }) => [sender.id, sender.key, JSON.stringify(answer), orderId],
}

const order = { order_row: orderRow, item_rows: itemRows, stock_taken: stockTaken, movements, payment_row: paymentRow }
const everything = joinParts<NewOrder>({ ...order, cart_emptied: cartEmptied, answer_kept: answerKept })
/** What an admin writes down leaves the buyer's cart alone. */
const besideTheCart = joinParts<NewOrder>({ ...order, answer_kept: answerKept })

/**
 * Writes the order and all that belongs to it. Need not be awaited: the transaction sends it together with its COMMIT
 * and fails if it fails. History, notification and mail are written by the database's own triggers.
 */
export function writeOrder(query: Query, order: NewOrder): Promise<unknown> {
  const { text, values } = order.byHand === null ? everything : besideTheCart
  return query(text, values(order))
}

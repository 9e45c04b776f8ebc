/** Compares the shop with the book after a sequence. */
import { expect } from 'vitest'
import { creditedParts, linesIn, scopesOf } from '../recomputed-credits.ts'
import { parts, quantityOf } from '../recomputed-return.ts'
import { rupees, sum, totalOf, whole } from './book.ts'
import { openAmount, receivedOf, refundable, refundsIn } from './money.ts'
import type { Invoice, OrderBook } from './order-book.ts'
import type { World } from './world.ts'

/** The documents of one act and its notes: scope, rows and the sum of their lines. */
function documentsOf({ sale, credits }: Invoice): string[] {
  const sold = scopesOf(sale).map((scope) => ['invoice', scope, linesIn(sale, scope).map((place) => parts(sale)[place]?.amounts)] as const)
  const back = credits.map(
    (note) => ['credit_note', note.scope, creditedParts(sale, note).flatMap(({ line, amounts }) => (line === null ? [] : [amounts]))] as const,
  )
  return [...sold, ...back].map(([kind, scope, amounts]) => `${kind} ${scope} ${amounts.length} ${rupees(sum(amounts.map((one) => (one ? whole(one) : 0n))))}`)
}

function expected(order: OrderBook): object {
  return {
    status: order.status,
    payment_state: order.state,
    store_credit: rupees(order.credit),
    invoice_per_parcel: order.perParcel,
    payments: order.payments.map(({ id, method, state, amount, surplus }) => `${id} ${method} ${state} ${rupees(amount)} ${rupees(surplus)}`).toSorted(),
    money: {
      total: rupees(totalOf(order.lines, order.place, order.free)),
      received: rupees(receivedOf(order)),
      refund_due: rupees(refundsIn(order, ['due'])),
      refunded: rupees(refundsIn(order, ['paid'])),
      to_collect: rupees(order.status === 'cancelled' ? 0n : openAmount(order)),
      refundable: rupees(refundable(order)),
    },
    lines: order.lines.map(({ item, quantity, givenUp }) => `${item} ${quantity} ${givenUp.length}`).toSorted(),
    refunds: order.refunds.map(({ of, state, source, amount, method }) => `${of.id} ${state} ${source} ${rupees(amount)} ${method ?? 'as it came'}`).toSorted(),
    returns: order.returns.map(({ id, state }) => `${id} ${state}`).toSorted(),
    numbers_twice: 0,
    parcels: order.parcels
      .map(
        ({ id, state, pieces }) =>
          `${id} ${state} ${[...pieces]
            .map(([item, count]) => `${item}:${count}`)
            .toSorted()
            .join(',')}`,
      )
      .toSorted(),
  }
}

const STORED = `select o.status, o.payment_state, o.store_credit, o.invoice_per_parcel,
  array(select p.id || ' ' || p.method || ' ' || p.state || ' ' || p.amount || ' ' || p.surplus from public.payments p where p.order_id = o.id) as payments,
  (select jsonb_object_agg(m.key, to_char(m.value::numeric, 'FM9999999990.00')) from jsonb_each_text(to_jsonb(private.money_of(o.id))) m) as money,
  array(select i.id || ' ' || i.quantity || ' ' || i.cancelled_quantity from public.order_items i where i.order_id = o.id) as lines,
  array(select r.payment_id || ' ' || r.state || ' ' || r.source || ' ' || r.amount || ' ' || coalesce(r.method, 'as it came') from public.refunds r where r.order_id = o.id) as refunds,
  array(select r.id || ' ' || r.state from public.returns r where r.order_id = o.id) as returns,
  (select count(s.tracking_number) - count(distinct s.tracking_number) from public.shipments s where s.order_id = o.id)::integer as numbers_twice,
  array(select s.id || ' ' || s.state || ' ' || coalesce((select string_agg(l.order_item_id || ':' || l.quantity, ',' order by l.order_item_id::text)
    from public.shipment_lines l where l.shipment_id = s.id), '') from public.shipments s where s.order_id = o.id) as parcels
  from public.orders o where o.id = $1`

type Facts = { scope: string; items: { rate: number; total: number }[]; order: { charges: { amount: number }[] } }
type Document = { kind: string; content: Facts }

export async function compareOrder(world: World, order: OrderBook): Promise<void> {
  const { shop, story } = world
  const steps = `${order.id}\n${story.join('\n')}`
  const [stored] = await shop.sql<Record<string, string[]>>(STORED, [order.id])
  const sorted = Object.fromEntries(
    Object.entries(stored ?? {}).map(([name, value]) => [
      name,
      ['lines', 'payments', 'refunds', 'returns', 'parcels'].includes(name) ? value.toSorted() : value,
    ]),
  )
  expect(sorted, steps).toEqual(expected(order))

  // of documents the totals of their lines; how charges are divided between two of one act is compared by the return
  const documents = await shop.sql<Document>('select kind, content from public.documents where order_id = $1', [order.id])
  const found = documents.map(({ kind, content: { scope, items } }) => {
    const inScope = items.filter(({ rate }) => scope === 'all' || (scope === 'nil') === (rate === 0))
    return `${kind} ${scope} ${inScope.length} ${rupees(sum(inScope.map(({ total }) => BigInt(Math.round(total * 100)))))}`
  })
  expect(found.toSorted(), steps).toEqual(order.invoices.flatMap(documentsOf).toSorted())

  // an identity without the book: what a cancelled order received is back or due back, and all its documents are reversed
  if (order.status !== 'cancelled') return
  expect(receivedOf(order), steps).toBe(refundsIn(order, ['due', 'paid']))
  for (const { sale, scopes } of order.invoices)
    for (const { scope, credited } of scopes) for (const line of linesIn(sale, scope)) expect(credited[line], steps).toBe(quantityOf(sale, line))
}

/** The ledger of the buyer's store credit, and its balance. */
export async function compareCredit({ shop, buyer, credit: { balance, entries }, story }: World): Promise<void> {
  const [row] = await shop.sql<{ balance: string; entries: string[] }>(
    `select coalesce((select b.balance from public.store_credit_balances b where b.user_id = $1), 0.00) as balance,
       array(select e.kind || ' ' || e.amount from public.store_credit_entries e where e.user_id = $1) as entries`,
    [buyer.id],
  )
  expect(row?.balance, story.join('\n')).toBe(rupees(balance))
  expect(row?.entries.toSorted(), story.join('\n')).toEqual(entries.map(({ kind, amount }) => `${kind} ${rupees(amount)}`).toSorted())
}

export async function compareStock({ shop, products, story }: World): Promise<void> {
  const rows = await shop.sql<{ id: string; stock: number; moved: number }>(
    `select p.id, p.stock, (select coalesce(sum(m.quantity), 0)::integer from public.stock_movements m where m.product_id = p.id) as moved
     from public.products p where p.id = any ($1)`,
    [products.map(({ id }) => id)],
  )
  for (const { id, stock } of products)
    expect(
      rows.find((row) => row.id === id),
      story.join('\n'),
    ).toEqual({ id, stock, moved: stock })
}

/** Random sales, and the rows in which the domain's quote freezes them. */
import { gstinCheckCharacter } from '#domain/addresses/gstin.ts'
import { frozenOrder, goods, SHOP } from '#domain/documents/testing/frozen-order.ts'
import type { OrderItemRow, OrderRow } from '#domain/documents/invoice-rows.ts'
import type { Sale } from './recomputed-return.ts'
import type { TestShop } from './shop.ts'

/** States of the buyers: the shop's own, another one, and Union Territories with and without a legislature. */
const STATES = ['27', '27', '29', '07', '04', '34']
/** The shop's State and whether it is registered for GST; each order is accepted under one of these settings. */
export const SHOPS = [
  { sellerState: '27', sellerRegistered: true },
  { sellerState: '04', sellerRegistered: true },
  { sellerState: '27', sellerRegistered: false },
]
export const gstinOf = (state: string): string => `${state}ABCDE1234F1Z${gstinCheckCharacter(`${state}ABCDE1234F1Z`)}`
/** The HSN code of the line at this place. */
export const hsnOf = (line: number): string => `330${line % 3}`

export function randomSale(roll: (below: number) => number, terms: (typeof SHOPS)[number]): Sale {
  const many = roll(3) === 0 ? 80 : 1 // sometimes above ₹1 lakh
  const cart = Array.from({ length: 1 + roll(6) }, () => ({
    base: BigInt(roll(8) === 0 ? 1 + roll(200) : 100 + roll(60_000)),
    rate: BigInt([0, 0, 500, 1800, 1800, 1200, 2800, 25][roll(8)] ?? 0),
    tiers: roll(2)
      ? []
      : [
          { from: 3n, off: BigInt(250 + roll(500)) },
          { from: 12n, off: 3333n },
        ],
    quantity: BigInt((1 + roll(roll(3) === 0 ? 40 : 5)) * many),
  }))
  return {
    ...terms,
    cart,
    includesGst: !terms.sellerRegistered || roll(3) > 0,
    forcedRate: roll(4) === 0 ? 1800n : null,
    coupon: BigInt([0, 0, 1, 9_999, 2_000_000][roll(5)] ?? 0),
    buyerState: STATES[roll(STATES.length)] ?? '27',
    buyerRegistered: roll(3) === 0,
    cancelled: roll(3) === 0,
  }
}

export const rupees = (paise: bigint): string => `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`

/** The rows in which the domain's quote freezes this sale. */
export function rowsOf(sale: Sale, id: string): [OrderRow, OrderItemRow[]] {
  return frozenOrder(
    {
      lines: sale.cart.map(({ base, rate, tiers, quantity }, index) => [
        goods(`Goods ${String(index).padStart(2, '0')}`, hsnOf(index), Number(rate) / 100, rupees(base), {
          pricing_tiers: tiers.map(({ from, off }) => ({ min_quantity: Number(from), discount_percent: Number(off) / 100 })),
        }),
        Number(quantity),
      ]),
      to: sale.buyerState,
      own: sale.forcedRate === null,
      trade: !sale.includesGst,
      coupon: Number(sale.coupon),
      settings: { ...SHOP, stateCode: sale.sellerState },
    },
    { id, gstin: sale.buyerRegistered ? `${sale.buyerState}ABCDE1234F1ZW` : null },
  )
}

/** Inserts sales under these ids as pending orders. */
export async function placeSales(shop: TestShop, sales: readonly { id: string; sale: Sale }[]): Promise<void> {
  const rows = sales.map(({ id, sale }) => rowsOf(sale, id))
  const orders = rows.map(([row]) => {
    const { documents: _documents, courier: _courier, tracking_number: _tracking, ...order } = row
    const goodsTotal = Number(order.subtotal_base) + (order.prices_include_gst ? Number(order.total_gst) : 0)
    return { ...order, goods_total: goodsTotal.toFixed(2) }
  })
  await insert(
    shop,
    orders,
    rows.flatMap(([{ id }, items]) => items.map((item) => ({ order_id: id, ...item }))),
  )
}

const columnsOf = (rows: object[]): string => Object.keys(rows[0] ?? {}).join(', ')

/** Inserts the orders and their lines in one statement, because the database compares their sums at its end. */
async function insert(shop: TestShop, orders: object[], items: object[]): Promise<void> {
  const [head, line] = [columnsOf(orders), columnsOf(items)]
  await shop.sql(
    `with placed as (insert into public.orders (${head}) select ${head} from jsonb_populate_recordset(null::public.orders, $1))
     insert into public.order_items (${line}) select ${line} from jsonb_populate_recordset(null::public.order_items, $2)`,
    [JSON.stringify(orders), JSON.stringify(items)],
  )
}

/** Becomes the shop with these terms. */
export async function actAs(shop: TestShop, terms: (typeof SHOPS)[number]): Promise<void> {
  await shop.sql('update public.settings set gstin = null')
  await shop.sql('update public.settings set state_code = $1', [terms.sellerState])
  await shop.sql('update public.settings set gstin = $1', [terms.sellerRegistered ? gstinOf(terms.sellerState) : null])
}

/** Updates orders at another time: `shop.as_of` sets the clock for this one transaction. */
export async function stepAll(shop: TestShop, moment: string, changes: string, orders: { id: string }[]): Promise<void> {
  const ids = orders.map(({ id }) => `'${id}'`).join(', ')
  if (ids === '') return
  await shop.sql(`do $$ begin perform set_config('shop.as_of', '${moment}', true); update public.orders set ${changes} where id in (${ids}); end $$`)
}

import { toPaise, toRupees } from '#domain/money/money.ts'
import type { ExchangeBody } from '../../../data/admin/orders/exchange.ts'
import * as say from '#words/returns.ts'

type SoldLine = { id: string; product_id: string | null; quantity: number; unit_price: number | string; discount: number | string }

/**
 * The goods of the new order: of each line, as many pieces as are credited of the product that was chosen for it. A piece of the same product costs what was
 * paid for it, so that a damaged one is replaced without a difference; other products cost what they cost now.
 *
 * @param chosen the product by the id of the line
 */
export function exchangedGoods(
  lines: readonly { item: string; credited: number }[],
  chosen: ReadonlyMap<string, string>,
  sold: readonly SoldLine[],
): ExchangeBody['goods'] {
  const goods = new Map<string, ExchangeBody['goods'][number]>()
  for (const { item, credited } of lines) {
    const product = chosen.get(item)
    if (product === undefined || credited === 0) continue
    const line = sold.find(({ id }) => id === item)
    const known = goods.get(product)
    const agreed = line?.product_id === product ? { unit_price: paidFor(line), reason: say.sameProduct } : {}
    // One price for all pieces of a product: with pieces of other lines it is the price of today.
    goods.set(product, known ? { product_id: product, quantity: known.quantity + credited } : { product_id: product, quantity: credited, ...agreed })
  }
  return [...goods.values()]
}

/** Rupees that one piece cost after discounts, down to a whole paisa. */
const paidFor = ({ unit_price, quantity, discount }: SoldLine): number => toRupees(toPaise(unit_price) - Math.ceil(toPaise(discount) / quantity))

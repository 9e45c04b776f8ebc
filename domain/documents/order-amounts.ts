import { appliedDiscounts } from '../discounts/discount.ts'
import { toPaise } from '../money/money.ts'
import type { TotalAmounts } from '../quote/total-rows.ts'
import { readCharges } from './frozen-charges.ts'
import type { HeadColumn } from '../tax/tax-heads.ts'
import type { ChargeRow, Amount } from './invoice-rows.ts'

export type OrderAmountsRow = Record<'goods_total' | 'discount_total' | 'subtotal_base' | HeadColumn['key'], Amount> & {
  prices_include_gst: boolean
  coupon_code: string | null
  offers?: unknown
  charges: readonly ChargeRow[]
}

/** What the rows above the total of a stored order sum up; nothing is priced again. `heads`: the tax components that its documents name. */
export function orderAmounts(order: OrderAmountsRow, heads: readonly HeadColumn[]): TotalAmounts {
  return {
    goods: toPaise(order.goods_total),
    bulkSavings: 0,
    discount: toPaise(order.discount_total),
    discounts: appliedDiscounts(order),
    pricesIncludeGst: order.prices_include_gst,
    taxable: heads.length > 0 ? toPaise(order.subtotal_base) : null,
    taxes: heads.map(({ key, name }) => ({ name, rate: null, amount: toPaise(order[key]) })),
    chargesTaxed: false,
    charges: readCharges(order),
  }
}

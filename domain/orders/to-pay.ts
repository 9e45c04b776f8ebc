import { toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

/** What is left of an order's total for its payment method, in paise: store credit has paid the rest (docs/rules.md#store-credit). */
export const toPay = ({ total_amount, store_credit = 0 }: { total_amount: number | string; store_credit?: number | string | undefined }): Paise =>
  toPaise(total_amount) - toPaise(store_credit)

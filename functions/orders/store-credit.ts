import { toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { Query } from '#postgres/statement.ts'
import type { OrderRequest } from './order-request.ts'
import { Refusal } from './refusal.ts'

/** The balance of the account, locked until the end of the transaction (docs/rules.md#store-credit). Taken after the locks on products and discounts. */
export async function lockStoreCredit(query: Query, userId: string): Promise<Paise> {
  const [row] = await query<{ balance: string }>('select private.lock_store_credit($1) as balance', [userId])
  return toPaise(row?.balance ?? 0)
}

/**
 * What of the total store credit pays: all that there is and is needed, and exactly what the customer was shown. The method is `credit` if it
 * pays the whole order, and only then: nothing is left for another one.
 *
 * @throws Refusal CREDIT_CHANGED
 */
export function checkStoreCredit({ storeCredit, paymentMethod }: Pick<OrderRequest, 'storeCredit' | 'paymentMethod'>, balance: Paise, total: Paise): Paise {
  const paid = storeCredit > 0 ? Math.min(balance, total) : 0
  if (paid !== storeCredit || (paymentMethod === 'credit') !== (storeCredit > 0 && paid === total)) throw new Refusal(409, 'CREDIT_CHANGED')
  return paid
}

/** After the order is written, in its transaction: the ledger gets its entry, and the payment is received. */
export const spendStoreCredit = (query: Query, orderId: string): Promise<unknown> => query('select private.spend_store_credit($1)', [orderId])

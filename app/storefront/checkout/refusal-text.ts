import { formatRupees, groupIndian, toPaise } from '#domain/money/money.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import * as say from '#words/checkout.tsx'
import type { RefusedLine } from '../../data/orders/place-order.ts'

export type RefusalText = {
  title: string
  lines: { id: string; text: string }[]
  next: 'again' | 'cart' | 'address' | 'payment' | 'orders' | 'order' | 'contact'
}

/** What a refusal means to the buyer, with old and new values of every line (docs/rules.md#stale-quotes). The only place that turns these codes into text. */
export function refusalText(
  code: string,
  lines: readonly RefusedLine[],
  shownTotal: number,
  newTotal: number,
  details: { /** why a coupon was refused, and the rupees that its goods lack */ reason?: string; missing?: number; /** of a 429 */ limit?: number } = {},
): RefusalText {
  const named = lines.map((line) => ({ id: line.product_id, text: `${line.name || say.aProduct}: ${lineText(line)}` }))
  switch (code) {
    case 'QUOTE_CHANGED': {
      const total = shownTotal === newTotal ? [] : [{ id: 'total', text: say.totalChanged(formatRupees(shownTotal), formatRupees(newTotal)) }]
      return { title: say.quoteChanged, lines: [...named, ...total], next: 'again' }
    }
    case 'OUT_OF_STOCK':
      return { title: say.notEnoughLeft, lines: named, next: 'cart' }
    case 'BELOW_MINIMUM':
      return { title: say.belowMinimum, lines: named, next: 'cart' }
    case 'PAYMENT_METHOD_UNAVAILABLE':
      return { title: say.methodUnavailable, lines: [], next: 'payment' }
    case 'COUPON_INVALID':
      return { title: `${say.couponRefused} ${couponErrorText(details.reason, toPaise(details.missing ?? 0))}`, lines: [], next: 'again' }
    case 'ACCOUNT_BLOCKED':
      return { title: say.accountBlocked, lines: [], next: 'contact' }
    case 'TOO_MANY_CODES':
      return { title: `${say.couponRefused} ${say.couponTooMany}`, lines: [], next: 'again' }
    case 'TOO_MANY_ORDERS':
      return { title: say.tooManyOrders, lines: [], next: 'contact' }
    case 'TOO_MANY_UNPAID':
      return { title: say.tooManyUnpaid(details.limit ?? 0), lines: [], next: 'orders' }
    case 'COD_LIMIT':
      return { title: say.codLimit(formatRupees(toPaise(details.limit ?? 0))), lines: [], next: 'payment' }
    case 'PIN_NOT_SERVED':
      return { title: `${say.placeRefused[code]()} ${say.notPlaced}`, lines: [], next: 'address' }
    case 'ONLY_COD_HERE':
    case 'COD_NOT_HERE':
    case 'COD_MINIMUM':
    case 'COD_MAXIMUM':
      return { title: `${say.placeRefused[code](formatRupees(toPaise(details.limit ?? 0)))} ${say.notPlaced}`, lines: [], next: 'payment' }
    case 'CREDIT_CHANGED':
      return { title: say.creditChanged, lines: [], next: 'again' }
    case 'EMPTY_CART':
      return { title: say.emptyPerhapsOrdered, lines: [], next: 'orders' }
    case 'SHOP_CLOSED':
      return { title: say.shopClosed, lines: [], next: 'cart' }
    case 'KEY_REUSED':
      return { title: say.placedBefore, lines: [], next: 'order' }
    case 'TOO_LARGE':
      return { title: say.tooManyLines(groupIndian(String(MOST_ORDER_LINES))), lines: [], next: 'cart' }
    default:
      return { title: say.notTaken, lines: named, next: 'again' }
  }
}

/** Why a coupon does not apply. @param missing the amount in paise that its goods lack */
export function couponErrorText(reason: string | undefined, missing: number): string {
  switch (reason) {
    case 'NOT_STARTED':
      return say.couponNotStarted
    case 'ENDED':
      return say.couponEnded
    case 'USED_UP':
      return say.couponUsedUp
    case 'ALREADY_USED':
      return say.couponAlreadyUsed
    case 'NO_GOODS':
      return say.couponOtherGoods
    case 'NO_GAIN':
      return say.couponNoGain
    case 'MINIMUM':
      return say.couponMinimum(formatRupees(missing))
    default:
      return say.couponUnknown
  }
}

function lineText(line: RefusedLine): string {
  if (line.code === 'QUOTE_CHANGED') {
    const now = line.new === null ? '' : say.eachNow(formatRupees(toPaise(line.new)))
    return line.old === null ? now : say.eachBefore(formatRupees(toPaise(line.old)), now)
  }
  if (line.code === 'BELOW_MINIMUM') return say.youHave(line.old, line.new)
  return line.new ? say.youWant(line.old, line.new) : say.outOfStock
}

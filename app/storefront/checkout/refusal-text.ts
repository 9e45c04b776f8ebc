import { formatRupees, toPaise } from '#domain/money.ts'
import type { RefusedLine } from '../../data/place-order.ts'

export type RefusalText = { title: string; lines: { id: string; text: string }[]; next: 'again' | 'cart' | 'payment' | 'orders' }

/** What a refusal means to the buyer, with old and new of every line (experience 22). The only place that words these codes. */
export function refusalText(code: string, lines: readonly RefusedLine[], shownTotal: number, newTotal: number): RefusalText {
  const named = lines.map((line) => ({ id: line.product_id, text: `${line.name || 'A product'}: ${lineText(line)}` }))
  switch (code) {
    case 'QUOTE_CHANGED': {
      const total = shownTotal === newTotal ? [] : [{ id: 'total', text: `Total: ${formatRupees(shownTotal)} before, ${formatRupees(newTotal)} now` }]
      return { title: 'The price changed since you looked. Nothing was ordered; please look again and place the order if you agree.', lines: [...named, ...total], next: 'again' }
    }
    case 'OUT_OF_STOCK':
      return { title: 'Not everything is left in the quantity you want. Nothing was ordered.', lines: named, next: 'cart' }
    case 'BELOW_MINIMUM':
      return { title: 'Some quantities are below the minimum order. Nothing was ordered.', lines: named, next: 'cart' }
    case 'PAYMENT_METHOD_UNAVAILABLE':
      return { title: 'This way of paying is not available now. Nothing was ordered; please choose another.', lines: [], next: 'payment' }
    case 'EMPTY_CART':
      return { title: 'Your cart is empty. Perhaps it was ordered in another tab or on another device.', lines: [], next: 'orders' }
    default:
      return { title: 'The order was not taken. Nothing was ordered; please try once more.', lines: named, next: 'again' }
  }
}

function lineText(line: RefusedLine): string {
  if (line.code === 'QUOTE_CHANGED') {
    const now = line.new === null ? '' : `${formatRupees(toPaise(line.new))} each now`
    return line.old === null ? now : `${formatRupees(toPaise(line.old))} each before, ${now}`
  }
  if (line.code === 'BELOW_MINIMUM') return `you have ${line.old ?? 'fewer'}, Minimum Order: ${line.new ?? ''} units`
  return line.new ? `you want ${line.old ?? 'more'}, Only ${line.new} left` : 'Out of Stock'
}

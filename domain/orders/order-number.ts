/**
 * Order numbers that one can say on the telephone (docs/decisions/0077-order-numbers.md): '482-715', from six digits. The database gives
 * them; `private.order_number_text` and `private.order_number_in` write and read them in the same way.
 */
export function formatOrderNumber(number: number): string {
  const digits = String(number)
  return `${digits.slice(0, -3)}-${digits.slice(-3)}`
}

/** The number that someone typed, or null: 482715, 482-715, 482 715, also after 'order', 'no.' or '#'. */
export function readOrderNumber(text: string): number | null {
  const words = text.trim().toLowerCase().split(/\s+/).join(' ')
  const typed = /^(?:order)? ?(?:number|no)?[.:]? ?#? ?([1-9][0-9]{2,5})[- ]?([0-9]{3})$/.exec(words)
  return typed ? Number(`${typed[1]}${typed[2]}`) : null
}

/** The first 8 characters of the id, with `#`: how an order is named everywhere (docs/rules.md#numbers-and-timings). */
export const shortOrderId = (id: string): string => `#${id.slice(0, 8)}`

/** '#7f3c9a2e (no. 482-715)': both names of an order, for a sentence. */
export const orderName = (order: { id: string; order_number: number }): string => `${shortOrderId(order.id)} (no. ${formatOrderNumber(order.order_number)})`

/** The same of an order that may be gone, or that this person may not read: then it has only its id. */
export const orderText = (id: string, number: number | null | undefined): string =>
  number == null ? shortOrderId(id) : orderName({ id, order_number: number })

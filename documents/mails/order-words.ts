/** What the mails about an order share: the shop's text with the order's values, and its facts. */
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { formatOrderNumber, shortOrderId } from '#domain/orders/order-number.ts'
import type { Shop } from './message.ts'
import type { OrderMailData } from './order-data.ts'
import { said } from './texts.ts'
import type { MailTextKey } from './texts.ts'

export const rupees = (amount: string | number): string => formatRupees(toPaise(amount))
export const numberFact = ({ order_number }: OrderMailData): [string, string] => ['Order number', formatOrderNumber(order_number)]

export const words = (key: MailTextKey, data: OrderMailData, { settings, texts }: Shop) =>
  said(texts, key, {
    name: data.full_name,
    order: shortOrderId(data.order_id),
    number: formatOrderNumber(data.order_number),
    total: rupees(data.total_amount),
    courier: data.courier,
    tracking: data.tracking_number,
    return: data.returned ? String(data.returned.number) : null,
    reason: data.returned?.decline_reason ?? null,
    shop: settings.storeName,
  })

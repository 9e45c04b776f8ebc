import { expect, test } from 'vitest'
import { invoiceContent } from '#domain/documents/invoice-content.ts'
import { frozenOrder, goods, SHOP } from '#domain/documents/testing/frozen-order.ts'
import { missingTexts, ORDER_TEXTS } from '#domain/orders/testing/order-texts.ts'
import { documentSheet } from './document-sheet.ts'

const [row, items] = frozenOrder({ lines: [[goods('Lipstick', '3304', 18, '149.00'), 1]] })
const order = { ...row, ...ORDER_TEXTS, discount_total: 10, state: 'Karnataka' }
const shown = (type: 'invoice' | 'packingSlip') => JSON.stringify(documentSheet(invoiceContent(order, items, SHOP, type), 'all'))

test.each(['invoice', 'packingSlip'] as const)('%s shows every text of its order; the State is written out, and a discount is named where it is', (type) => {
  expect(missingTexts(shown(type))).toEqual(['cancel_reason', 'state', 'coupon_code'])
})

import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { frozenOrder, goods, SHOP } from '#domain/documents/testing/frozen-order.ts'
import { missingTexts, ORDER_TEXTS } from '#domain/orders/testing/order-texts.ts'
import type { Order } from '../../data/orders/orders.ts'
import { FactsPanel, ShippingPanel } from './facts-panels.tsx'
import { ItemsPanel } from './items-panel.tsx'
import { TimelinePanel } from './timeline-panel.tsx'

vi.mock('../../data/shop/use-settings.ts', () => ({ useSettings: () => SHOP, useWhatsApp: () => null }))

test('the page of an order shows every text of it; why it was cancelled is in its history', () => {
  const [row, lines] = frozenOrder({ lines: [[goods('Lipstick', '3304', 18, '149.00'), 1]] })
  const order = {
    ...row,
    ...ORDER_TEXTS,
    status: 'shipped',
    goods_total: 149,
    discount_total: 10,
    user_id: null,
    cancelled_by: null,
    cancel_reason: null,
    payments: [],
    shipments: [],
  } as unknown as Order
  const items = lines.map((line, index) => ({ ...line, id: String(index), product_id: null, image_url: null }))
  const history = ['pending', 'processing', 'shipped'].map((status) => ({ id: status, status, created_at: row.created_at, notes: null }))
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <ItemsPanel order={order} items={items} />
      <ShippingPanel order={order} />
      <FactsPanel order={order} />
      <TimelinePanel order={order} history={history as never} expected={null} />
    </MemoryRouter>,
  )
  expect(missingTexts(markup)).toEqual(['cancel_reason'])
})

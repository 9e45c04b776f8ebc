import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { frozenOrder, goods, SHOP } from '#domain/documents/testing/frozen-order.ts'
import { missingTexts, ORDER_TEXTS } from '#domain/orders/testing/order-texts.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { LinesBox } from './lines-box.tsx'
import { AddressBox, CustomerBox } from './people-boxes.tsx'
import { ShippingBox } from '../parcels/shipping-box.tsx'

vi.mock('../../../data/shop/use-settings.ts', () => ({ useSettings: () => SHOP }))
vi.mock('../../access.ts', () => ({ useMay: () => () => true }))

test('the back office shows every text of an order; why it was cancelled stands above the boxes', () => {
  const [row, lines] = frozenOrder({ lines: [[goods('Lipstick', '3304', 18, '149.00'), 1]] })
  const items = lines.map((line, index) => ({ ...line, id: String(index), product_id: null, image_url: null }))
  const { courier, tracking_number } = ORDER_TEXTS
  const parcel = {
    id: 'p',
    number: 1,
    state: 'shipped',
    courier,
    tracking_number,
    shipped_at: row.created_at,
    delivered_at: null,
    shipment_lines: [],
    courier_bookings: null,
    eway_bill: null,
    eway_bill_until: null,
  }
  const order = {
    ...row,
    ...ORDER_TEXTS,
    status: 'shipped',
    goods_total: 149,
    discount_total: 10,
    user_id: null,
    order_items: items,
    shipments: [parcel],
  } as unknown as FullOrder
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <LinesBox order={order} />
        <CustomerBox order={order} />
        <AddressBox order={order} />
        <ShippingBox order={order} onChanged={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(missingTexts(markup)).toEqual(['cancel_reason'])
})

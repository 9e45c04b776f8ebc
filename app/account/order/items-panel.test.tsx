import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { frozenOrder, goods, SHOP } from '#domain/documents/testing/frozen-order.ts'
import { ItemsPanel } from './items-panel.tsx'

vi.mock('../../data/shop/use-settings.ts', () => ({ useSettings: () => SHOP }))

test('the page of an order shows every charge that its total contains', () => {
  const [row, lines] = frozenOrder({ lines: [[goods('Lipstick', '3304', 18, '149.00'), 1]] })
  const wrap = { kind: 'wrap', label: 'Wrap', cost: 59, amount: 59, taxable: 50, gst: 9, rate: 18 }
  const order = {
    ...row,
    charges: [...row.charges, wrap],
    total_amount: '308.00',
    goods_total: 149,
  }
  const items = lines.map((line, index) => ({ ...line, id: String(index), product_id: null, image_url: null }))
  const markup = renderToStaticMarkup(<ItemsPanel order={order} items={items} />)
  for (const text of ['Delivery', '₹100.00', 'Wrap', '₹59.00', '₹308.00']) expect(markup).toContain(text)
})

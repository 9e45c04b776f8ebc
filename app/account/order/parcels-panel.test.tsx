import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ParcelsPanel } from './parcels-panel.tsx'

type Shown = Parameters<typeof ParcelsPanel>[0]['order']
const items = [
  { id: 'a', product_name: 'Rose Cream', quantity: 3, cancelled_quantity: 0 },
  { id: 'b', product_name: 'Neem Soap', quantity: 2, cancelled_quantity: 0 },
]
const parcel = (number: number, change: Partial<Shown['shipments'][number]>): Shown['shipments'][number] => ({
  id: String(number),
  number,
  state: 'shipped',
  courier: 'Delhivery',
  tracking_number: `D${number}`,
  own_delivery: false,
  undelivered: false,
  shipped_at: '2026-11-20T10:00:00Z',
  delivered_at: null,
  shipment_lines: [{ order_item_id: 'a', quantity: 1 }],
  ...change,
})
const shown = (order: Shown): string =>
  renderToStaticMarkup(<ParcelsPanel order={order} items={items} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('a part of an order shows its parcel, how to follow it, and what is to follow', () => {
  const text = shown({ status: 'processing', shipments: [parcel(1, {}), parcel(2, { state: 'packed', shipped_at: null })] })
  expect(text).toContain('Parcel 1 On its way')
  expect(text).toContain('Track at Delhivery')
  expect(text).toMatch(/To follow 2 × Rose Cream 2 × Neem Soap/)
  expect(text).not.toContain('Parcel 2')
})

test('an order of one parcel has no list of parcels', () => {
  expect(shown({ status: 'shipped', shipments: [parcel(1, {})] })).toBe('')
  expect(shown({ status: 'processing', shipments: [] })).toBe('')
})

test('what is not sent any more is named, and is to follow no more', () => {
  const order: Shown = { status: 'shipped', shipments: [parcel(1, {})] }
  const given = items.map((item) => ({ ...item, cancelled_quantity: item.quantity - (item.id === 'a' ? 1 : 0) }))
  const text = renderToStaticMarkup(<ParcelsPanel order={order} items={given} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(text).toContain('Not sent any more 2 × Rose Cream 2 × Neem Soap')
  expect(text).not.toContain('To follow')
})

test('own delivery has no number, and a cancelled order is to follow no more', () => {
  const text = shown({
    status: 'cancelled',
    shipments: [parcel(1, { state: 'returning' }), parcel(2, { courier: null, tracking_number: null, own_delivery: true })],
  })
  expect(text).toContain('On its way back to us')
  expect(text).toContain('We bring it to you ourselves.')
  expect(text).not.toContain('To follow')
})

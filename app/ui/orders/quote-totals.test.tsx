import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { goods, SHOP } from '#domain/documents/testing/frozen-order.ts'
import { quote } from '#domain/quote/testing/plain-quote.ts'
import { QuoteTotals } from './quote-totals.tsx'

const priced = quote({ lines: [{ productId: 'a', quantity: 1, product: goods('Lipstick', '3304', 18, '149.00') }], settings: SHOP, deliveryState: '27' })

test('cart and checkout show every charge of the quote, and what a free one would have cost', () => {
  const charges = [
    ...priced.charges,
    { kind: 'wrap', label: 'Wrap', cost: 59_00, amount: 59_00, taxable: 50_00, gst: 9_00, rate: 18 },
    { kind: 'card', label: 'Card', cost: 20_00, amount: 0, taxable: 0, gst: 0, rate: null },
  ]
  const markup = renderToStaticMarkup(<QuoteTotals quote={{ ...priced, charges, total: 308_00 }} pricesIncludeGst stateKnown />)
  for (const text of ['Delivery', '₹100.00', 'Wrap', '₹59.00', 'Card', '₹20.00', 'Free', '₹308.00']) expect(markup).toContain(text)
})

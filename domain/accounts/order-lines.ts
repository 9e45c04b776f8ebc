import { documentAmounts, lineAmounts } from '../documents/invoice-amounts.ts'
import type { OrderItemRow, OrderRow } from '../documents/invoice-rows.ts'
import { stateByCode } from '../addresses/states.ts'
import type { AccountSheet, Cell } from './sheet.ts'

/** An order of the period with its lines, as `private.account_orders` returns it. */
export type AccountOrder = {
  order: Omit<OrderRow, 'documents'>
  items: OrderItemRow[]
  documents: { kind: 'invoice' | 'credit_note'; serial: string; issued_at: string }[]
}

const HEADINGS = [
  'Order date',
  'Order number',
  'Status',
  'Invoice number',
  'Invoice date',
  'Credit notes',
  'Buyer',
  'Company',
  'GSTIN',
  'State',
  'Line',
  'Product',
  'SKU',
  'HSN',
  'Quantity',
  'Unit',
  'Unit price',
  'Discount',
  'Taxable value',
  'GST %',
  'CGST',
  'SGST',
  'IGST',
  'Total',
  'Payment',
  'Payment state',
]

/** One row per line of an order, and one per charge, oldest order first. The rows of an order sum to its total. */
export function orderLinesSheet(orders: readonly AccountOrder[]): AccountSheet {
  return { name: 'Orders', headings: HEADINGS, rows: orders.flatMap(rowsOf) }
}

function rowsOf({ order, items, documents }: AccountOrder): Cell[][] {
  const invoices = documents.filter(({ kind }) => kind === 'invoice')
  const notes = documents.filter(({ kind }) => kind === 'credit_note')
  const [first] = invoices
  const head: Cell[] = [
    { moment: order.created_at },
    order.order_number ?? null,
    order.status,
    invoices.map(({ serial }) => serial).join(', '),
    first ? { moment: first.issued_at } : null,
    notes.map(({ serial }) => serial).join(', '),
    order.full_name,
    order.company_name,
    order.gstin,
    stateByCode(order.place_of_supply)?.name ?? order.state,
  ]
  const payment: Cell[] = [order.payment_method, order.payment_state]
  const interState = order.place_of_supply !== order.seller_state
  const goods = items.map((item): Cell[] => {
    const line = lineAmounts(item, order.prices_include_gst)
    return [
      item.product_name,
      item.sku,
      item.hsn,
      item.quantity,
      item.unit,
      { paise: line.unitPrice },
      { paise: line.discount },
      { paise: line.taxable },
      line.rate,
      { paise: line.cgst },
      { paise: line.sgst },
      { paise: line.igst },
      { paise: line.total },
    ]
  })
  const charges = documentAmounts(order, items, { interState, scope: 'all', registered: true }).charges.flatMap((charge): Cell[][] =>
    charge.amount === 0
      ? []
      : [
          [
            charge.label,
            null,
            null,
            null,
            null,
            null,
            null,
            { paise: charge.taxable },
            charge.rate,
            { paise: charge.cgst },
            { paise: charge.sgst },
            { paise: charge.igst },
            { paise: charge.amount },
          ],
        ],
  )
  return [...goods, ...charges].map((cells, index) => [...head, index + 1, ...cells, ...payment])
}

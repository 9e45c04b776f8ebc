/** Issued documents that are reported to the portal: one for each rule of the amounts. */
import type { DocumentFacts } from '../../documents/invoice-rows.ts'
import { frozenOrder, goods, SHOP, withDocuments } from '../../documents/testing/frozen-order.ts'
import { readFacts } from '../../documents/frozen-charges.ts'
import type { StoreSettings } from '../../shop/settings.ts'
import { issue, reverseInvoice } from '../../gstr1/testing/issued.ts'

const lipstick = goods('Lipstick "Rose"', '33049910', 18, '149.00')
const powder = goods('Face powder', '33049120', 5, '85.50')
const bindi = goods('Bindi', '33049940', 0, '33.33')

const MAHARASHTRA = '27AAPFU0939F1ZV'
const KARNATAKA = '29ABCDE1234F1ZW'
const UNION_SHOP: StoreSettings = { ...SHOP, stateCode: '04', gstin: '04ABCDE1234F1Z8', city: 'Chandigarh', pincode: '160017' }

const sold = (bought: Parameters<typeof issue>[0]['bought'], gstin: string, change = {}) =>
  issue({ bought, gstin, numbers: ['INV/26-27/000041', 'BOS/26-27/000007'], day: '2026-11-22', change })

const first = (facts: DocumentFacts[]): DocumentFacts => {
  const [one] = facts
  if (!one) throw new Error('Nothing was issued')
  return one
}

const intra = first(
  sold(
    {
      lines: [
        [lipstick, 3],
        [powder, 7],
      ],
      coupon: 50_00,
    },
    MAHARASHTRA,
  ),
)
const mixed = sold(
  {
    lines: [
      [lipstick, 2],
      [bindi, 12],
    ],
  },
  MAHARASHTRA,
)

/** The first unit of the first line, as `private.issue_credit_note` freezes it: the rest of the invoice in `invoiced`. */
function inPart(invoice: DocumentFacts, quantity: number): DocumentFacts {
  const [line] = invoice.items
  if (!line) throw new Error('No line')
  const part = (value: string | number) => (Math.round((Number(value) * 100 * quantity) / line.quantity) / 100).toFixed(2)
  const [discount, taxable, cgst, sgst, igst] = [line.discount, line.taxable, line.cgst, line.sgst, line.igst].map(part) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const total = (Number(taxable) + Number(cgst) + Number(sgst) + Number(igst)).toFixed(2)
  const note = reverseInvoice(invoice, 'CN/26-27/000009', '2026-11-25')
  return {
    ...note,
    items: [{ ...line, quantity, discount, taxable, cgst, sgst, igst, total }],
    order: { ...note.order, charges: [], total_amount: total, discount_total: discount },
    invoiced: { goods: invoice.items, charges: [...invoice.order.charges] },
  }
}

export const CASES: Record<string, DocumentFacts> = {
  'within the State, with delivery, a discount and two rates': intra,
  'to another State': first(
    sold(
      {
        lines: [
          [lipstick, 3],
          [powder, 7],
        ],
        to: '29',
        coupon: 50_00,
      },
      KARNATAKA,
    ),
  ),
  'prices without GST': first(sold({ lines: [[lipstick, 3]], trade: true, coupon: 10_00 }, MAHARASHTRA)),
  'the taxed part of an order with nil-rated goods': first(mixed),
  'within a Union Territory': first(
    sold({ lines: [[lipstick, 5]], to: '04', settings: UNION_SHOP }, '04AAPFU0939F1Z3', {
      city: 'Chandigarh',
      pincode: '160022',
    }),
  ),
  'a whole credit note': reverseInvoice(intra, 'CN/26-27/000008', '2026-11-24'),
  'a credit note for a part': inPart(intra, 1),
}

/** The nil-rated part of an order of a registered buyer: a bill of supply. */
export const BILL: DocumentFacts = mixed[1] ?? intra

/** A sale to someone without a GSTIN. */
export const UNREGISTERED: DocumentFacts = (() => {
  const [order] = withDocuments(frozenOrder({ lines: [[lipstick, 1]] }))
  const content = order.documents[0]?.content
  if (!content) throw new Error('Nothing was issued')
  return readFacts(content)
})()

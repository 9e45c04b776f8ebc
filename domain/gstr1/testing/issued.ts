/** Issued documents for the tests of the return: an order that was frozen, accepted, and possibly reversed. */
import type { DocumentFacts, OrderRow } from '../../documents/invoice-rows.ts'
import { frozenOrder, SHOP, withDocuments } from '../../documents/testing/frozen-order.ts'
import type { Bought } from '../../documents/testing/frozen-order.ts'
import { readFacts } from '../../documents/frozen-charges.ts'

export type Issue = {
  bought: Bought
  gstin?: string | null
  /** one for each document of the order */
  numbers: string[]
  /** '2026-11-03', noon in India unless a time is given */
  day: string
  change?: Partial<OrderRow>
}

/** The facts of each document, INV before BOS. */
export function issue({ bought, gstin = null, numbers, day, change = {} }: Issue): DocumentFacts[] {
  const [order] = withDocuments(frozenOrder(bought, { gstin, company_name: gstin && 'Looks by Meera', ...change }), { settings: bought.settings ?? SHOP })
  return order.documents.flatMap(({ content }, index) =>
    content ? [{ ...readFacts(content), serial: numbers[index] ?? `INV/26-27/9${index}`, issued_at: moment(day) }] : [],
  )
}

export function reverseInvoice(invoice: DocumentFacts, number: string, day: string): DocumentFacts {
  const { form, serial, issued_at } = invoice
  return { ...invoice, form: 'credit_note', serial: number, issued_at: moment(day), reverses: { form, serial, issued_at }, reason: 'Refused at the door' }
}

function moment(day: string): string {
  return new Date(day.includes('T') ? day : `${day}T12:00:00+05:30`).toISOString()
}

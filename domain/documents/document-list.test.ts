import { expect, test } from 'vitest'
import { documentList } from './document-list.ts'
import type { DocumentRow } from './invoice-rows.ts'
import { frozenOrder, goods, withDocuments } from './testing/frozen-order.ts'

/** The documents of an order that was accepted and cancelled: one invoice and its credit note, each in a file of its own. */
const issued = (number: number): DocumentRow[] => {
  const bought = { lines: [[goods('Lipstick', '330499', 18, '118.00'), number]] as const }
  const [order] = withDocuments(frozenOrder({ lines: [...bought.lines] }), { number, reason: 'Changed' })
  return order.documents.map((document) => ({ ...document, file_id: `${document.kind} ${number}` }))
}

test('an invoice and its credit note need no list', () => {
  expect(documentList([])).toEqual([])
  expect(documentList(issued(1))).toEqual([])
})

test('two documents in one file need no list either', () => {
  const [invoice] = issued(1)
  expect(documentList([invoice, invoice].flatMap((one) => one ?? []))).toEqual([])
})

test('several of a kind are listed by time, with number, date, amount and file', () => {
  expect(documentList([...issued(20), ...issued(30)])).toEqual([
    {
      serial: 'INV/26-27/000020',
      type: 'invoice',
      form: 'tax_invoice',
      date: '21 Nov 2026',
      total: 2360_00,
      fileId: 'invoice 20',
      against: null,
      parcel: null,
    },
    {
      serial: 'INV/26-27/000030',
      type: 'invoice',
      form: 'tax_invoice',
      date: '21 Nov 2026',
      total: 3540_00,
      fileId: 'invoice 30',
      against: null,
      parcel: null,
    },
    {
      serial: 'CN/26-27/000020',
      type: 'creditNote',
      form: 'credit_note',
      date: '22 Nov 2026',
      total: 2360_00,
      fileId: 'credit_note 20',
      against: 'INV/26-27/000020',
      parcel: null,
    },
    {
      serial: 'CN/26-27/000030',
      type: 'creditNote',
      form: 'credit_note',
      date: '22 Nov 2026',
      total: 3540_00,
      fileId: 'credit_note 30',
      against: 'INV/26-27/000030',
      parcel: null,
    },
  ])
})

import { expect, test } from 'vitest'
import type { GstDocument } from '../../../data/admin/reports/gst-return.ts'
import { countedIn, documentsSearch, readSelection } from './document-selection.ts'
import type { DocumentSelection } from './document-selection.ts'

const document = (serial: string, change: Partial<GstDocument>): GstDocument => ({
  order_id: serial,
  serial,
  issued_at: '2026-11-01T06:30:00Z',
  note: false,
  kind: 'b2c',
  section: 'b2cs',
  gstin: null,
  name: 'Asha',
  place_of_supply: '27',
  value: 218,
  rates: [{ rate: 18, taxable: 184.74, cgst: 16.63, sgst: 16.63, igst: 0 }],
  ...change,
})
const nil = { rate: 0, taxable: 50, cgst: 0, sgst: 0, igst: 0 }
const five = { rate: 5, taxable: 100, cgst: 0, sgst: 0, igst: 5 }
const all = [
  document('1', { kind: 'b2b', section: 'b2b', gstin: '27AAPFU0939F1ZV' }),
  document('2', { place_of_supply: '29', rates: [nil, five] }),
  document('3', { kind: 'b2c_notes', note: true }),
  document('4', { kind: 'b2b_notes', section: 'cdnr', note: true, gstin: '27AAPFU0939F1ZV', rates: [nil] }),
]
const serials = (selection: DocumentSelection) =>
  countedIn(all, selection).map(({ document: { serial }, counts }) => `${serial}: ${counts.taxable} ${counts.igst}`)

test('a figure is made of the documents it names, with the part that it counts', () => {
  expect(serials({})).toEqual(['1: 18474 0', '2: 15000 500', '3: -18474 0', '4: -5000 0'])
  expect(serials({ kind: 'b2c_notes' })).toEqual(['3: -18474 0'])
  expect(serials({ rate: '5' })).toEqual(['2: 10000 500'])
  expect(serials({ place: '29' })).toEqual(['2: 15000 500'])
  expect(serials({ table: 'b2b' })).toEqual(['1: 18474 0'])
  expect(serials({ table: 'b2cs' })).toEqual(['2: 10000 500', '3: -18474 0'])
  expect(serials({ table: 'cdnr' })).toEqual([]) // it has no taxed part
  expect(serials({ table: 'exemp' })).toEqual(['2: 5000 0', '4: -5000 0'])
  expect(serials({ table: 'hsn_b2b' })).toEqual(['1: 18474 0', '4: -5000 0'])
  expect(serials({ table: 'docs' })).toHaveLength(4)
})

test('the address selects the month, and invalid values are ignored', () => {
  const params = new URLSearchParams('view=gst&month=2026-11&table=b2b&documents=yes')
  expect(readSelection(params)).toEqual({ table: 'b2b' })
  expect(documentsSearch(params, { rate: '5' })).toBe('?view=gst&month=2026-11&documents=yes&rate=5')
  expect(documentsSearch(params, null)).toBe('?view=gst&month=2026-11')
  expect(readSelection(new URLSearchParams('documents=yes&table=none&kind=../x'))).toEqual({})
  expect(readSelection(new URLSearchParams('table=b2b'))).toBeNull()
})

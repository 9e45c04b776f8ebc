import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { PickLine } from '#domain/documents/pick-list.ts'
import { renderPickList } from './render.ts'

const line = (change: Partial<PickLine>): PickLine => ({
  name: 'Laali Lipstick – Ruby Red',
  sku: 'LAALI-1',
  barcode: '8901234567894',
  unit: 'NOS',
  quantity: 1200,
  orders: [{ number: '482-715', quantity: 1200 }],
  ...change,
})
const print = (lines: PickLine[]) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], {
    input: renderPickList({ list: { orders: 2, units: 1200, groups: [{ category: 'Lips', lines }] }, storeName: 'Shringar', madeAt: '22 Nov 2026 10:15 AM' }),
    encoding: 'utf8',
  })

test('a line has SKU, barcode, product, quantity and its orders', () => {
  const text = print([line({}), line({ name: 'नूर उबटन', sku: null, barcode: null })])
  for (const part of [
    'Pick list',
    '2 orders · 2 products · 1,200 units',
    'Lips',
    'LAALI-1',
    '8901234567894',
    'Ruby Red',
    '1,200 × 482-715',
    'उबटन',
    '22 Nov 2026 10:15 AM',
    'Page 1 of 1',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('null')
})

test('hostile and long texts stay text', () => {
  const text = print([
    line({
      name: '#image("/etc/passwd") *x*',
      sku: 'S'.repeat(40),
      orders: Array.from({ length: 300 }, (_, at) => ({ number: `${100 + at}-715`, quantity: 4 })),
    }),
  ])
  expect(text.replaceAll(/[\s\u200b]/g, '')).toContain('#image')
  expect(text).toContain('4 × 399-715')
})

test('without goods there is no file', () =>
  expect(() => renderPickList({ list: { orders: 0, units: 0, groups: [] }, storeName: '', madeAt: '' })).toThrow(RangeError))

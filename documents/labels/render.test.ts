import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { ShippingLabel } from '#domain/documents/shipping-label.ts'
import { renderLabels } from './render.ts'

const label: ShippingLabel = {
  order: { number: '482-715', label: '#7f3c9a2e', date: '22 Nov 2026' },
  to: { name: 'Meera Nair', lines: ['48, 12th Main', 'Bengaluru', 'Karnataka'], pincode: '560038', phone: '9845011234' },
  from: { name: 'Shringar', lines: ['214 Princess Street', 'Mumbai 400002'], phone: '02222001234' },
  toCollect: 171_600,
  courier: 'Delhivery',
  trackingNumber: '14256789012345',
  weightGrams: 1380,
}
const pagesOf = (pdf: Uint8Array) => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).split('\f').slice(0, -1)
const sizeOf = (pdf: Uint8Array) => /Page size: +(.*) pts/.exec(execFileSync('pdfinfo', ['-'], { input: pdf, encoding: 'utf8' }))?.[1]

test('a thermal label is a page of 4×6 in with address, amount to collect, tracking number, weight and sender', () => {
  const pdf = renderLabels([label, { ...label, toCollect: null, weightGrams: 90 }], 'thermal')
  const [first = '', second = '', ...others] = pagesOf(pdf)
  for (const text of [
    'COD ₹1,716.00',
    '482-715',
    '#7f3c9a2e',
    'Meera Nair',
    '48, 12th Main',
    'PIN 560038',
    'Phone 9845011234',
    'Delhivery',
    '14256789012345',
    '1.38 kg',
  ])
    expect(first).toContain(text)
  expect(first).toContain('if undelivered, return to')
  expect(first).toContain('214 Princess Street, Mumbai 400002')
  expect(second).toContain('Prepaid')
  expect(second).toContain('90 g')
  expect(second).not.toContain('COD')
  expect([others, sizeOf(pdf)]).toEqual([[], '288 x 432'])
})

test('four labels are one sheet of A4, and the fifth begins another', () => {
  const pdf = renderLabels(
    Array.from({ length: 5 }, (_, at) => ({ ...label, order: { ...label.order, number: `#no${at}` } })),
    'a4',
  )
  const pages = pagesOf(pdf)
  expect(pages.map((page) => page.match(/#no\d/g)?.toSorted())).toEqual([['#no0', '#no1', '#no2', '#no3'], ['#no4']])
  expect(sizeOf(pdf)).toMatch(/^595\.2\d+ x 841\.8\d+/)
})

test('Devanagari, long and hostile texts stay text on one label, and nothing runs off it', () => {
  const long: ShippingLabel = {
    ...label,
    to: {
      name: 'W'.repeat(120),
      lines: ['आशा राव', '#image("/etc/passwd") *bold* $x$', 'a long address '.repeat(40), '😀'.repeat(20)],
      pincode: '560038',
      phone: '9845011234',
    },
    from: { name: 'N'.repeat(90), lines: ['A very long street '.repeat(20)], phone: '' },
    courier: 'C'.repeat(80),
    trackingNumber: 'X'.repeat(80),
    toCollect: 1_234_567_890,
  }
  const [page = '', ...others] = pagesOf(renderLabels([long], 'thermal'))
  expect(others).toEqual([])
  for (const text of ['COD ₹1,23,45,678.90', 'राव', '#image("/etc/passwd")', 'PIN 560038', 'Phone 9845011234']) expect(page).toContain(text)
  const boxes = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: renderLabels([long], 'thermal'), encoding: 'utf8' })
  const right = [...boxes.matchAll(/xMax="([\d.]+)"/g)].map(([, x]) => Number(x))
  expect(Math.max(...right)).toBeLessThanOrEqual(288)
})

test('a parcel without courier, tracking number and known weight has no part for them', () => {
  const [page] = pagesOf(renderLabels([{ ...label, courier: null, trackingNumber: null, weightGrams: null }], 'thermal'))
  expect(page).not.toMatch(/Delhivery|kg|null/)
})

test('without labels there is no file', () => expect(() => renderLabels([], 'a4')).toThrow(RangeError))

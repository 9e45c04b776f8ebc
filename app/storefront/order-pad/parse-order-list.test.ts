import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import { parseOrderList, type Reading } from './parse-order-list.ts'

const first = (line: string): Reading | undefined => parseOrderList(line).lines[0]?.readings[0]
const terms = (line: string): string[] => parseOrderList(line).lines[0]?.readings.flatMap((reading) => reading.terms) ?? []

test.each([
  ['KUM-01\t12', 'KUM-01', 12],
  ['KUM-01,12', 'KUM-01', 12],
  ['KUM-01 ; 12', 'KUM-01', 12],
  ['KUM-01 x 12', 'KUM-01', 12],
  ['KUM-01 X12', 'KUM-01', 12],
  ['KUM-01 × 12', 'KUM-01', 12],
  ['KUM-01×12', 'KUM-01', 12],
  ['12 x KUM-01', 'KUM-01', 12],
  ['12x KUM-01', 'KUM-01', 12],
  ['12 pcs x KUM-01', 'KUM-01', 12],
  ['KUM-01 12', 'KUM-01', 12],
  ['12 KUM-01', 'KUM-01', 12],
  ['Neem Soap - 24', 'Neem Soap', 24],
  ['Neem Soap: 24', 'Neem Soap', 24],
  ['Neem Soap 24 pcs', 'Neem Soap', 24],
  ['Neem Soap 24 Nos.', 'Neem Soap', 24],
  ['Neem Soap qty 24', 'Neem Soap', 24],
  ['1. Neem Soap x 24', 'Neem Soap', 24],
  ['• Neem Soap x 24', 'Neem Soap', 24],
  ['Kumkum Matte Lipstick, Rose 4.2 g, 12', 'Kumkum Matte Lipstick, Rose 4.2 g', 12],
  ['"Kumkum Matte Lipstick, Rose",12', 'Kumkum Matte Lipstick, Rose', 12],
  ['"7"" Comb",12', '7" Comb', 12],
  ['Kumkum Matte Lipstick, Rose x 12', 'Kumkum Matte Lipstick, Rose', 12],
  ['12, Neem Soap', 'Neem Soap', 12],
  ['8901234567890, 12', '8901234567890', 12],
  ['12\t8901234567890', '8901234567890', 12],
  ['KUM-01\tNeem Soap\t1,200\t149.00', 'KUM-01', 1200],
  ['KUM-01\t12.0', 'KUM-01', 12],
  ['नूर उबटन x १२', 'नूर उबटन', 12],
  ['=HYPERLINK("http://evil.example"), 2', '=HYPERLINK("http://evil.example")', 2],
] as const)('%s is %s, %i of it', (line, term, quantity) => {
  expect(first(line)).toMatchObject({ quantity })
  expect(first(line)?.terms[0]).toBe(term)
})

test.each(['KUM-01', 'Neem Soap', 'KUM-01,', 'KUM-01\t', '8901234567890'])('%s names a product and no quantity', (line) => {
  expect(first(line)?.quantity).toBeNull()
  expect(first(line)?.bad).toBeUndefined()
})

test.each(['KUM-01, 0', 'KUM-01, -3', 'KUM-01\t1.5', 'KUM-01 x 0', 'KUM-01, 100000'])('the quantity of %s cannot be ordered', (line) => {
  expect(first(line)).toMatchObject({ terms: ['KUM-01'], quantity: null, bad: true })
})

test('a number that may belong to the name is tried both ways', () => {
  expect(parseOrderList('Foundation Shade 3').lines[0]?.readings).toEqual([
    { terms: ['Foundation Shade'], quantity: 3 },
    { terms: ['Foundation Shade 3'], quantity: null },
  ])
  expect(terms('24 Karat Serum')).toEqual(['Karat Serum', '24 Karat Serum'])
})

describe('a header', () => {
  test('is skipped, and says which column is which', () => {
    const { lines } = parseOrderList('S.No,Product Name,MRP,Qty,SKU\n1,Neem Soap,60,24,SOAP-1\n2,"Cream, Rose",150,6,CREAM-1')
    expect(lines.map(({ line, readings }) => [line, readings[0]?.terms, readings[0]?.quantity])).toEqual([
      [2, ['SOAP-1', 'Neem Soap'], 24],
      [3, ['CREAM-1', 'Cream, Rose'], 6],
    ])
  })
  test.each(['SKU\tQty', 'Item;Quantity', 'SKU Quantity', 'Code, Units'])('%s is not a product line', (header) => {
    expect(parseOrderList(`${header}\nKUM-01, 2`).lines).toHaveLength(1)
  })
  test('counts only as the first line', () => {
    expect(parseOrderList('KUM-01, 2\nSKU, Qty').lines).toHaveLength(2)
  })
})

test('empty lines are skipped and every line keeps its number', () => {
  expect(parseOrderList('\r\n  \nA 1\r\n\t\t\nB 2\n').lines.map(({ line, text }) => [line, text])).toEqual([
    [3, 'A 1'],
    [5, 'B 2'],
  ])
})

test('a line with only separators and control characters is empty', () => {
  expect(parseOrderList('\t\u0000\t\nA 1').lines.map(({ line }) => line)).toEqual([2])
})

test('lines beyond what an order may hold are returned as they are, not looked up', () => {
  const list = parseOrderList(Array.from({ length: MOST_ORDER_LINES + 2 }, (_, index) => `SKU-${index},  2`).join('\r\n'))
  expect([list.lines.length, list.tail]).toEqual([MOST_ORDER_LINES, [`SKU-${MOST_ORDER_LINES},  2`, `SKU-${MOST_ORDER_LINES + 1},  2`]])
})

describe('the source of a line', () => {
  test('has the letters of the list when there is no header', () => {
    expect(parseOrderList('  6 x  Neem Soap ').lines[0]?.source).toBe('  6 x  Neem Soap ')
  })
  test.each([
    ['S.No,Product Name,MRP,Qty,SKU', '1,Neem Soap,60,24,SOAP-1'],
    ['Qty\tSKU\tItem', '24\tSOAP-1\tNeem Soap'],
    ['SKU;MRP;Qty', 'SOAP-1;60;'],
    ['SKU;MRP;Qty', 'SOAP-1;60;1.5'],
    ['Item,MRP,Qty', '"Cream, Rose",60,6'],
  ])('under %s reads the same without it', (header, line) => {
    const [under] = parseOrderList(`${header}\n${line}`).lines
    const [alone] = parseOrderList(under?.source ?? '').lines
    const read = (found: Reading | undefined): unknown => [found?.terms[0], found?.quantity, found?.bad]
    expect(read(alone?.readings[0])).toEqual(read(under?.readings[0]))
  })
})

test('any pasted text is parsed safely: every line has a result, and quantities are valid whole numbers', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc
          .array(fc.constantFrom('12', 'x', ' ', ',', '\t', ';', '"', '-', '\n', 'Rose', '१२', '\u0000', '=', '1.5', '\ud800'), { maxLength: 60 })
          .map((parts) => parts.join('')),
      ),
      (text) => {
        for (const { text: shown, readings } of parseOrderList(text).lines) {
          expect(shown).not.toMatch(/\p{Cc}/u)
          expect(readings.length).toBeGreaterThan(0)
          for (const { terms: names, quantity } of readings) {
            expect(names.length).toBeGreaterThan(0)
            for (const name of names) expect(name).toBe(name.trim())
            if (quantity !== null) expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= 99_999).toBe(true)
          }
        }
      },
    ),
  )
})

test('what is written in a plain form is read back, in each of the forms', () => {
  const name = fc.stringMatching(/^[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8}){0,3}$/)
  const forms: ((name: string, quantity: number) => string)[] = [
    (n, q) => `${n}\t${q}`,
    (n, q) => `${n},${q}`,
    (n, q) => `${n}; ${q}`,
    (n, q) => `${n} x ${q}`,
    (n, q) => `${q} x ${n}`,
    (n, q) => `"${n}",${q}`,
    (n, q) => `${n} ${q}`,
    (n, q) => `${n} - ${q} pcs`,
  ]
  fc.assert(
    fc.property(name, fc.integer({ min: 1, max: 99_999 }), fc.constantFrom(...forms), (n, quantity, form) => {
      expect(first(form(n, quantity))).toMatchObject({ terms: [n], quantity })
    }),
  )
})

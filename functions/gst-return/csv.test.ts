import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a sheet starts with a byte order mark and has CRLF line ends for Excel', () => {
  expect(csvOf({ headings: ['Name', 'Taxable Value'], rows: [['नूर, Pune', '10.00']] })).toBe('\uFEFFName,Taxable Value\r\n"नूर, Pune",10.00\r\n')
  expect(csvOf({ headings: ['Name'], rows: [] })).toBe('\uFEFFName\r\n')
})

test('no text from a customer becomes a formula, and a negative amount remains a number', () => {
  const typed = ['=HYPERLINK("http://x")', '+91 22', '-1+1', '@SUM(A1)', '\t=1', '-', '-300.00', '12']
  const [, ...cells] = csvOf({ headings: ['x'], rows: typed.map((cell) => [cell]) }).split('\r\n')
  expect(cells.slice(0, -1)).toEqual([`"'=HYPERLINK(""http://x"")"`, `"'+91 22"`, `"'-1+1"`, `"'@SUM(A1)"`, `"'\t=1"`, `"'-"`, '-300.00', '12'])
})

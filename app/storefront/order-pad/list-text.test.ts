import { expect, test } from 'vitest'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import { cartProduct } from '../../data/cart/testing/cart-product.ts'
import { isSameList, listOf } from './list-text.ts'
import { parseOrderList } from './parse-order-list.ts'
import { resolveLines, type PadRow } from './resolve-lines.ts'

const soap = cartProduct({ sku: 'SOAP-1', name: 'Neem Soap' })
const rowsOf = (text: string): PadRow[] => resolveLines(parseOrderList(text).lines, [{ term: 'SOAP-1', matched: 'sku', product: soap }])

test('what was not looked up stays in the list, behind the rows', () => {
  const list = ['SKU,Qty', ...Array.from({ length: MOST_ORDER_LINES }, () => 'SOAP-1,2'), 'CREAM-1,6', 'Kohl x 3']
  const { tail } = parseOrderList(list.join('\n'))
  expect(listOf(rowsOf(list.join('\n')), tail)).toBe(`SOAP-1\t${2 * MOST_ORDER_LINES}\nCREAM-1\t6\nKohl x 3`)
  expect(listOf([], tail)).toBe('CREAM-1\t6\nKohl x 3')
})

test('a line without a product keeps its quantity when the header above it is gone', () => {
  const written = listOf(rowsOf('Item,MRP,Qty\nNeem Sop,60,24\nSOAP-1,60,6'))
  expect(rowsOf(written).map(({ text, quantity }) => [text, quantity])).toEqual([
    ['Neem Sop  24', 24],
    ['SOAP-1  6', 6],
  ])
})

test('a list is another one when a line of it is', () => {
  expect(isSameList('SOAP-1\t2\nKohl x 3', ' SOAP-1\t2 \r\n\r\nKohl x 3\n')).toBe(true)
  expect(isSameList('SOAP-1\t2', 'SOAP-1\t2\nKohl x 3')).toBe(false)
  expect(isSameList('SOAP-1\t2', 'SOAP-1\t24')).toBe(false)
  expect(isSameList('SOAP-1\t2', '')).toBe(false)
})

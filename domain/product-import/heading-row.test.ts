import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHeading, tableFrom } from './heading-row.ts'

const tableOf = (records: string[][]) =>
  tableFrom(
    records.map((cells, k) => ({ row: k + 1, cells })),
    findHeading(records).at,
  )

describe('the headings of a list', () => {
  it('are below the title lines of a report, and its totals are no goods', () => {
    expect(
      tableOf([
        ['Glow Traders'],
        ['Stock list', '', 'as of', '22-Nov-26'],
        ['Item Name', 'Rate', 'Stock', 'Colour'],
        ['Kajal', '99', '5', ''],
        ['', 'Grand Total', '', '5'],
      ]),
    ).toEqual({ headings: ['Item Name', 'Rate', 'Stock', 'Colour'], rows: [{ row: 4, cells: ['Kajal', '99', '5', ''] }], above: 2, below: 1 })
  })
  it('of Tally are two lines: groups, and columns within them', () => {
    const table = tableOf([
      ['Glow Traders'],
      ['Stock Summary'],
      ['Particulars', 'Inwards', '', '', 'Closing Balance'],
      ['', 'Quantity', 'Rate', 'Value', 'Quantity', 'Rate', 'Value'],
      ['Kajal', '', '', '', '24 Nos', '60.00/Nos', '1440.00'],
      ['Grand Total', '', '', '', '24 Nos', '', '1440.00'],
    ])
    expect(table.headings).toEqual([
      'Particulars',
      'Inwards Quantity',
      'Inwards Rate',
      'Inwards Value',
      'Closing Balance Quantity',
      'Closing Balance Rate',
      'Closing Balance Value',
    ])
    expect(table.rows.map(({ cells }) => cells[0])).toEqual(['Kajal'])
  })
  it('that a market place repeats for machines are taken once', () => {
    expect(
      tableOf([
        ['Seller SKU', 'Product Name', 'MRP', 'Price'],
        ['sku', 'name', 'mrp', 'price'],
        ['A-1', 'Kajal', '99', '90'],
      ]),
    ).toMatchObject({
      headings: ['Seller SKU', 'Product Name', 'MRP', 'Price'],
      rows: [{ row: 3 }],
    })
  })
  it('that the shop does not know are the first line as wide as the list', () => {
    expect(tableOf([['Liste'], ['Artikel', 'Farbe', 'Preis'], ['a', 'b', 'c']])).toMatchObject({ headings: ['Artikel', 'Farbe', 'Preis'], above: 1 })
    expect(
      tableOf([
        ['a', 'b'],
        ['c', 'd'],
      ]),
    ).toMatchObject({ headings: ['a', 'b'], above: 0 })
    expect(tableOf([])).toEqual({ headings: [], rows: [], above: 0, below: 0 })
  })
  it('and the lines around them and the rows are all lines, for any list', () => {
    const cell = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('MRP', 'SKU', 'Rate', 'Quantity', 'Total', ''))
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 }), (records) => {
        const { above, below, rows } = tableOf(records)
        const between = records.length - above - below - rows.length
        expect(between >= (records.length > 0 ? 1 : 0) && between <= 2).toBe(true)
      }),
    )
  })
})

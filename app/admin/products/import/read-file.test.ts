import { describe, expect, it } from 'vitest'
import { findHeading, tableFrom } from '#domain/product-import/heading-row.ts'
import { MOST_CELL, MOST_COLUMNS } from './limits.ts'
import { decode, fitted, readRecords, sourceOf } from './read-file.ts'

const readTable = async (...list: Parameters<typeof readRecords>) => {
  const { records, delimiter } = await readRecords(...list)
  const table = tableFrom(records, findHeading(records.map(({ cells }) => cells)).at)
  return { ...table, rows: table.rows.map(({ row, cells }) => ({ row, cells: fitted(cells, table.headings.length) })), delimiter }
}

const bytes = (text: string, encoding: 'utf-16le' | 'utf-16be', mark: boolean) => {
  const made = new Uint8Array(text.length * 2 + (mark ? 2 : 0))
  const view = new DataView(made.buffer)
  const all = mark ? `\ufeff${text}` : text
  for (let place = 0; place < all.length; place += 1) view.setUint16(place * 2, all.charCodeAt(place), encoding === 'utf-16le')
  return made
}

describe('a file', () => {
  const list = 'Name;Rate\r\nNeem & Haldi;99\r\nगुलाब;120\r\n'
  it.each(['utf-16le', 'utf-16be'] as const)('in %s is read with its mark and without', async (encoding) => {
    for (const mark of [true, false]) {
      const { text, encoding: found } = decode(bytes('Name;Rate\r\nNeem & Haldi;99\r\nRose;120\r\n', encoding, mark))
      expect(found).toBe('UTF-16')
      expect((await readTable(text)).rows.map(({ cells }) => cells)).toEqual([
        ['Neem & Haldi', '99'],
        ['Rose', '120'],
      ])
    }
  })
  it('in UTF-8 loses its mark, and one of Windows keeps its accents', async () => {
    const utf8 = decode(new TextEncoder().encode(`\ufeff${list}`))
    expect(utf8.encoding).toBe('UTF-8')
    expect((await readTable(utf8.text)).headings).toEqual(['Name', 'Rate'])
    const windows = decode(Buffer.from('Name,Rate\r\nCrème,99', 'latin1'))
    expect(windows).toMatchObject({ encoding: 'Windows-1252', text: 'Name,Rate\r\nCrème,99' })
  })
})

describe('a table', () => {
  it.each([',', ';', '\t', '|'])('with %j between its cells is recognised', async (separator) => {
    const text = [
      ['SKU', 'Name', 'MRP'],
      ['A-1', 'Rose', '10'],
      ['A-2', 'Neem', '20'],
    ]
      .map((cells) => cells.join(separator))
      .join('\n')
    expect(await readTable(text)).toMatchObject({ headings: ['SKU', 'Name', 'MRP'], delimiter: separator })
  })
  it('keeps quotes, separators and lines within cells, counts empty lines and leaves out columns without a heading', async () => {
    const { rows, headings } = await readTable('SKU,Name,,\n\n"A-1","The ""Best"", balm\nof all",,\nA-2,short\n,,,\nA-3,long,x,y\n')
    expect(headings).toEqual(['SKU', 'Name'])
    expect(rows).toEqual([
      { row: 3, cells: ['A-1', 'The "Best", balm\nof all'] },
      { row: 4, cells: ['A-2', 'short'] },
      { row: 6, cells: ['A-3', 'long', 'x', 'y'] },
    ])
  })
  it('of many slices is read whole, whatever is at their edges', async () => {
    const lines = Array.from({ length: 20_000 }, (_, k) => `"K-${k}","line one\nline ${k}, गुलाब जल"`)
    let last = 0
    const { rows } = await readTable(['SKU,Name', ...lines].join('\r\n'), (share) => (last = share))
    expect(rows).toHaveLength(20_000)
    expect(rows.every(({ row, cells }, k) => row === k + 2 && cells[0] === `K-${k}` && cells[1] === `line one\nline ${k}, गुलाब जल`)).toBe(true)
    expect(last).toBe(1)
  })
  it('that is left stops', async () => {
    const stop = new AbortController()
    const read = readTable('a,b\n'.repeat(200_000), () => stop.abort(), stop.signal)
    await expect(read).rejects.toMatchObject({ name: 'AbortError' })
  })
  it('below title lines keeps its separator, its headings and the numbers of its rows', async () => {
    const text =
      'Glow Traders, Pune\nStock Summary\n1-Apr-26 to 22-Nov-26\n\nItem Name;Rate;Closing Stock\nKajal, black;99;5\nRose water;120,50;7\nGrand Total;;12\n'
    expect(await readTable(text)).toEqual({
      delimiter: ';',
      headings: ['Item Name', 'Rate', 'Closing Stock'],
      rows: [
        { row: 6, cells: ['Kajal, black', '99', '5'] },
        { row: 7, cells: ['Rose water', '120,50', '7'] },
      ],
      above: 3,
      below: 1,
    })
  })
  it('with a quotation mark that is never closed, or with too many columns, is refused with its line', async () => {
    await expect(readRecords(`Name,Rate\n"Rose,9\n${'Neem,9\n'.repeat(MOST_CELL / 4)}`)).rejects.toThrow('Row 2 has a cell')
    await expect(readRecords(`${'a,'.repeat(MOST_COLUMNS)}a\n`)).rejects.toThrow('more than 300 columns')
  })
  it('of no rows has no headings', async () => expect(await readTable('')).toMatchObject({ headings: [], rows: [] }))
})

it('a file’s name names its list', () => {
  expect(['Beauty India (final).csv', 'beauty-india.csv', 'क.csv'].map(sourceOf)).toEqual(['beauty-india-final', 'beauty-india', 'list'])
})

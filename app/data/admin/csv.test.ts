import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { csvField, csvLine, writeCsv } from './csv.ts'

describe('a field', () => {
  it.each(['=1+1', '+91 98', '-2', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])('that a spreadsheet would run is a text: %j', (text) => {
    expect(csvField(text).replace(/^"/, '')).toMatch(/^'/)
  })
  it('that is a number stays one', () => expect([csvField(-5.5), csvField(0), csvField(true), csvField(null)]).toEqual(['-5.5', '0', 'true', '']))
  it('is read back as it was', () => {
    const texts = ['plain', 'comma, "quote"', 'two\nlines', ' spaces ', 'शृंगार', 'semi;colon']
    expect(Papa.parse<string[]>(csvLine(texts)).data[0]).toEqual(texts)
  })
})

it('a list is written page by page, with its mark, and reports its progress', async () => {
  const progress: number[] = []
  const pages = [
    { rows: [{ n: 1 }, { n: 2 }], next: 'two', previous: null, count: null },
    { rows: [{ n: 3 }], next: null, previous: null, count: null },
  ]
  const asked: (string | null)[] = []
  const { file, rows } = await writeCsv<{ n: number }>({
    columns: [{ label: 'Number', value: ({ n }) => n }],
    read: (cursor) => {
      asked.push(cursor)
      return Promise.resolve(pages[asked.length - 1] ?? { rows: [], next: null, previous: null, count: null })
    },
    onProgress: (count) => progress.push(count),
  })
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  expect(await file.text()).toContain('Number\r\n1\r\n2\r\n3\r\n')
  expect([rows, progress, asked]).toEqual([3, [2, 3], [null, 'two']])
})

it('an export that is stopped makes no file', async () => {
  const stopping = new AbortController()
  const read = () => {
    stopping.abort()
    return Promise.resolve({ rows: [], next: 'more', previous: null, count: null })
  }
  await expect(writeCsv({ columns: [], read, signal: stopping.signal })).rejects.toThrow(/abort/i)
})

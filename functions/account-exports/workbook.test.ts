import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { workbookOf } from './workbook.ts'

const sheetOf = (bytes: Uint8Array): string => strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())

test('texts stay texts, amounts and times are numbers that a spreadsheet formats', () => {
  const sheet = sheetOf(
    workbookOf({
      name: 'Orders & more',
      headings: ['A', 'B'],
      rows: [
        ['=HYPERLINK("http://x.example")', { paise: -123_456 }],
        [{ day: '2026-11-24' }, { moment: '2026-11-23T18:30:00Z' }],
        [null, 18],
        ['a\u0000\uD800<b>', '0012'],
      ],
    }),
  )
  expect(sheet).toContain('<c r="A2" s="0" t="inlineStr"><is><t>=HYPERLINK(&quot;http://x.example&quot;)</t></is></c><c r="B2" s="1"><v>-1234.56</v></c>')
  // 24 November 2026 is day 46350 since 30 December 1899; midnight in India is half past six in the evening of the day before in UTC
  expect(sheet).toContain('<c r="A3" s="2"><v>46350</v></c><c r="B3" s="3"><v>46350</v></c>')
  expect(sheet).toContain('<row r="4"><c r="B4" s="0"><v>18</v></c></row>')
  expect(sheet).toContain('&lt;b&gt;</t></is></c><c r="B5" s="0" t="inlineStr"><is><t>0012</t></is></c>')
  expect(sheet).not.toMatch(/<f>|[^\n\x20-\uFFFD]/)
})

test('has more columns than letters, and the same bytes for the same rows', () => {
  const headings = Array.from({ length: 28 }, (_, index) => `H${index}`)
  const sheet = { name: 'Wide', headings, rows: [headings] }
  expect(sheetOf(workbookOf(sheet))).toContain('<c r="AB2"')
  expect(workbookOf(sheet)).toEqual(workbookOf(sheet))
  expect(Object.keys(unzipSync(workbookOf(sheet)))).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ])
})

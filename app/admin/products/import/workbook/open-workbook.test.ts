import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { MOST_COLUMNS, MOST_ROWS } from '../limits.ts'
import { openWorkbook } from './open-workbook.ts'
import { makeWorkbook } from './testing/make-workbook.ts'

const cellsOf = (bytes: Uint8Array, sheet: number | null = null) => openWorkbook(bytes, sheet).rows.map(({ cells }) => cells)
const reason = (bytes: Uint8Array) => {
  try {
    openWorkbook(bytes, null)
    return null
  } catch (error) {
    return (error as { reason?: string }).reason
  }
}

describe('a workbook', () => {
  it('is read as its cells show: texts, numbers, percentages, dates, leading zeros, truth values and results of formulas', () => {
    const rows = `
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>GST</t></is></c></row>
      <row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4"><v>185.49999999999997</v></c><c r="C4" s="1"><v>0.18</v></c><c r="D4" s="2"><v>46348</v></c>
        <c r="E4" s="3"><v>3304</v></c><c r="F4" t="b"><v>1</v></c><c r="G4" t="str"><f>A1&amp;"x"</f><v>Rose &lt;b&gt;_x000A_x</v></c><c r="H4"><v>8.901030865275E12</v></c></row>`
    const bytes = makeWorkbook({
      sheets: [{ name: 'List', rows }],
      strings: ['<t>Name</t>', '<r><t>Kajal </t></r><r><t>&#2325;&#x93E;जल</t></r><rPh sb="0" eb="1"><t>note</t></rPh>'],
      formats: ['General', '0.00%', 'dd/mm/yyyy', '00000000'],
    })
    expect(openWorkbook(bytes, null)).toEqual({
      sheets: ['List'],
      sheet: 0,
      rows: [
        { row: 1, cells: ['Name', '', 'GST'] },
        { row: 4, cells: ['Kajal काजल', '185.5', '18%', '2026-11-22', '00003304', 'TRUE', 'Rose <b>\nx', '8901030865275'] },
      ],
    })
  })
  it('opens at the sheet with the best known headings; a hidden one is not offered', () => {
    const bytes = makeWorkbook({
      sheets: [
        { name: 'Instructions', rows: '<row><c t="inlineStr"><is><t>Fill in the next sheet</t></is></c></row>' },
        { name: 'Secret', state: 'hidden', rows: '<row><c t="inlineStr"><is><t>MRP</t></is></c></row>' },
        {
          name: 'Template',
          rows: '<row><c t="inlineStr"><is><t>SKU</t></is></c><c t="inlineStr"><is><t>MRP</t></is></c></row><row><c><v>1</v></c><c><v>2</v></c></row>',
        },
      ],
    })
    expect(openWorkbook(bytes, null)).toMatchObject({ sheets: ['Instructions', 'Template'], sheet: 1 })
    expect(cellsOf(bytes, 0)).toEqual([['Fill in the next sheet']])
  })
  it('whose names carry a namespace, and whose cells have no address, is read the same', () => {
    const rows = '<x:row><x:c t="inlineStr"><x:is><x:t>SKU</x:t></x:is></x:c><x:c/><x:c><x:v>7</x:v></x:c></x:row>'
    expect(cellsOf(makeWorkbook({ sheets: [{ name: 'a > "b"', rows }] }))).toEqual([['SKU', '', '7']])
  })
  it('that is damaged, empty, of another kind, or hides all sheets says why', () => {
    const whole = makeWorkbook({ sheets: [{ name: 'List', rows: '<row><c><v>1</v></c></row>' }] })
    expect(reason(whole.slice(0, whole.length - 40))).toBe('broken')
    expect(reason(strToU8('PK\u0003\u0004'))).toBe('broken')
    expect(reason(zipSync({ 'content.xml': strToU8('<office/>') }))).toBe('otherKind')
    expect(reason(makeWorkbook({ sheets: [{ name: 'List', state: 'veryHidden', rows: '' }] }))).toBe('noSheet')
    expect(cellsOf(makeWorkbook({ sheets: [{ name: 'List', rows: '' }] }))).toEqual([])
  })
  it('larger than the limits is refused before its memory is spent', () => {
    const bomb = makeWorkbook({ sheets: [{ name: 'List', rows: ' '.repeat(100 * 1024 * 1024) }] })
    expect(bomb.length).toBeLessThan(200_000)
    expect(reason(bomb)).toBe('size')
    const long = `<row>${'<c t="s"><v>0</v></c>'.repeat(299)}</row>`
    expect(reason(makeWorkbook({ sheets: [{ name: 'List', rows: long.repeat(8) }], strings: [`<t>${'x'.repeat(39_000)}</t>`] }))).toBe('size')
    expect(reason(makeWorkbook({ sheets: [{ name: 'List', rows: `<row><c r="ZZZ1"><v>1</v></c></row>` }] }))).toBe('columns')
    expect(reason(makeWorkbook({ sheets: [{ name: 'List', rows: `<row>${'<c><v>1</v></c>'.repeat(MOST_COLUMNS + 1)}</row>` }] }))).toBe('columns')
    expect(reason(makeWorkbook({ sheets: [{ name: 'List', rows: '<row><c><v>1</v></c></row>'.repeat(MOST_ROWS + 1) }] }))).toBe('rows')
    expect(reason(makeWorkbook({ sheets: [{ name: 'List', rows: '<row><c t="s"><v>0</v></c></row>' }], strings: [`<t>${'x'.repeat(50_000)}</t>`] }))).toBe(
      'cell',
    )
  })
})

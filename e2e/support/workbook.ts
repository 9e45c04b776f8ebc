import { strToU8, zipSync } from 'fflate'

type Cell = string | number | { percent: number }
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const cellXml = (cell: Cell): string =>
  typeof cell === 'object'
    ? `<c s="1"><v>${cell.percent}</v></c>`
    : typeof cell === 'number'
      ? `<c><v>${cell}</v></c>`
      : `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`

/** An Excel workbook (.xlsx) with these sheets, as a file to choose. */
export function workbook(sheets: Record<string, readonly (readonly Cell[])[]>): Buffer {
  const names = Object.keys(sheets)
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook><sheets>${names.map((name, k) => `<sheet name="${escaped(name)}" sheetId="${k + 1}" r:id="r${k}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, k) => `<Relationship Id="r${k}" Target="worksheets/sheet${k}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/></cellXfs></styleSheet>',
  }
  for (const [k, name] of names.entries()) {
    const rows = (sheets[name] ?? []).map((cells, place) => `<row r="${place + 1}">${cells.map(cellXml).join('')}</row>`)
    parts[`xl/worksheets/sheet${k}.xml`] = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)]))))
}

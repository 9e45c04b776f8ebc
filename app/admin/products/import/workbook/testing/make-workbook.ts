import { strToU8, zipSync } from 'fflate'

type MadeSheet = { name: string; rows: string; state?: string }
type MadeWorkbook = {
  sheets: readonly MadeSheet[]
  /** the inside of each <si> */ strings?: readonly string[]
  /** one style each */ formats?: readonly string[]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A workbook for tests, from the XML of its rows. */
export function makeWorkbook({ sheets, strings = [], formats = [] }: MadeWorkbook): Uint8Array {
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook><workbookPr/><sheets>${sheets
      .map(({ name, state }, k) => `<sheet name="${escaped(name)}" sheetId="${k + 1}" ${state ? `state="${state}"` : ''} r:id="rId${k + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, k) => `<Relationship Id="rId${k + 1}" Target="worksheets/sheet${k + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, k) => `<numFmt numFmtId="${164 + k}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellXfs>${formats
      .map((_, k) => `<xf numFmtId="${164 + k}"/>`)
      .join('')}</cellXfs></styleSheet>`,
  }
  for (const [k, { rows }] of sheets.entries()) parts[`xl/worksheets/sheet${k + 1}.xml`] = `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])))
}

import { strToU8, zipSync } from 'fflate'
import { plainCell } from '#domain/accounts/sheet.ts'
import type { AccountSheet, Cell } from '#domain/accounts/sheet.ts'
import { escapeXml } from '#domain/text/escape-xml.ts'
import { indianCalendar } from '#domain/time/dates.ts'

// Office Open XML (ECMA-376) of one sheet: texts, numbers and dates need six small parts. fflate zips them; a library that also formats,
// charts and reads would be a megabyte (docs/decisions/0084-accounts-exports.md). Texts are inline strings, which no program executes.

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The cell formats of STYLES, by their place. */
const STYLE = { amount: 1, day: 2, moment: 3, heading: 4 } as const
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>\
<cellXfs count="5"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`

/** The longest text that a cell may hold. */
const MOST_LETTERS = 32_767

/** A workbook of one sheet, whose first row stays visible. */
export function workbookOf({ name, headings, rows }: AccountSheet): Uint8Array<ArrayBuffer> {
  const first = headings.map((heading, place) => text(heading, reference(place, 1), STYLE.heading)).join('')
  const others = rows.map((cells, index) => `<row r="${index + 2}">${cells.map((cell, place) => cellXml(cell, reference(place, index + 2))).join('')}</row>`)
  const sheet =
    `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols><col min="1" max="${headings.length}" width="16" customWidth="1"/></cols><sheetData><row r="1">${first}</row>${others.join('')}</sheetData></worksheet>`
  const parts = {
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': sheet,
  }
  const files = Object.fromEntries(Object.entries(parts).map(([path, content]) => [path, strToU8(`${HEAD}${content}`)]))
  return new Uint8Array(zipSync(files, { level: 6, mtime: '2020-01-01' }))
}

function relationships(targets: [type: string, target: string][]): string {
  const all = targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
}

/** 'A1', 'AA7' */
function reference(place: number, row: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return `${place < 26 ? '' : String.fromCharCode(64 + Math.floor(place / 26))}${letter}${row}`
}

function cellXml(cell: Cell, at: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return text(cell, at)
  if (typeof cell === 'number') return number(cell, at)
  if ('paise' in cell) return number(plainCell(cell), at, STYLE.amount)
  if ('day' in cell) return number(serialDay(Date.parse(`${cell.day}T00:00:00Z`)), at, STYLE.day)
  const { year, month, day, hour, minute } = indianCalendar(cell.moment)
  return number(serialDay(Date.UTC(year, month - 1, day, hour, minute)), at, STYLE.moment)
}

const number = (value: number | string, at: string, style = 0): string => `<c r="${at}" s="${style}"><v>${value}</v></c>`

const text = (value: string, at: string, style = 0): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t>${escapeXml(value.slice(0, MOST_LETTERS))}</t></is></c>`

/** A time as spreadsheets count it: days since 30 December 1899, without a zone. */
const serialDay = (ms: number): number => Number((ms / 86_400_000 + 25_569).toFixed(6))

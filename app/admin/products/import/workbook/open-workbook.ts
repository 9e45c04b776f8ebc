/**
 * Opens an .xlsx workbook: a ZIP archive of XML parts (ECMA-376). Only the parts that are needed are unpacked, and only if the size
 * that the archive states for them is within the limits: a part is never given more memory than it states.
 */
import { unzipSync } from 'fflate'
import { findHeading } from '#domain/product-import/heading-row.ts'
import { LARGEST_PART } from '../limits.ts'
import type { TableRow } from '../read-file.ts'
import { numberFormat } from './number-format.ts'
import type { NumberFormat } from './number-format.ts'
import { plainText, sheetRows } from './sheet-rows.ts'
import type { SheetTerms } from './sheet-rows.ts'
import { WorkbookError } from './workbook-error.ts'
import { readXml } from './xml.ts'

/** The names of the visible sheets, the place of the one that was read, and its rows. */
export type Workbook = { sheets: string[]; sheet: number; rows: TableRow[] }

type Sheet = { name: string; path: string }
const MOST_SHEETS = 40
const SAMPLE_ROWS = 40

/**
 * @param sheet the place of the sheet to read; null: the one whose headings are known best, because a template of a market place begins
 *   with sheets of instructions
 * @throws WorkbookError
 */
export function openWorkbook(bytes: Uint8Array, sheet: number | null): Workbook {
  const part = partReader(bytes)
  const { sheets, epoch1904 } = sheetList(part)
  const strings = sharedStrings(part('xl/sharedStrings.xml'))
  const terms = { strings, formats: cellFormats(part('xl/styles.xml')), epoch1904 }
  const chosen = sheet ?? bestSheet(sheets, part, terms)
  const found = sheets[chosen]
  if (!found) throw new WorkbookError('noSheet')
  return { sheets: sheets.map(({ name }) => name), sheet: chosen, rows: sheetRows(part(found.path), terms) }
}

type PartReader = (path: string) => string

/** A part that is missing is empty: a workbook without texts has no list of them. */
function partReader(bytes: Uint8Array): PartReader {
  return (path) => {
    try {
      let found = false
      const parts = unzipSync(bytes, {
        filter: ({ name, originalSize }) => {
          // A hostile archive may list one name a thousand times.
          if (found || name.replaceAll('\\', '/').toLowerCase() !== path.toLowerCase()) return false
          if (originalSize > LARGEST_PART) throw new WorkbookError('size')
          found = true
          return true
        },
      })
      const [unpacked] = Object.values(parts)
      return unpacked ? new TextDecoder().decode(unpacked) : ''
    } catch (error) {
      throw error instanceof WorkbookError ? error : new WorkbookError('broken')
    }
  }
}

function sheetList(part: PartReader): { sheets: Sheet[]; epoch1904: boolean } {
  const workbook = part('xl/workbook.xml')
  if (workbook === '') throw new WorkbookError('otherKind')
  const targets = new Map<string, string>()
  readXml(part('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const { Id = '', Target = '' } = attributes()
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`)
    },
    close: () => undefined,
    text: () => undefined,
  })
  const sheets: Sheet[] = []
  let epoch1904 = false
  readXml(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr') epoch1904 = ['1', 'true'].includes(attributes().date1904 ?? '')
      if (name !== 'sheet') return
      const { name: title = '', id = '', state = 'visible' } = attributes()
      const path = targets.get(id)
      if (state === 'visible' && path !== undefined && sheets.length < MOST_SHEETS) sheets.push({ name: title, path })
    },
    close: () => undefined,
    text: () => undefined,
  })
  if (sheets.length === 0) throw new WorkbookError('noSheet')
  return { sheets, epoch1904 }
}

/** The texts that cells refer to by number. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let inText = false
  let inNote = false
  readXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') inNote = true
      else if (name === 't') inText = true
    },
    close(name) {
      if (name === 'si') strings.push(plainText(text))
      else if (name === 'rPh') inNote = false
      else if (name === 't') inText = false
    },
    text(piece) {
      if (inText && !inNote) text += piece
    },
  })
  return strings
}

/** The number format of each cell style. */
function cellFormats(xml: string): NumberFormat[] {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let inCells = false
  readXml(xml, {
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true
      else if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes()
        codes.set(Number(numFmtId), formatCode)
      } else if (name === 'xf' && inCells) {
        const id = Number(attributes().numFmtId ?? 0)
        formats.push(numberFormat(id, codes.get(id)))
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
    text: () => undefined,
  })
  return formats
}

function bestSheet(sheets: readonly Sheet[], part: PartReader, terms: SheetTerms): number {
  if (sheets.length === 1) return 0
  const known = sheets.map(({ path }) => findHeading(sheetRows(part(path), { ...terms, most: SAMPLE_ROWS }).map(({ cells }) => cells)).known)
  return known.indexOf(Math.max(...known))
}

import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import { readHeader, type Columns } from './read-header.ts'
import { plainDigits, readQuantity } from './read-quantity.ts'
import { separatorOf, splitCells, type Separator } from './split-cells.ts'

/** One way to understand a line. `terms` may name the product, the likeliest first; quantity null: none was given. */
export type Reading = { terms: string[]; quantity: number | null; /** a quantity was given, but none that can be ordered */ bad?: boolean }

export type ParsedLine = {
  /** Counted from 1, as the list was pasted. */
  line: number
  text: string
  /** The likeliest first; the one that names a product wins. Never empty. */
  readings: Reading[]
}

export type ParsedList = { lines: ParsedLine[]; /** lines beyond the limit, which were not read */ left: number }

const LONGEST_LINE = 300

/** A pasted or uploaded order list: SKU or name and quantity, in whatever way people write it. Never throws, whatever it is given. */
export function parseOrderList(text: string): ParsedList {
  const lines: ParsedLine[] = []
  let columns: Columns | null = null
  let left = 0
  for (const [place, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = tidy(raw)
    if (line === '') continue
    if (lines.length === 0 && columns === null) {
      columns = readHeader(line)
      if (columns !== null) continue
    }
    if (lines.length === MOST_ORDER_LINES) left += 1
    else lines.push({ line: place + 1, text: line.replaceAll('\t', '  '), readings: readLine(line, columns) })
  }
  return { lines, left }
}

/** Control characters and invisible marks go; tabs stay, because they stand between columns. */
function tidy(raw: string): string {
  return raw
    .slice(0, LONGEST_LINE * 4)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replace(/[^\S\t]|(?!\t)\p{Cc}/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .slice(0, LONGEST_LINE)
    .replace(/^ | $/g, '')
    .replace(/^[\t ]+$/, '')
}

function readLine(line: string, columns: Columns | null): Reading[] {
  const separator = separatorOf(line)
  const fromCells = separator === null ? null : readCells(splitCells(line, separator), separator, columns)
  if (fromCells) return [fromCells]
  return readWords(line.replaceAll('\t', ' ').trim())
}

/** Null where the separator turns out to belong to a name: no cell of the line is a number. */
function readCells(cells: string[], separator: Separator, columns: Columns | null): Reading | null {
  if (columns?.quantity !== undefined && columns.separator === separator && cells.length > Math.max(columns.quantity, columns.sku ?? 0, columns.name ?? 0)) {
    const named = [columns.sku, columns.name].flatMap((column) => (column === undefined ? [] : [cells[column] ?? '']))
    return reading(named, cells[columns.quantity] ?? '')
  }
  const place = quantityPlace(cells)
  const rest = cells.filter((cell, index) => index !== place && cell !== '')
  if (place === null || rest.length === 0) return separator === ',' || rest.length === 0 ? null : rest.length === 1 ? reading(rest, '') : null
  // A name may hold commas itself, so what is left is tried whole before it is tried in parts.
  const whole = separator === ',' && rest.length > 1 ? [rest.join(', ')] : []
  return reading([...whole, ...rest], cells[place] ?? '')
}

function reading(terms: string[], cell: string): Reading {
  const quantity = readQuantity(cell)
  const bad = quantity.kind === 'bad' || (quantity.kind === 'none' && cell !== '')
  return { terms: distinct(terms), quantity: quantity.kind === 'units' ? quantity.units : null, ...(bad ? { bad } : {}) }
}

/** The first whole number that is not the first cell (which names the product), else one with decimals, else the first cell, else a bad number. */
function quantityPlace(cells: string[]): number | null {
  const read = cells.map(readQuantity)
  const find = (fits: (quantity: ReturnType<typeof readQuantity>, index: number) => boolean): number | null => {
    const index = read.findIndex(fits)
    return index < 0 ? null : index
  }
  return (
    find((quantity, index) => index > 0 && quantity.kind === 'units' && quantity.plain) ??
    find((quantity, index) => index > 0 && quantity.kind === 'units') ??
    find((quantity, index) => index === 0 && quantity.kind === 'units' && cells.length > 1) ??
    find((quantity, index) => index > 0 && quantity.kind === 'bad')
  )
}

const NUMBER = String.raw`([-+]?[\d०-९][\d०-९,]*(?:\.[\d०-९]*)?)`
const UNITS = String.raw`(?:\s*(?:pcs?|pieces?|nos?|units?)\.?)?`
/** Said outright: '12 x name', 'name x 12', 'name - 12', 'name: 12', 'name 12 pcs'. */
const MARKED_BEFORE = new RegExp(String.raw`^${NUMBER}${UNITS}\s*[x×*]\s+(\S.*)$`, 'i')
const MARKED_AFTER = new RegExp(String.raw`^(.*?\S)(?:\s+[x*]\s*|\s*×\s*|\s*[:=]\s*|\s+[-–—]\s+|\s+qty\b\s*(?:[:.=]\s*)?)${NUMBER}${UNITS}$`, 'i')
const WITH_UNITS = new RegExp(String.raw`^(.*?\S)\s+${NUMBER}\s*(?:pcs?|pieces?|nos?|units?)\.?$`, 'i')
/** Only where they stand: a number at either end. */
const AFTER = new RegExp(String.raw`^(.*\S)\s+${NUMBER}$`)
const BEFORE = new RegExp(String.raw`^${NUMBER}\s+(\S.*)$`)

function readWords(line: string): Reading[] {
  const text = line.replace(/^(?:[-•·*–]|\d{1,3}[.)])\s+/, '')
  const readings: Reading[] = []
  const found = (name: string | undefined, number: string | undefined): void => {
    const term = (name ?? '').replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')
    if (term !== '' && number !== undefined && readQuantity(number).kind !== 'none') readings.push(reading([term], number))
  }
  const before = MARKED_BEFORE.exec(text)
  found(before?.[2], before?.[1])
  for (const pattern of [MARKED_AFTER, WITH_UNITS, AFTER]) {
    const match = pattern.exec(text)
    if (match && (pattern !== AFTER || readings.length === 0)) found(match[1], match[2])
  }
  const first = BEFORE.exec(text)
  if (readings.length === 0) found(first?.[2], first?.[1])
  // The number may be part of the name: then none was given.
  return [...readings, { terms: distinct([text, line]), quantity: null }].filter(isNew)
}

function isNew(reading: Reading, place: number, all: Reading[]): boolean {
  return all.findIndex((other) => other.quantity === reading.quantity && other.terms.join('\n') === reading.terms.join('\n')) === place
}

/** Spaces collapsed, as the catalogue writes names; Devanagari digits of a code as plain ones too. */
function distinct(terms: string[]): string[] {
  const tidied = terms.map((term) => term.replace(/\s+/g, ' ').trim()).filter((term) => term !== '')
  return [...new Set(tidied.flatMap((term) => [term, plainDigits(term)]))]
}

import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import { readHeader, type Columns } from './read-header.ts'
import { plainDigits, readQuantity } from './read-quantity.ts'
import { separatorOf, splitCells, type Separator } from './split-cells.ts'

/** One way to interpret a line. `terms` are possible product names, the most likely first; quantity is null if none was given. */
export type Reading = { terms: string[]; quantity: number | null; /** a quantity was given, but it cannot be ordered */ bad?: boolean }

export type ParsedLine = {
  /** Line number in the pasted list, from 1. */
  line: number
  text: string
  /** What is written back into the list while no product is known: it reads the same without the header, which is not written back. */
  source: string
  /** The most likely first; the first one that matches a product wins. Never empty. */
  readings: Reading[]
}

export type ParsedList = { lines: ParsedLine[]; /** the sources of the lines beyond the limit, which are not looked up */ tail: string[] }

const LONGEST_LINE = 300

/** Parses a pasted or uploaded order list: SKU or name and quantity, in any common notation. Never throws, whatever the input. */
export function parseOrderList(text: string): ParsedList {
  const lines: ParsedLine[] = []
  const tail: string[] = []
  let columns: Columns | null = null
  for (const [place, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = tidy(raw)
    if (line === '') continue
    if (lines.length === 0 && columns === null) {
      columns = readHeader(line)
      if (columns !== null) continue
    }
    const named = cellsUnder(columns, line)
    const source = named === null ? raw : sourceOf(named)
    if (lines.length === MOST_ORDER_LINES) tail.push(source)
    else
      lines.push({
        line: place + 1,
        text: line.replaceAll('\t', '  '),
        source,
        readings: named === null ? readLine(line) : [reading(named.names, named.quantity)],
      })
  }
  return { lines, tail }
}

/** The cells of a line that the header names. `names`: SKU before name, not all empty. */
type NamedCells = { names: string[]; quantity: string }

/** Null if the header names no quantity, or the line does not follow it or names nothing. */
function cellsUnder(columns: Columns | null, line: string): NamedCells | null {
  if (columns?.quantity === undefined) return null
  const separator = separatorOf(line)
  const cells = separator === null || separator !== columns.separator ? [] : splitCells(line, separator)
  if (cells.length <= Math.max(columns.quantity, columns.sku ?? 0, columns.name ?? 0)) return null
  const names = [columns.sku, columns.name].flatMap((column) => (column === undefined ? [] : [cells[column] ?? '']))
  return names.every((name) => name === '') ? null : { names, quantity: cells[columns.quantity] ?? '' }
}

/** Without a quantity one name is enough: more cells without a number would be read as words. */
function sourceOf({ names, quantity }: NamedCells): string {
  const written = names.filter((name) => name !== '')
  return [...(quantity === '' ? written.slice(0, 1) : written), quantity].join('\t')
}

/** Removes control characters and invisible marks; tabs stay, because they separate columns. */
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

function readLine(line: string): Reading[] {
  const separator = separatorOf(line)
  const fromCells = separator === null ? null : readCells(splitCells(line, separator), separator)
  if (fromCells) return [fromCells]
  return readWords(line.replaceAll('\t', ' ').trim())
}

/** Null if the separator turns out to be part of a name, because no cell of the line is a number. */
function readCells(cells: string[], separator: Separator): Reading | null {
  const place = quantityPlace(cells)
  const rest = cells.filter((cell, index) => index !== place && cell !== '')
  if (place === null || rest.length === 0) return separator === ',' || rest.length === 0 ? null : rest.length === 1 ? reading(rest, '') : null
  // A name may contain commas itself, so the remaining cells are tried as one name before they are tried separately.
  const whole = separator === ',' && rest.length > 1 ? [rest.join(', ')] : []
  return reading([...whole, ...rest], cells[place] ?? '')
}

function reading(terms: string[], cell: string): Reading {
  const quantity = readQuantity(cell)
  const bad = quantity.kind === 'bad' || (quantity.kind === 'none' && cell !== '')
  return { terms: distinct(terms), quantity: quantity.kind === 'units' ? quantity.units : null, ...(bad ? { bad } : {}) }
}

/** The first whole number that is not the first cell (which names the product), else one with decimals, else the first cell, else an invalid number. */
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

/** Western and Devanagari. A raw template keeps its escapes, and the build writes none into it (scripts/vite/one-byte.ts). */
const DIGIT = String.raw`\d\u0966-\u096F`
const NUMBER = String.raw`([-+]?[${DIGIT}][${DIGIT},]*(?:\.[${DIGIT}]*)?)`
const UNITS = String.raw`(?:\s*(?:pcs?|pieces?|nos?|units?)\.?)?`
/** Explicit notations: '12 x name', 'name x 12', 'name - 12', 'name: 12', 'name 12 pcs'. */
const MARKED_BEFORE = new RegExp(String.raw`^${NUMBER}${UNITS}\s*[x×*]\s+(\S.*)$`, 'i')
const MARKED_AFTER = new RegExp(String.raw`^(.*?\S)(?:\s+[x*]\s*|\s*×\s*|\s*[:=]\s*|\s+[-\u2013\u2014]\s+|\s+qty\b\s*(?:[:.=]\s*)?)${NUMBER}${UNITS}$`, 'i')
const WITH_UNITS = new RegExp(String.raw`^(.*?\S)\s+${NUMBER}\s*(?:pcs?|pieces?|nos?|units?)\.?$`, 'i')
/** Numbers recognized by position alone: at either end of the line. */
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
  // The number may be part of the name; in that case no quantity was given.
  return [...readings, { terms: distinct([text, line]), quantity: null }].filter(isNew)
}

function isNew(reading: Reading, place: number, all: Reading[]): boolean {
  return all.findIndex((other) => other.quantity === reading.quantity && other.terms.join('\n') === reading.terms.join('\n')) === place
}

/** Collapses spaces, as catalogue names do; also converts Devanagari digits of a code to plain ones. */
function distinct(terms: string[]): string[] {
  const tidied = terms.map((term) => term.replace(/\s+/g, ' ').trim()).filter((term) => term !== '')
  return [...new Set(tidied.flatMap((term) => [term, plainDigits(term)]))]
}

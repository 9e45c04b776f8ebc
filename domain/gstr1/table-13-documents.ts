import type { ReturnDocument } from './return-document.ts'
import { isVoid } from './void-documents.ts'

/** The portal's codes for the nature of a document: 1 invoices for outward supply, which include bills of supply; 5 credit notes. */
export type Nature = 1 | 5

export type Series = {
  nature: Nature
  /** 'INV/26-27/': everything but the running number */
  prefix: string
  from: string
  to: string
  /** the numbers from first to last, without those of another GSTIN */
  total: number
  /** how many of these numbers count in no other table: those without a document, and those of documents whose IRN was cancelled */
  cancelled: number
  /** how many of these numbers have no document */
  missing: number
  net: number
  /** the numbers without a document, as 'INV/26-27/000007' or 'INV/26-27/000007 – INV/26-27/000009' */
  gaps: string[]
}

type Apart = { elsewhere: ReadonlySet<string>; cancelled: ReadonlySet<string> }
const NONE: ReadonlySet<string> = new Set()

const SERIAL = /^(|.*\D)(\d+)$/

/**
 * Table 13: each series of the month. This shop never cancels a number: a reversed invoice keeps its number and gets a credit
 * note, which has a series of its own. So `cancelled` counts what void-documents.ts leaves out of all other tables, and missing numbers, of which
 * there are none while the counters of the database are correct.
 *
 * @param elsewhere numbers of the same series that belong to the return of another GSTIN: not in this one, but not missing either
 * @param cancelled the numbers whose IRN was cancelled
 */
export function table13(documents: readonly ReturnDocument[], { elsewhere = NONE, cancelled = NONE }: Partial<Apart> = {}): Series[] {
  const series = new Map<string, { nature: Nature; prefix: string; numbers: Numbered[] }>()
  for (const document of documents) {
    const { serial, note } = document
    const [, prefix = serial, digits = ''] = SERIAL.exec(serial) ?? []
    const nature: Nature = note ? 5 : 1
    const one = series.get(`${nature} ${prefix}`)
    const numbered = { number: Number(digits), serial, isVoid: isVoid(document, cancelled) }
    if (one) one.numbers.push(numbered)
    else series.set(`${nature} ${prefix}`, { nature, prefix, numbers: [numbered] })
  }
  return [...series.values()].map((one) => seriesOf(one, elsewhere)).sort((a, b) => a.nature - b.nature || (a.prefix < b.prefix ? 1 : -1))
}

/** The number before the first one of each series, if it is of the same year: an earlier month must have issued it. */
export function precedingSerials(series: readonly Series[]): string[] {
  return series.flatMap(({ from, prefix }) => {
    const number = Number(from.slice(prefix.length))
    return number > 1 ? [`${prefix}${String(number - 1).padStart(from.length - prefix.length, '0')}`] : []
  })
}

type Numbered = { number: number; serial: string; isVoid: boolean }

function seriesOf({ nature, prefix, numbers }: { nature: Nature; prefix: string; numbers: Numbered[] }, elsewhere: ReadonlySet<string>): Series {
  const sorted = numbers.toSorted((a, b) => a.number - b.number)
  const [first = { number: 0, serial: prefix, isVoid: false }, last = first] = [sorted[0], sorted.at(-1)]
  const name = (number: number) => `${prefix}${String(number).padStart(first.serial.length - prefix.length, '0')}`
  const issued = new Set(sorted.map(({ number }) => number))
  const runs: [from: number, to: number][] = []
  for (let number = first.number; number <= last.number; number += 1) {
    if (issued.has(number) || elsewhere.has(name(number))) continue
    const run = runs.at(-1)
    if (run?.[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  const missing = runs.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const cancelled = missing + sorted.filter((one) => one.isVoid).length
  const total = issued.size + missing
  const gaps = runs.map(([from, to]) => (from === to ? name(from) : `${name(from)} – ${name(to)}`))
  return { nature, prefix, from: first.serial, to: last.serial, total, cancelled, missing, net: total - cancelled, gaps }
}

/**
 * Where the headings of a list are. Programs write title lines above them (company, report, period), market places a second line of
 * headings for machines, and Tally groups of columns in two lines; below the list there is often a line of totals.
 */
import { guessFields } from './guess-fields.ts'
import { comparable, tidyText } from './tidy-text.ts'

/** `at`: the place of the heading among the records; `known`: how many of its cells are headings that the shop knows. */
export type Heading = { at: number; known: number }
/** `above` and `below`: how many lines around the list are left out. */
export type ListTable<Row> = { headings: string[]; rows: Row[]; above: number; below: number }

/** How many lines are searched for headings. */
export const SEARCHED_LINES = 40

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length
const knownIn = (cells: readonly string[]): number => guessFields(cells).filter(({ sure }) => sure).length

/** The first line with at least half as many known headings as the best one; if no line has two, the first one that is as wide as the list. */
export function findHeading(records: readonly (readonly string[])[]): Heading {
  const searched = records.slice(0, SEARCHED_LINES)
  const known = searched.map(knownIn)
  const most = Math.max(0, ...known)
  if (most >= 2) {
    const at = known.findIndex((count) => count >= 2 && count * 2 >= most)
    return { at, known: most }
  }
  const widest = Math.max(0, ...searched.map(filled))
  const at = Math.max(
    0,
    searched.findIndex((cells) => filled(cells) * 2 > widest),
  )
  return { at, known: known[at] ?? 0 }
}

/** @param at the place of the heading among the records */
export function tableFrom<Row extends { cells: string[] }>(records: readonly Row[], at: number): ListTable<Row> {
  const first = records[at]?.cells ?? []
  const second = records[at + 1]?.cells ?? []
  const grouped = isGrouped(first, second)
  const headings = headingsOf(grouped ? joined(first, second) : first)
  let from = at + (grouped ? 2 : 1)
  if (!grouped && repeatsHeading(first, second)) from += 1
  const until = records.length - (isTotal(records.at(-1)?.cells) ? 1 : 0)
  const rows = records.slice(from, Math.max(from, until))
  return { headings, rows, above: at, below: Math.max(0, records.length - from - rows.length) }
}

/**
 * A line under the headings that fills only columns without a heading of their own: Tally writes 'Closing Balance' above 'Quantity' and
 * 'Rate'. A heading followed by an empty one is the name of a group.
 */
function isGrouped(first: readonly string[], second: readonly string[]): boolean {
  const isEmpty = (place: number) => (first[place] ?? '').trim() === ''
  return knownIn(first) >= 1 && knownIn(second) >= 2 && second.every((cell, place) => cell.trim() === '' || isEmpty(place) || isEmpty(place + 1))
}

/** 'Closing Balance' and 'Rate' → 'Closing Balance Rate' */
function joined(first: readonly string[], second: readonly string[]): string[] {
  let group = ''
  return Array.from({ length: Math.max(first.length, second.length) }, (_, place) => {
    const [above, below] = [(first[place] ?? '').trim(), (second[place] ?? '').trim()]
    if (above !== '') group = above
    return below === '' ? above : `${group} ${below}`
  })
}

/** A template of a market place writes its headings twice: for people and for machines. */
function repeatsHeading(first: readonly string[], second: readonly string[]): boolean {
  const own = guessFields(first)
  return guessFields(second).filter(({ field, sure }, place) => sure && field === own[place]?.field).length >= 3
}

const TOTALS = new Set(['total', 'totals', 'grand total', 'sub total', 'कुल', 'कुल योग', 'योग'])
const isTotal = (cells: readonly string[] | undefined): boolean => TOTALS.has(comparable(cells?.find((cell) => cell.trim() !== '') ?? '').replace(/[:.]$/, ''))

const headingsOf = (cells: readonly string[]): string[] => {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1).map(tidyText)
}

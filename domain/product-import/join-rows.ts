/**
 * Exports of other shops write one product in several rows: a row for each shade or size, and one for each further picture. The rows
 * of one handle become the members of a family (docs/decisions/0065-families.md).
 */
import { isPictureField } from './fields.ts'
import type { ImportField, Mapping } from './fields.ts'
import { handleOf, hasOwnValues, OWN_FIELDS } from './handles.ts'
import { decodeEntities } from './html-text.ts'
import type { CellError, RowFamily } from './read-row.ts'
import { comparable, tidyText } from './tidy-text.ts'

/**
 * The shop's own export names the family in each row, and every row has all its cells: an empty one is empty, and no row is left out.
 */
const familyCell = ({ cells }: Row, mapping: Mapping): string =>
  cells.length === mapping.length ? decodeEntities(tidyText(cells[mapping.indexOf('family')] ?? '')) : ''

export type JoinedRow = { row: number; cells: string[]; family: RowFamily | null; errors: CellError[] }
/** `left`: rows without a product of their own, such as those that only name another picture. */
export type Joined = { rows: JoinedRow[]; left: number }

type Row = { row: number; cells: string[] }

const OPTIONS = [
  ['option_1', 'value_1'],
  ['option_2', 'value_2'],
  ['option_3', 'value_3'],
] as const

/** The name of a member, as the database composes it from its family and values. */
const memberName = (family: string, values: readonly string[]): string => `${family} – ${values.join(', ')}`

/** Rows with another number of cells than the heading are left as they are: they are refused later. */
export function joinRows(rows: readonly Row[], mapping: Mapping): Joined {
  const at = (field: ImportField) => mapping.indexOf(field)
  const keyOf = (row: Row) => handleOf(row.cells, mapping)
  const groups = Map.groupBy(rows, keyOf)
  const inherited = mapping.flatMap((field, place) =>
    field !== null && field !== 'handle' && !isPictureField(field) && !OWN_FIELDS.includes(field) ? [place] : [],
  )
  const isMember = (row: Row) => hasOwnValues(row.cells, mapping)
  // A row that is no member describes the family, even below its members.
  const described = (group: readonly Row[]) => [...group.filter((row) => !isMember(row)), ...group.filter(isMember)]
  const shared = new Map([...groups].map(([key, group]) => [key, firstCells(described(group), inherited)]))
  const taken = new Map<string, number>()
  const joined = rows.flatMap((row): JoinedRow[] => {
    const key = keyOf(row)
    if (key === '' && familyCell(row, mapping) === '') return [{ ...row, family: null, errors: [] }]
    // The first row of a product without SKU and price is kept, so that its error is seen.
    if (key !== '' && !isMember(row) && (groups.get(key)?.some(isMember) ?? false)) return []
    const lead = (key === '' ? undefined : shared.get(key)) ?? new Map<number, string>()
    const cells = row.cells.map((text, place) =>
      inherited.includes(place) && (text.trim() === '' || mapping[place] === 'name') ? (lead.get(place) ?? text) : text,
    )
    const { family, errors } = familyOf(key || `family ${comparable(familyCell(row, mapping))}`, { row: row.row, cells }, mapping)
    if (family !== null) {
      const same = JSON.stringify([family.key, ...family.values.map(comparable)])
      const before = taken.get(same)
      if (before !== undefined) errors.push({ field: 'value_1', code: 'VALUES_REPEAT', found: family.values.join(', '), limit: before })
      else taken.set(same, row.row)
      if (at('name') !== -1) cells[at('name')] = memberName(family.name, family.values)
    }
    return [{ row: row.row, cells, family, errors }]
  })
  return { rows: joined, left: rows.length - joined.length }
}

/** The first value of each of these columns among the rows of a handle. */
function firstCells(group: readonly Row[], places: readonly number[]): Map<number, string> {
  const found = new Map<number, string>()
  for (const { cells } of group) for (const place of places) if (!found.has(place) && (cells[place] ?? '').trim() !== '') found.set(place, cells[place] ?? '')
  return found
}

function familyOf(key: string, { cells }: Row, mapping: Mapping): { family: RowFamily | null; errors: CellError[] } {
  const text = (field: ImportField) => decodeEntities(tidyText(cells[mapping.indexOf(field)] ?? ''))
  const name = text('family') || text('name')
  const options: string[] = []
  const values: string[] = []
  const errors: CellError[] = []
  for (const [optionField, valueField] of OPTIONS) {
    const [option, value] = [text(optionField), text(valueField)]
    // A product without options has the option 'Title' with this value in Shopify and Medusa.
    if (option === '' || comparable(value) === 'default title') continue
    if (value === '') errors.push({ field: valueField, code: 'MISSING', found: '' })
    else if (value.length > LONGEST_VALUE) errors.push({ field: valueField, code: 'TOO_LONG', found: value.slice(0, 120), limit: LONGEST_VALUE })
    options.push(option.slice(0, LONGEST_VALUE))
    values.push(value)
  }
  return { family: options.length === 0 || name === '' || errors.length > 0 ? null : { key, name, options, values }, errors }
}

const LONGEST_VALUE = 60

/**
 * WooCommerce writes a row for the family itself (`variable`) and names it in those of its members (`Parent`: its SKU, or `id:7`).
 * They get the handle that other systems write, and the row of the family keeps nothing of a product.
 *
 * @returns the rows and their mapping with one more column
 */
export function withHandles(rows: readonly Row[], words: readonly string[], mapping: Mapping): { rows: Row[]; mapping: Mapping } {
  const [id, type, parent, sku] = [words.indexOf('id'), words.indexOf('type'), words.indexOf('parent'), mapping.indexOf('sku')]
  if (type === -1 || parent === -1) return { rows: [...rows], mapping }
  const text = ({ cells }: Row, place: number) => tidyText(cells[place] ?? '')
  const isParent = (row: Row) => comparable(text(row, type)) === 'variable'
  const skus = new Map(rows.filter(isParent).map((row) => [`id:${text(row, id)}`, text(row, sku)]))
  const own = mapping.map((field) => field !== null && OWN_FIELDS.includes(field))
  return {
    mapping: [...mapping, 'handle'],
    rows: rows.map((row) => {
      if (row.cells.length !== mapping.length) return row
      if (isParent(row)) return { row: row.row, cells: [...row.cells.map((cell, place) => (own[place] ? '' : cell)), text(row, sku) || `id:${text(row, id)}`] }
      const named = text(row, parent)
      return { row: row.row, cells: [...row.cells, skus.get(named) || named] }
    }),
  }
}

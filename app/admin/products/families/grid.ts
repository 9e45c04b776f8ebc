import { COLUMNS, NEW_CELLS, VALUE_COLUMNS, cellsIn, choicesOf, productIn, rowFields, rowIds } from './draft.ts'
import type { Cells, Choice, Column, FamilyDraft, ValueDraft } from './draft.ts'

/** One row of the grid. `id` null: a combination that no product has. */
export type GridRow = { id: string | null; values: readonly string[]; label: string; complete: boolean }

/** The most combinations that are listed without a product; a family has at most 500. */
const MOST = 500

const keyOf = (values: readonly string[]) => values.join(' ')
const valuesOf = (cells: Cells, options: number): string[] => VALUE_COLUMNS.slice(0, options).map((column) => cells[column])

/** All combinations of the values, in their order; none while an option has no value. */
function combinations(choices: readonly (readonly Choice[])[]): Choice[][] {
  const all = choices.reduce<Choice[][]>((before, values) => before.flatMap((row) => values.map((value) => [...row, value])), [[]])
  return choices.length === 0 ? [] : all.slice(0, MOST)
}

/** The rows: products without all their values first, then every combination in the order of the values, with the product that has it. */
export function gridRows(draft: FamilyDraft): GridRow[] {
  const choices = choicesOf(draft)
  const known = new Map(choices.flat().map((choice) => [choice.id, choice.name]))
  const rows = rowIds(draft)
    .map((id) => ({ id, cells: cellsIn(draft, id) }))
    // only a member can be shown as leaving
    .filter(({ id, cells }) => cells.state === 'in' || (productIn(draft, id)?.family_id ?? null) !== null)
    .map(({ id, cells }) => ({ id, values: valuesOf(cells, choices.length) }))
  const [placed, unplaced] = [new Map<string, typeof rows>(), [] as GridRow[]]
  for (const { id, values } of rows) {
    if (values.every((value) => known.has(value))) placed.set(keyOf(values), [...(placed.get(keyOf(values)) ?? []), { id, values }])
    else unplaced.push({ id, values, label: productIn(draft, id)?.name ?? '', complete: false })
  }
  const listed = combinations(choices).flatMap((combination): GridRow[] => {
    const values = combination.map(({ id }) => id)
    const label = combination.map(({ name }) => name).join(', ')
    const there = placed.get(keyOf(values)) ?? []
    return there.length === 0 ? [{ id: null, values, label, complete: true }] : there.map(({ id }) => ({ id, values, label, complete: true }))
  })
  return [...unplaced, ...listed]
}

/** A new product with these values, sold like the row before it: the same price, MRP, net quantity, weight and status. */
export function newRow(draft: FamilyDraft, id: string, values: readonly string[]): Partial<FamilyDraft> {
  const last = gridRows(draft).findLast((row) => row.id !== null && row.complete && draft[`state ${row.id}`] === 'in')?.id
  const { price, mrp, quantity, weight, status } = last ? cellsIn(draft, last) : NEW_CELLS
  const [value_1 = '', value_2 = '', value_3 = ''] = values
  return rowFields(id, { ...NEW_CELLS, price, mrp, quantity, weight, status, value_1, value_2, value_3 })
}

/** Names as typed or pasted: separated by commas, semicolons, tabs or lines; each once, and none that is there already. */
export function typedValues(text: string, there: readonly string[]): string[] {
  const taken = new Set(there.map((name) => name.trim().toLowerCase()))
  return text
    .split(/[,;\t\r\n]+/)
    .map((name) => name.trim().slice(0, 60))
    .filter((name) => {
      const key = name.toLowerCase()
      if (name === '' || taken.has(key)) return false
      taken.add(key)
      return true
    })
}

/** New values of an option. The first value of an option is given to every product that has none, so that an option can be added to a family that sells. */
export function addedValues(draft: FamilyDraft, option: number, names: readonly string[], newId: () => string): Partial<FamilyDraft> {
  const there = choicesOf(draft)[option] ?? []
  const place = (there.at(-1)?.place ?? option * 1000) + 1
  const added = names.map((name, at): [string, ValueDraft] => [newId(), { option, place: place + at, name, colour: '', picture: '' }])
  const first = there.length === 0 ? added[0]?.[0] : undefined
  const column = VALUE_COLUMNS[option] ?? 'value_1'
  return {
    ...Object.fromEntries(added.map(([id, value]) => [`choice ${id}`, value])),
    ...(first === undefined ? {} : Object.assign({}, ...rowIds(draft).map((id) => rowFields(id, { [column]: first })))),
  } as Partial<FamilyDraft>
}

/** How many products that are sold have this value. */
export const usesOf = (draft: FamilyDraft, { id, option }: Choice): number =>
  rowIds(draft).filter((row) => draft[`state ${row}`] === 'in' && draft[`${VALUE_COLUMNS[option] ?? 'value_1'} ${row}`] === id).length

/** Without a value: new products that have it are not sold after all. null if a product that is there has it. */
export function withoutValue(draft: FamilyDraft, { id, option }: Choice): Partial<FamilyDraft> | null {
  const having = rowIds(draft).filter((row) => draft[`state ${row}`] === 'in' && draft[`${VALUE_COLUMNS[option] ?? 'value_1'} ${row}`] === id)
  if (having.some((row) => productIn(draft, row) !== undefined)) return null
  return Object.assign({ [`choice ${id}`]: null }, ...having.map((row) => rowFields(row, { state: 'out' }))) as Partial<FamilyDraft>
}

/**
 * Without an option: later options move up, under new ids, because a stored value stays in its option. null if two products would have the same
 * values then.
 */
export function withoutOption(draft: FamilyDraft, option: number, newId: () => string): Partial<FamilyDraft> | null {
  const choices = choicesOf(draft)
  const fields: Record<string, unknown> = { options: draft.options.filter((_, place) => place !== option) }
  const moved = new Map([['', '']])
  for (const [place, values] of choices.entries()) {
    if (place < option) for (const { id } of values) moved.set(id, id)
    if (place >= option) for (const { id } of values) fields[`choice ${id}`] = null
    if (place <= option) continue
    for (const { id, ...value } of values) {
      const next = newId()
      moved.set(id, next)
      fields[`choice ${next}`] = { ...value, option: place - 1 }
    }
  }
  const taken = new Set<string>()
  for (const id of rowIds(draft)) {
    const cells = cellsIn(draft, id)
    const left = [...valuesOf(cells, 3).filter((_, place) => place !== option), ''].map((value) => moved.get(value) ?? '')
    if (cells.state === 'in' && taken.size === taken.add(keyOf(left)).size) return null
    const [value_1 = '', value_2 = '', value_3 = ''] = left
    Object.assign(fields, rowFields(id, { value_1, value_2, value_3 }))
  }
  return fields as Partial<FamilyDraft>
}

/** Cells pasted from a spreadsheet, from this one to the right and down; rows without a product are skipped. null: a single text, which the input takes itself. */
export function pastedCells(text: string, rows: readonly GridRow[], at: { id: string; column: Column }): Partial<FamilyDraft> | null {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (lines.length === 1 && !text.includes('\t')) return null
  const below = rows.slice(rows.findIndex(({ id }) => id === at.id)).flatMap(({ id }) => id ?? [])
  const columns = COLUMNS.slice(COLUMNS.indexOf(at.column))
  const fields = lines.slice(0, below.length).map((line, row) =>
    rowFields(
      below[row] ?? '',
      Object.fromEntries(
        line.split('\t').flatMap((cell, place) => {
          const column = columns[place]
          const read = column === undefined ? null : pastedText(column, cell.trim())
          return read === null ? [] : [[column, read]]
        }),
      ),
    ),
  )
  return Object.assign({}, ...fields) as Partial<FamilyDraft>
}

/** '₹1,299.00' is a price of 1299.00; a status is read by its name. null: it is none. */
function pastedText(column: Column, cell: string): string | null {
  if (column === 'price' || column === 'mrp' || column === 'stock') return cell.replace(/[₹,\s]|Rs\.?/gi, '')
  if (column !== 'status') return cell
  return { draft: 'draft', active: 'active', archived: 'archived' }[cell.toLowerCase()] ?? null
}

/** What separates a value from the name before it. */
const BETWEEN = ' -–—,:('

/** Without these characters at its beginning and at its end. */
function trimmed(text: string, before: string, after: string): string {
  let [from, to] = [0, text.length]
  while (from < to && before.includes(text.charAt(from))) from += 1
  while (to > from && after.includes(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

/** What a product's name says beyond the family's: 'Matte Lipstick Ruby Red' is 'Ruby Red' of Matte Lipstick. Empty if it says nothing of its own. */
export function valueInName(family: string, product: string): string {
  const [whole, beginning] = [product.trim(), family.trim()]
  if (beginning === '' || !whole.toLowerCase().startsWith(beginning.toLowerCase())) return ''
  return trimmed(whole.slice(beginning.length), BETWEEN, ' )').slice(0, 60)
}

/** The words with which all names begin; of a single name all of it. */
export function sharedBeginning(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.trim().split(/\s+/))
  const differs = first.findIndex((word, place) => others.some((other) => other[place] !== word))
  return trimmed((differs < 0 ? first : first.slice(0, differs)).join(' '), '', BETWEEN)
}

import { toDecimal, toPaise } from '#domain/money/money.ts'
import type { EditedFamily, FamilyProduct } from '../../../data/admin/products/family.ts'
import { priceColumn } from '../../../data/admin/products/products.ts'

/** Facts that all products share, as typed; empty: each product has its own. */
export type FamilyTexts = {
  name: string
  options: readonly string[]
  mixedTiers: boolean
  description: string
  brand: string
  categoryId: string
  gst: string
  hsn: string
  countryOfOrigin: string
  manufacturer: string
  genericName: string
  bestBefore: string
  licence: string
  ingredients: string
  howToUse: string
}
/** A value of an option; `option`: 0 to 2, `place`: its order, `colour` '' or #rrggbb, `picture` '' or bucket/path. */
export type ValueDraft = { option: number; place: number; name: string; colour: string; picture: string }

export const COLUMNS = ['sku', 'barcode', 'price', 'mrp', 'stock', 'quantity', 'weight', 'status'] as const
export type Column = (typeof COLUMNS)[number]
export const VALUE_COLUMNS = ['value_1', 'value_2', 'value_3'] as const
/** `state`: 'in', or 'out' for a product that leaves or is not sold after all. */
type CellName = Column | (typeof VALUE_COLUMNS)[number] | 'state'

/**
 * The form's state. Each cell and each value is a field of its own, named by its column and the id of its product or value: so two people may
 * change different rows at once, and a stale edit names the cell. A value that was removed is null. `product`: a member, or a product that joins,
 * as read; a new one has none.
 */
export type FamilyDraft = FamilyTexts & { [cell: `${CellName} ${string}`]: string } & { [value: `choice ${string}`]: ValueDraft | null } & {
  [product: `product ${string}`]: FamilyProduct
}
export type Cells = Record<CellName, string>

export const NEW_FAMILY: FamilyTexts = {
  name: '',
  options: [''],
  mixedTiers: false,
  description: '',
  brand: '',
  categoryId: '',
  gst: '',
  hsn: '',
  countryOfOrigin: '',
  manufacturer: '',
  genericName: '',
  bestBefore: '',
  licence: '',
  ingredients: '',
  howToUse: '',
}

const money = (rupees: number | null): string => (rupees === null ? '' : toDecimal(toPaise(rupees)))

/** A product as texts; its price is the one that buyers pay. */
export const cellsOf = (product: FamilyProduct): Cells => ({
  state: 'in',
  sku: product.sku,
  barcode: product.barcode ?? '',
  price: money(product[priceColumn(product)] || null),
  mrp: money(product.mrp),
  stock: String(product.stock),
  quantity: product.net_quantity ?? '',
  weight: String(product.weight_grams ?? ''),
  status: product.status,
  value_1: product.value_1 ?? '',
  value_2: product.value_2 ?? '',
  value_3: product.value_3 ?? '',
})
export const NEW_CELLS: Cells = {
  state: 'in',
  sku: '',
  barcode: '',
  price: '',
  mrp: '',
  stock: '0',
  quantity: '',
  weight: '',
  status: 'draft',
  value_1: '',
  value_2: '',
  value_3: '',
}

/** Fields whose names are computed: the compiler cannot see which kind of field each is. */
export const fieldsOf = (fields: object): Partial<FamilyDraft> => fields

export const withFields = (draft: FamilyDraft, fields: Partial<FamilyDraft>): FamilyDraft => ({ ...draft, ...fields }) as FamilyDraft

/** The fields of one row. */
export const rowFields = (id: string, cells: Partial<Cells>): Partial<FamilyDraft> =>
  fieldsOf(Object.fromEntries(Object.entries(cells).map(([column, text]) => [`${column} ${id}`, text])))

/** A product that is there: its cells, and itself as read. */
export const productFields = (product: FamilyProduct): Partial<FamilyDraft> =>
  fieldsOf({ ...rowFields(product.id, cellsOf(product)), [`product ${product.id}`]: product })

/** Undefined for a new product. */
export const productIn = (draft: FamilyDraft, id: string): FamilyProduct | undefined => draft[`product ${id}`]

export function draftOf(family: EditedFamily): FamilyDraft {
  const texts: FamilyTexts = {
    name: family.name,
    options: family.options,
    mixedTiers: family.mixed_tiers,
    description: family.description ?? '',
    brand: family.brand ?? '',
    categoryId: family.category_id ?? '',
    gst: family.gst_percent === null ? '' : String(family.gst_percent),
    hsn: family.hsn ?? '',
    countryOfOrigin: family.country_of_origin ?? '',
    manufacturer: family.manufacturer ?? '',
    genericName: family.generic_name ?? '',
    bestBefore: family.best_before ?? '',
    licence: family.licence ?? '',
    ingredients: family.ingredients ?? '',
    howToUse: family.how_to_use ?? '',
  }
  const choices = family.values.map(({ id, option, name, colour, picture }, place) => [
    `choice ${id}`,
    { option: option - 1, place, name, colour: colour ?? '', picture: picture ?? '' },
  ])
  return Object.assign(texts, Object.fromEntries(choices), ...family.members.map(productFields)) as FamilyDraft
}

export type Choice = ValueDraft & { id: string }

/** The values of each option in their order. */
export function choicesOf(draft: FamilyDraft): Choice[][] {
  const all = Object.entries(draft).flatMap(([field, value]) =>
    field.startsWith('choice ') && value !== null ? [{ ...(value as ValueDraft), id: field.slice('choice '.length) }] : [],
  )
  return draft.options.map((_, option) => all.filter((choice) => choice.option === option).toSorted((a, b) => a.place - b.place))
}

/** The ids of all products of the form: members, new ones, and those that join. */
export const rowIds = (draft: FamilyDraft): string[] =>
  Object.keys(draft).flatMap((field) => (field.startsWith('state ') ? [field.slice('state '.length)] : []))

export const cellsIn = (draft: FamilyDraft, id: string): Cells =>
  Object.fromEntries(Object.keys(NEW_CELLS).map((column) => [column, draft[`${column as CellName} ${id}`] ?? ''])) as Cells

import type { EditedFamily, FamilyColumns, SavedMember, SavedValue } from '../../../data/admin/products/family.ts'
import { priceColumn } from '../../../data/admin/products/products.ts'
import { changesOf } from '../../../data/admin/save.ts'
import { readCount } from '#domain/product-import/read-number.ts'
import { amountOf, barcodeOf } from './check.ts'
import { VALUE_COLUMNS, cellsIn, choicesOf, productIn, rowIds } from './draft.ts'
import type { FamilyDraft } from './draft.ts'

/** What a valid form saves over the family that was shown; null: a new family. */
export function familyChanges(
  draft: FamilyDraft,
  shown: EditedFamily | null,
): { family: Partial<FamilyColumns>; values: SavedValue[]; members: SavedMember[] } {
  const family = columnsOf(draft)
  return {
    family: shown ? changesOf<FamilyColumns>(shown, family) : family,
    values: changedValues(draft, shown),
    members: rowIds(draft).flatMap((id) => changedMember(draft, id) ?? []),
  }
}

function columnsOf(draft: FamilyDraft): FamilyColumns {
  const optional = (text: string) => text.trim() || null
  return {
    name: draft.name.trim(),
    options: draft.options.map((option) => option.trim()),
    mixed_tiers: draft.mixedTiers,
    description: optional(draft.description),
    brand: optional(draft.brand),
    category_id: optional(draft.categoryId),
    gst_percent: draft.gst.trim() === '' ? null : Number(draft.gst),
    hsn: optional(draft.hsn),
    country_of_origin: optional(draft.countryOfOrigin),
    manufacturer: optional(draft.manufacturer),
    generic_name: optional(draft.genericName),
    best_before: optional(draft.bestBefore),
    licence: optional(draft.licence),
    ingredients: optional(draft.ingredients),
    how_to_use: optional(draft.howToUse),
  }
}

function changedValues(draft: FamilyDraft, shown: EditedFamily | null): SavedValue[] {
  const stored = new Map(shown?.values.map((value) => [value.id, JSON.stringify(value)]))
  const now = choicesOf(draft).flatMap((choices, option) =>
    choices.map(({ id, name, colour, picture }, position) => ({
      id,
      option: option + 1,
      position,
      name: name.trim(),
      colour: colour || null,
      picture: picture || null,
    })),
  )
  const there = new Set(now.map(({ id }) => id))
  return [
    ...now.filter((value) => stored.get(value.id) !== JSON.stringify(value)),
    ...[...stored.keys()].filter((id) => !there.has(id)).map((id): SavedValue => ({ id, removed: true })),
  ]
}

/** null: this row changes nothing. */
function changedMember(draft: FamilyDraft, id: string): SavedMember | null {
  const cells = cellsIn(draft, id)
  const product = productIn(draft, id)
  const isMember = product !== undefined && product.family_id !== null
  if (cells.state !== 'in') return isMember ? { id, version: product.version, leaves: true } : null
  const values = Object.fromEntries(VALUE_COLUMNS.map((column) => [column, cells[column] || null]))
  const columns = {
    sku: cells.sku.trim(),
    barcode: barcodeOf(cells.barcode) || null,
    [product ? priceColumn(product) : 'price']: amountOf(cells.price) ?? 0,
    mrp: amountOf(cells.mrp) ?? null,
    net_quantity: cells.quantity.trim() || null,
    weight_grams: readCount(cells.weight) ?? null,
    status: cells.status as 'active' | 'draft' | 'archived',
    ...values,
  }
  const stock = Number(cells.stock.trim())
  if (product === undefined) {
    const { sku, ...others } = columns
    // without a SKU the shop generates one
    return { id, version: null, set: { ...others, ...(sku === '' ? {} : { sku }), stock } }
  }
  const set = { ...changesOf(product, columns), ...(isMember ? {} : values) }
  const counted = stock === product.stock ? {} : { counted: { shown: product.stock, now: stock } }
  return Object.keys(set).length === 0 && !('counted' in counted) ? null : { id, version: product.version, set, ...counted }
}

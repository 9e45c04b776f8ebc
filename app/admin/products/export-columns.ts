import { parseTiers } from '#domain/prices/price-tiers.ts'
import { tiersText } from '#domain/product-import/read-cell.ts'
import * as importWords from '#words/admin-import.ts'
import * as say from '#words/admin-products.ts'
import type { CsvColumn } from '../../data/admin/csv.ts'
import type { ExportedProduct } from '../../data/admin/products/products.ts'

const { fields } = importWords

/** All data of a product, in columns that the import recognizes: importing the unchanged file changes nothing. */
/** @param costs whether the caller may read costs */
export const exportColumns = (pathText: (id: string) => string, costs: boolean): CsvColumn<ExportedProduct>[] => [
  { label: fields.sku, value: (row) => row.sku },
  { label: fields.name, value: (row) => row.name },
  { label: fields.brand, value: (row) => row.brand },
  { label: fields.category, value: (row) => (row.category_id === null ? null : pathText(row.category_id) || (row.category?.name ?? null)) },
  { label: fields.price, value: (row) => row.price },
  { label: fields.retail_price, value: (row) => row.retail_price },
  { label: fields.mrp, value: (row) => row.mrp },
  ...(costs ? [{ label: fields.cost, value: (row: ExportedProduct) => row.cost }] : []),
  { label: fields.gst_percent, value: (row) => row.gst_percent },
  { label: fields.hsn, value: (row) => row.hsn },
  { label: fields.barcode, value: (row) => row.barcode },
  { label: fields.stock, value: (row) => row.stock },
  { label: fields.unit, value: (row) => row.unit },
  { label: fields.min_order_quantity, value: (row) => row.min_order_quantity },
  { label: fields.reorder_level, value: (row) => row.reorder_level },
  { label: fields.pricing_tiers, value: (row) => tiersText(parseTiers(row.pricing_tiers)) },
  { label: fields.status, value: (row) => say.states[row.status] },
  { label: fields.is_featured, value: (row) => (row.is_featured ? say.yes : say.no) },
  { label: fields.description, value: (row) => row.description },
  { label: fields.net_quantity, value: (row) => row.net_quantity },
  { label: fields.weight_grams, value: (row) => row.weight_grams },
  { label: fields.generic_name, value: (row) => row.generic_name },
  { label: fields.country_of_origin, value: (row) => row.country_of_origin },
  { label: fields.manufacturer, value: (row) => row.manufacturer },
  { label: fields.best_before, value: (row) => row.best_before },
  { label: fields.ingredients, value: (row) => row.ingredients },
  { label: fields.how_to_use, value: (row) => row.how_to_use },
  { label: fields.family, value: (row) => row.family?.name },
  ...[0, 1, 2].flatMap((place): CsvColumn<ExportedProduct>[] => [
    { label: say.optionColumn(place + 1), value: (row) => row.family?.options[place] },
    { label: say.valueColumn(place + 1), value: (row) => row.values[place] },
  ]),
  { label: say.sold, value: (row) => row.units_sold },
  { label: say.picture, value: (row) => row.image_url },
  { label: say.created, value: (row) => row.created_at },
]

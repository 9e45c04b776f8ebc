import { separatorOf, splitCells, type Separator } from './split-cells.ts'

/** Which column contains what, if the first line of the list says so. */
export type Columns = { separator: Separator | null; sku?: number; name?: number; quantity?: number }

const SKU = /^(?:sku|code|(?:bar|ean)[\s-]?code|ean|(?:item|product|article)\s*(?:code|no\.?|number|id))$/i
const NAME = /^(?:name|item|product|(?:item|product)\s*name|description|particulars)$/i
const QUANTITY = /^(?:qty\.?|quantity|units?|pcs|pieces|nos\.?|order\s*(?:qty|quantity))$/i
const OTHER = /^(?:#|s\.?\s*no\.?|sr\.?\s*no\.?|serial|price|rate|mrp|amount|total|brand|unit|hsn|gst|remarks?|size|shade)$/i

/** The columns of a header line; null if the line already contains products. */
export function readHeader(line: string): Columns | null {
  const separator = separatorOf(line)
  const cells = separator === null ? line.split(/\s+/) : splitCells(line, separator)
  const columns: Columns = { separator }
  for (const [index, cell] of cells.entries()) {
    if (SKU.test(cell)) columns.sku ??= index
    else if (QUANTITY.test(cell)) columns.quantity ??= index
    else if (NAME.test(cell)) columns.name ??= index
    else if (cell !== '' && !OTHER.test(cell)) return null
  }
  const named = columns.sku !== undefined || columns.name !== undefined
  return named || columns.quantity !== undefined ? columns : null
}

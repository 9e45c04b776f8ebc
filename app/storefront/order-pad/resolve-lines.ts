import { clearMatch, namesNumber } from '#domain/products/clear-match.ts'
import type { CartProduct } from '../../data/cart/cart-calls.ts'
import type { FoundProduct } from '../../data/cart/order-pad.ts'
import type { ParsedLine } from './parse-order-list.ts'

/** A row of the order pad: one line of the list, or several lines for the same product. */
export type PadRow = {
  key: string
  /** Line numbers in the list. */
  lines: number[]
  text: string
  /** of its first line, as parseOrderList returns it */
  source: string
  quantity: number | null
  /** A quantity was given, but it cannot be ordered. */
  badQuantity: boolean
  product: CartProduct | null
  /** Possible products for an ambiguous text. */
  choices: CartProduct[]
  /** `same`: several products have exactly this name · `near`: no product has it */
  choosing: 'same' | 'near' | null
  /** The product was recognised by its name: the text that names it, and what else came near. Null: it was named exactly, or chosen. */
  matched: { text: string; others: CartProduct[] } | null
}

const MOST_CHOICES = 4

/** Every distinct text of the list that may name a product. */
export function termsOf(lines: readonly ParsedLine[]): string[] {
  return [...new Set(lines.flatMap((line) => line.readings.flatMap((reading) => reading.terms)))]
}

/** Resolves each line by its first reading that matches a product: by SKU before barcode before name. */
export function resolveLines(lines: readonly ParsedLine[], found: readonly FoundProduct[]): PadRow[] {
  const bySku = groupByTerm(found.filter(({ matched }) => matched === 'sku'))
  const byBarcode = groupByTerm(found.filter(({ matched }) => matched === 'barcode'))
  const byName = groupByTerm(found.filter(({ matched }) => matched === 'name'))
  return mergeRows(lines.map((line) => resolveLine(line, (term) => bySku.get(term) ?? byBarcode.get(term) ?? byName.get(term) ?? [])))
}

function resolveLine({ line, text, source, readings }: ParsedLine, productsOf: (term: string) => CartProduct[]): PadRow {
  const row = { key: String(line), lines: [line], text, source, matched: null }
  for (const reading of readings) {
    for (const term of reading.terms) {
      const products = productsOf(term)
      const [only] = products
      if (only === undefined) continue
      const amount = { quantity: reading.quantity, badQuantity: reading.bad === true }
      if (products.length === 1) return { ...row, ...amount, product: only, choices: [], choosing: null }
      return { ...row, ...amount, product: null, choices: products, choosing: 'same' }
    }
  }
  const likeliest = readings[0]
  return { ...row, quantity: likeliest?.quantity ?? null, badQuantity: likeliest?.bad === true, product: null, choices: [], choosing: null }
}

/** The texts to search near matches for, by row; only for rows without any match. */
export function openTerms(lines: readonly ParsedLine[], rows: readonly PadRow[]): Map<string, string[]> {
  const unknown = new Set(rows.filter((row) => row.product === null && row.choices.length === 0).map((row) => row.key))
  return new Map(lines.filter((line) => unknown.has(String(line.line))).map((line) => [String(line.line), (line.readings[0]?.terms ?? []).slice(0, 2)]))
}

/**
 * Rows without a product get the near matches of their texts: the one that is clearly meant (domain/products/clear-match.ts) as their
 * product, marked as such, otherwise all of them as choices.
 */
export function offerNear(rows: readonly PadRow[], terms: ReadonlyMap<string, string[]>, found: readonly FoundProduct[]): PadRow[] {
  const near = groupByTerm(found)
  const taken = new Set(rows.map(({ product }) => product?.id))
  return rows.map((row) => {
    if (row.product !== null || row.choices.length > 0) return row
    const texts = terms.get(row.key) ?? []
    const products = distinctProducts(texts.flatMap((text) => near.get(text) ?? []))
    if (products.length === 0) return row
    const meant = clearProduct(row, texts, products)
    // A second line of the same product is a question: merged with the first, the guess could no longer be changed by itself.
    if (meant === null || taken.has(meant.product.id)) return { ...row, choices: products.slice(0, MOST_CHOICES), choosing: 'near' }
    taken.add(meant.product.id)
    return { ...row, product: meant.product, matched: { text: meant.text, others: products.filter((one) => one !== meant.product).slice(0, MOST_CHOICES - 1) } }
  })
}

function clearProduct({ quantity }: PadRow, texts: readonly string[], products: readonly CartProduct[]): { text: string; product: CartProduct } | null {
  for (const text of texts) {
    const product = products[clearMatch(text, products) ?? -1]
    if (product && !(quantity !== null && namesNumber(quantity, product))) return { text, product }
  }
  return null
}

/** The row as a question again, with its product as the first choice. */
export function askAgain(row: PadRow): PadRow {
  if (row.product === null || row.matched === null) return row
  return { ...row, product: null, matched: null, choices: [row.product, ...row.matched.others], choosing: 'near' }
}

const distinctProducts = (products: readonly CartProduct[]): CartProduct[] => [...new Map(products.map((product) => [product.id, product])).values()]

/** Merges the lines of one product into one row with the sum of their quantities, because minimum, stock and tier apply to the sum. */
export function mergeRows(rows: readonly PadRow[]): PadRow[] {
  const merged: PadRow[] = []
  const places = new Map<string, number>()
  for (const row of rows) {
    const id = row.quantity === null ? undefined : row.product?.id
    const place = id === undefined ? undefined : places.get(id)
    const before = place === undefined ? undefined : merged[place]
    if (place === undefined || before === undefined) {
      if (id !== undefined) places.set(id, merged.length)
      merged.push(row)
    } else merged[place] = { ...before, lines: [...before.lines, ...row.lines], quantity: (before.quantity ?? 0) + (row.quantity ?? 0), matched: null }
  }
  return merged
}

function groupByTerm(found: readonly FoundProduct[]): Map<string, CartProduct[]> {
  const groups = new Map<string, CartProduct[]>()
  for (const { term, product } of found) groups.set(term, [...(groups.get(term) ?? []), product])
  return groups
}

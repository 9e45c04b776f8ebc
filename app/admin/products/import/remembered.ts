import type { ImportField } from '#domain/product-import/fields.ts'
import { IMPORT_FIELDS } from '#domain/product-import/fields.ts'
import type { Options } from './options.ts'

/** Columns and options of lists with the same headings, stored on the device; no personal data. */
type Kept = { headings: string; fields: (ImportField | null)[]; options: Partial<Options> }
const KEY = 'shringar-admin-imports'
const MOST = 30

const signature = (headings: readonly string[]): string => JSON.stringify(headings.map((heading) => heading.toLowerCase()))

function readAll(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is Kept => typeof one?.headings === 'string' && Array.isArray(one?.fields)) : []
  } catch {
    return []
  }
}

export function recall(headings: readonly string[]): Pick<Kept, 'fields' | 'options'> | null {
  const found = readAll().find((one) => one.headings === signature(headings))
  if (found?.fields.length !== headings.length) return null
  return { fields: found.fields.map((field) => (field !== null && IMPORT_FIELDS.includes(field) ? field : null)), options: found.options ?? {} }
}

export function remember(headings: readonly string[], fields: readonly (ImportField | null)[], options: Options): void {
  // Decisions about the warnings of one file are not for the next.
  const { remedies: _remedies, ...lasting } = options
  const mine: Kept = { headings: signature(headings), fields: [...fields], options: lasting }
  const others = readAll().filter((one) => one.headings !== mine.headings)
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, mine].slice(-MOST)))
  } catch {
    // a device without storage guesses again
  }
}

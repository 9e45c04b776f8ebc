/** The addresses of pictures in a list, and which product of a handle each one is of (docs/decisions/0074-pictures-by-address.md). */
import { isPictureField } from './fields.ts'
import type { ImportField, Mapping } from './fields.ts'
import { handleOf, hasOwnValues } from './handles.ts'
import { withoutGuard } from './tidy-text.ts'

/** `wrong`: what is no address, such as the name of a file. */
export type RowPictures = { addresses: string[]; wrong: string[] }

/** A product has no more pictures (public.save_product). */
export const MOST_PICTURES = 12
const LONGEST_ADDRESS = 2000

/** Several addresses of a cell are separated by lines, a comma, semicolon, bar or space. */
export function readPictures(cell: string): RowPictures {
  const parts = withoutGuard(cell)
    .split(/[\s|]+|[,;](?=\s|https?:|$)/i)
    .filter(Boolean)
  const isAddress = (part: string) => part.length <= LONGEST_ADDRESS && /^https?:/i.test(part) && URL.canParse(part)
  return { addresses: parts.filter(isAddress), wrong: parts.filter((part) => !isAddress(part)).map((part) => part.slice(0, 120)) }
}

type Row = { row: number; cells: string[] }

/**
 * The pictures of each row, by its number. The first product of a handle gets all that the handle has; the others get their own, or
 * else the first of the handle, so that no shade is without a picture and none is downloaded sixty times.
 */
export function picturesOfRows(rows: readonly Row[], mapping: Mapping): Map<number, RowPictures> {
  const found = new Map<number, RowPictures>()
  if (!mapping.some(isPictureField)) return found
  const read = ({ cells }: Row, field: ImportField): RowPictures =>
    merged(mapping.flatMap((one, place) => (one === field ? [readPictures(cells[place] ?? '')] : [])))
  for (const [handle, group] of Map.groupBy(rows, ({ cells }) => handleOf(cells, mapping))) {
    const products = handle === '' ? group : group.filter(({ cells }) => hasOwnValues(cells, mapping))
    const others = group.filter((row) => !products.includes(row))
    const shared = handle === '' ? null : merged([...group.map((row) => read(row, 'family_pictures')), ...others.map((row) => read(row, 'pictures'))])
    products.forEach((row, place) => {
      const own = shared === null ? merged([read(row, 'pictures'), read(row, 'family_pictures')]) : read(row, 'pictures')
      const rest = shared === null ? [] : place === 0 ? shared.addresses : own.addresses.length === 0 ? shared.addresses.slice(0, 1) : []
      const addresses = [...new Set([...own.addresses, ...rest])].slice(0, MOST_PICTURES)
      const wrong = [...own.wrong, ...(place === 0 ? (shared?.wrong ?? []) : [])]
      if (addresses.length > 0 || wrong.length > 0) found.set(row.row, { addresses, wrong })
    })
  }
  return found
}

const merged = (parts: readonly RowPictures[]): RowPictures => ({
  addresses: parts.flatMap(({ addresses }) => addresses),
  wrong: parts.flatMap(({ wrong }) => wrong),
})

import { compilePages } from '../typst/compile.ts'
import { pageCount } from './page-count.ts'

/** A file and its pages to print; without `pages`, all. Pages are counted from 1, `last` is included. */
export type PdfPart = { file: Uint8Array; pages?: readonly { first: number; last: number }[] }

/**
 * Joins several PDFs into one, page after page, without changes: text stays text, nothing is rendered again (docs/decisions/0025). For
 * printing in the shop: the accessibility tags exist only in the original documents. Synchronous, about 5 ms per page.
 *
 * @throws Error when one of the files is not a PDF, RangeError without any file
 */
export function bundlePdfs(parts: readonly PdfPart[]): Uint8Array {
  if (parts.length === 0) throw new RangeError('There is nothing to print')
  return compilePages(parts.map(({ file, pages }) => ({ file, pages: numbersOf(pages ?? [{ first: 1, last: pageCount(file) }]) })))
}

const numbersOf = (ranges: readonly { first: number; last: number }[]): number[] =>
  ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, page) => first + page))

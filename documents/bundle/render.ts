import { compilePages } from '../typst/compile.ts'

/**
 * Joins several PDFs into one, page after page, without changes: text stays text, nothing is rendered again (docs/decisions/0025). For
 * printing in the shop: the accessibility tags exist only in the original documents. Synchronous, about 5 ms per page.
 *
 * @throws Error when one of the files is not a PDF, RangeError without any file
 */
export function bundlePdfs(files: readonly Uint8Array[]): Uint8Array {
  if (files.length === 0) throw new RangeError('There is nothing to print')
  return compilePages(files.map((file) => ({ file, pages: pageCount(file) })))
}

/** The number of pages of a PDF made by the shop, from the uncompressed root of its page tree. */
export function pageCount(file: Uint8Array): number {
  const nodes = Buffer.from(file)
    .toString('latin1')
    .split('>')
    .filter((part) => /\/Type\s{0,9}\/Pages\b/.test(part))
  const pages = Math.max(0, ...nodes.map((node) => Number(/\/Count\s{1,9}(\d{1,9})/.exec(node)?.[1] ?? 0)))
  if (pages === 0) throw new Error('This is no PDF with pages')
  return pages
}

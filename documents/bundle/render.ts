import { compilePages } from '../typst/compile.ts'

/**
 * Several PDFs as one, page after page, each as it is: text stays text, nothing is rendered again (docs/decisions/0025). For the
 * shop's printer: the tags for reading aloud stay with the documents themselves. Synchronous, about 5 ms a page.
 *
 * @throws Error when one of the files is no PDF, RangeError without any
 */
export function bundlePdfs(files: readonly Uint8Array[]): Uint8Array {
  if (files.length === 0) throw new RangeError('There is nothing to print')
  return compilePages(files.map((file) => ({ file, pages: pageCount(file) })))
}

/** How many pages a PDF of our own has: the root of its page tree says so, uncompressed. */
export function pageCount(file: Uint8Array): number {
  const nodes = Buffer.from(file)
    .toString('latin1')
    .split('>')
    .filter((part) => /\/Type\s{0,9}\/Pages\b/.test(part))
  const pages = Math.max(0, ...nodes.map((node) => Number(/\/Count\s{1,9}(\d{1,9})/.exec(node)?.[1] ?? 0)))
  if (pages === 0) throw new Error('This is no PDF with pages')
  return pages
}

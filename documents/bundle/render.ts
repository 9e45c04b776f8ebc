import { compilePages } from '../typst/compile.ts'

/**
 * Several PDFs as one, page after page, each as it is: text stays text, nothing is drawn anew (docs/decisions/0025). For the
 * shop's printer: the tags for reading aloud stay with the papers themselves. Synchronous, about 5 ms a page.
 *
 * @throws Error when one of the files is no PDF, RangeError without any
 */
export function bundlePdfs(files: readonly Uint8Array[]): Uint8Array {
  if (files.length === 0) throw new RangeError('There is nothing to print')
  return compilePages(files.map((file) => ({ file, pages: pageCount(file) })))
}

/** How many pages a PDF of our own has: the root of its page tree says so, uncompressed. */
export function pageCount(file: Uint8Array): number {
  const text = Buffer.from(file).toString('latin1')
  const counts = [...text.matchAll(/\/Type\s*\/Pages\b[^>]*?\/Count\s+(\d+)/g), ...text.matchAll(/\/Count\s+(\d+)[^>]*?\/Type\s*\/Pages\b/g)]
  const pages = Math.max(0, ...counts.map(([, count]) => Number(count)))
  if (pages === 0) throw new Error('This is no PDF with pages')
  return pages
}

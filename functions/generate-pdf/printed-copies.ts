import type { Copies } from '#documents/invoice/document-sheet.ts'
import { pageCount } from '#documents/bundle/page-count.ts'
import type { PdfPart } from '#documents/bundle/render.ts'
import { renderInvoiceInWorker } from '#documents/invoice/render-in-worker.ts'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import { issuedFile } from './issued-file.ts'
import type { PrintedCopies } from './pdf-request.ts'

/** Documents that are not issued have no marked copies, so the pair is the same file as all. */
export const storedCopies = (copies: PrintedCopies): Copies => (copies === 'original' ? 'original' : 'all')

/**
 * The pages to print of an issued document. The pair is cut out of the stored file of all marked copies, so that it has exactly
 * the issued pages and nothing further is stored (docs/decisions/0080-documents-of-a-packing-day.md).
 *
 * The parameters and errors are those of `issuedFile`.
 */
export async function printedPart(...[context, fileId, copies, contents, begin]: PrintedParameters): Promise<PdfPart> {
  const file = await issuedFile(context, fileId, storedCopies(copies), contents, begin)
  if (copies !== 'pair') return { file }
  const original = await issuedFile(context, fileId, 'original', contents, begin)
  return { file, pages: await pagesOfPair(pageCount(file), pageCount(original), contents) }
}

type IssuedParameters = Parameters<typeof issuedFile>
type PrintedParameters = [IssuedParameters[0], IssuedParameters[1], PrintedCopies, IssuedParameters[3], IssuedParameters[4]?]

/** Each document has its three copies one after the other, each of as many pages as its original. */
async function pagesOfPair(all: number, originals: number, contents: readonly InvoiceContent[]): Promise<NonNullable<PdfPart['pages']>> {
  if (all !== 3 * originals) return [{ first: 1, last: all }] // a credit note has no marked copies
  const [first, second] = contents
  if (!first || !second) return [{ first: 1, last: 2 * originals }]
  // An invoice and a bill of supply (rule 46A): only rendering the first again shows where the second begins.
  const ofFirst = pageCount(await renderInvoiceInWorker([first], 'original'))
  if (ofFirst >= originals) return [{ first: 1, last: all }]
  return [
    { first: 1, last: 2 * ofFirst },
    { first: 3 * ofFirst + 1, last: 3 * ofFirst + 2 * (originals - ofFirst) },
  ]
}

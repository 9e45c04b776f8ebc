import { randomUUID } from 'node:crypto'
import { renderInvoiceInWorker } from '#documents/invoice/render-in-worker.ts'
import type { Copies } from '#documents/invoice/document-sheet.ts'
import type { Turn } from '#documents/pdf-worker/pdf-worker.ts'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { FunctionContext } from '../context.ts'
import { DamagedDocument } from './damaged-document.ts'
import { findFile, keepInDatabase, repairBytes, noteDamage, noteFiles, sha256Of, storeFiles, type FileKey, type Kept } from './document-rows.ts'

/** The part of a select that reads what the portal answered for the document `d`. */
export const E_INVOICE_OF_DOCUMENT = `(select jsonb_build_object('irn', e.irn, 'ack_no', e.ack_no, 'ack_at', e.ack_at, 'signed_qr', e.signed_qr, 'cancelled_at', e.cancelled_at)
    from public.e_invoices e where e.document_id = d.id) as e_invoices`

/** Documents being rendered for the first time in this process. */
const pending = new Map<string, Promise<Files>>()

type Files = Record<Copies, Uint8Array>
type Context = Pick<FunctionContext, 'asOrderService' | 'documentFiles' | 'log'>
type Begin = (render: (turn: Turn) => Promise<Files>) => Promise<Files>

/**
 * The bytes of an issued document, identical at every call: the first call renders and stores the customer's original and the
 * set of all marked copies. Once the document has an IRN, a second rendition with it is rendered and stored beside the first. Of two concurrent calls both get the bytes of the faster one.
 * Each call compares the bytes with the hash that was stored with them; a file that is lost is made again if that gives the same bytes.
 *
 * The caller must have checked that this user may see the order: the order service bypasses policies.
 *
 * @param begin starts the rendering and may refuse it; by default it is rendered before customers' requests
 * @throws PdfWorkerError if it cannot be rendered or read at the moment, DamagedDocument if it is lost
 */
export async function issuedFile(
  context: Context,
  fileId: string,
  copies: Copies,
  contents: readonly InvoiceContent[],
  begin: Begin = (render) => render('first'),
): Promise<Uint8Array> {
  const key = { fileId, copies, irns: irnsOf(contents), serials: contents.flatMap(({ number }) => number ?? []).join(' and ') }
  const { kept, isDamaged, isStorable } = await findFile(context, key)
  if (kept === null) {
    const files = await madeOnce(`${fileId} ${key.irns}`, async () => {
      const made = await begin((turn) => renderBoth(contents, turn))
      return isStorable && context.documentFiles.takesNew ? intoStore(context, key, made) : intoDatabase(context, key, made)
    })
    return files[copies]
  }
  const bytes = (await readKept(context, kept)) ?? (await readMoved(context, key, kept))
  if (bytes === null) return makeAgain(context, key, kept, contents, begin)
  if (isDamaged) await noteDamage(context, key, kept.version, false)
  return bytes
}

/** A rendition, with the numbers of the documents in it for a message. */
type Wanted = FileKey & { serials: string }

/** As `private.file_irns` names the rendition: '' as issued. */
const irnsOf = (contents: readonly InvoiceContent[]): string =>
  contents
    .flatMap(({ einvoice }) => (einvoice ? [einvoice.irn] : []))
    .sort()
    .join(',')

/** Concurrent requests for one new document share one rendering. */
function madeOnce(name: string, make: () => Promise<Files>): Promise<Files> {
  const begun = pending.get(name) ?? make().finally(() => pending.delete(name))
  pending.set(name, begun)
  return begun
}

async function renderBoth(contents: readonly InvoiceContent[], turn: Turn): Promise<Files> {
  const [original, all] = await Promise.all([renderInvoiceInWorker(contents, 'original', turn), renderInvoiceInWorker(contents, 'all', turn)])
  return { original, all }
}

/** Null if the bytes are not those that were stored. */
async function readKept({ documentFiles }: Context, kept: Kept): Promise<Uint8Array | null> {
  const bytes = kept.version === null ? kept.bytes : await documentFiles.read(kept.version, kept.size)
  return bytes !== null && sha256Of(bytes) === kept.sha256 ? bytes : null
}

/** From its new place, if it was moved between the look at the row and the read. */
async function readMoved(context: Context, key: Wanted, from: Kept): Promise<Uint8Array | null> {
  const { kept } = await findFile(context, key)
  return kept === null || kept.version === from.version ? null : readKept(context, kept)
}

/**
 * The files before their rows: after a crash between them nothing refers to the files, and a job removes them. While the store cannot be
 * reached the bytes go to the database, from which a job moves them: issuing must not depend on the store.
 */
async function intoStore(context: Context, key: Wanted, made: Files): Promise<Files> {
  const files = ([made.original, made.all] as const).map((bytes) => ({ version: randomUUID(), bytes }))
  await noteFiles(
    context,
    files.map(({ version }) => version),
  )
  const outcomes = await Promise.allSettled(files.map(({ version, bytes }) => context.documentFiles.write(version, bytes)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) {
    context.log('warn', 'documents: The file store did not take a document; it stays in the database for now', { reason: String(failed.reason) })
    return intoDatabase(context, key, made)
  }
  const kept = await storeFiles(context, key, files)
  return {
    original: await sameOrKept(context, kept.get('original'), made.original, key.serials),
    all: await sameOrKept(context, kept.get('all'), made.all, key.serials),
  }
}

/** Another process may have been first. */
async function sameOrKept(context: Context, kept: Kept | undefined, made: Uint8Array, serials: string): Promise<Uint8Array> {
  if (!kept) throw new Error('A document was not stored')
  if (kept.sha256 === sha256Of(made)) return made
  const bytes = await readKept(context, kept)
  if (bytes === null) throw new DamagedDocument(serials)
  return bytes
}

async function intoDatabase(context: Context, { fileId, irns, serials }: Wanted, made: Files): Promise<Files> {
  const read = async (copies: Copies): Promise<Uint8Array> => {
    const bytes = await keepInDatabase(context, { fileId, copies, irns }, made)
    if (bytes !== null) return bytes
    return sameOrKept(context, (await findFile(context, { fileId, copies, irns })).kept ?? undefined, made[copies], serials)
  }
  return { original: await read('original'), all: await read('all') }
}

/**
 * A document that was issued must not change, so what is rendered now replaces a lost file only if it has the same hash, and
 * under the same name: if the file was only out of reach, because a disk was not mounted, it is the one that the row names when it is back.
 */
async function makeAgain(context: Context, key: Wanted, lost: Kept, contents: readonly InvoiceContent[], begin: Begin): Promise<Uint8Array> {
  await noteDamage(context, key, lost.version, true)
  const made = (await begin((turn) => renderBoth(contents, turn)))[key.copies]
  const facts = { file: key.fileId, copies: key.copies }
  if (sha256Of(made) !== lost.sha256) {
    context.log('error', 'documents: The file of a document is missing or damaged, and is made differently now', facts)
    throw new DamagedDocument(key.serials)
  }
  await (lost.version === null ? repairBytes(context, key, made) : replaceLost(context, key, lost.version, made))
  context.log('warn', 'documents: The file of a document was missing or damaged; the same bytes were made again', facts)
  return made
}

async function replaceLost(context: Context, key: Wanted, version: string, made: Uint8Array): Promise<void> {
  try {
    await context.documentFiles.write(version, made)
  } catch (error) {
    return context.log('warn', 'documents: The file store did not take a document that was made again', { reason: String(error) })
  }
  await noteDamage(context, key, version, false)
}

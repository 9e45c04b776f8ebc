/** What the database knows of the files of issued documents (supabase/schemas/45_documents_files.sql). */
import { createHash } from 'node:crypto'
import type { Copies } from '#documents/invoice/document-sheet.ts'
import type { FunctionContext } from '../context.ts'

/** `irns`: the IRNs printed on the rendition, as `private.file_irns` names it; '' as issued. */
export type FileKey = { fileId: string; copies: Copies; irns: string }

/** Bytes in the row, or the name and size of a file in the store. */
export type Kept = { sha256: string } & ({ bytes: Uint8Array; version: null } | { bytes: null; version: string; size: number })

export type Found = { kept: Kept | null; isDamaged: boolean; /** whether new files may go to the store already */ isStorable: boolean }

type FoundRow = Record<'sha256' | 'version', string | null> & { bytes: Uint8Array | null; size: number | null; is_damaged: boolean; is_storable: boolean }
type OrderService = Pick<FunctionContext, 'asOrderService'>

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function keptOf({ bytes, version, size, sha256 }: Pick<FoundRow, 'sha256' | 'version' | 'bytes' | 'size'>): Kept | null {
  if (sha256 === null) return null
  if (bytes !== null) return { sha256, bytes, version: null }
  if (version === null || size === null) throw new Error('A document has neither bytes nor a file')
  return { sha256, bytes: null, version, size }
}

export async function findFile({ asOrderService }: OrderService, { fileId, copies, irns }: FileKey): Promise<Found> {
  const [row] = await asOrderService((query) =>
    query<FoundRow>('select bytes, version, size, sha256, is_damaged, is_storable from private.find_document_file($1, $2, $3)', [fileId, copies, irns]),
  )
  if (!row) throw new Error('The database did not answer about a document')
  return { kept: keptOf(row), isDamaged: row.is_damaged, isStorable: row.is_storable }
}

/** Before files are written, so that those of a process that ends are removed. */
export async function noteFiles({ asOrderService }: OrderService, versions: readonly string[]): Promise<void> {
  await asOrderService((query) => query('select private.note_document_files($1)', [versions]))
}

/** @returns what is kept of the rendition: another process may have been first */
export async function storeFiles(
  { asOrderService }: OrderService,
  { fileId, irns }: Omit<FileKey, 'copies'>,
  files: readonly { version: string; bytes: Uint8Array }[],
): Promise<Map<Copies, Kept>> {
  const rows = await asOrderService((query) =>
    query<Pick<FoundRow, 'sha256' | 'version' | 'bytes' | 'size'> & { copies: Copies }>(
      'select copies, bytes, version, size, sha256 from private.store_document_files($1, $2, $3, $4, $5)',
      [fileId, irns, files.map(({ version }) => version), files.map(({ bytes }) => bytes.byteLength), files.map(({ bytes }) => sha256Of(bytes))],
    ),
  )
  return new Map(rows.flatMap((row) => [keptOf(row)].flatMap((kept) => (kept ? [[row.copies, kept] as const] : []))))
}

/** Keeps both in the database. @returns what is kept; null if it is in the store and has other bytes */
export async function keepInDatabase(
  { asOrderService }: OrderService,
  { fileId, copies, irns }: FileKey,
  files: Record<Copies, Uint8Array>,
): Promise<Uint8Array | null> {
  const [row] = await asOrderService((query) =>
    query<{ bytes: Uint8Array | null }>('select private.keep_document_files($1, $2, $3, $4, $5) as bytes', [
      fileId,
      copies,
      Buffer.from(files.original),
      Buffer.from(files.all),
      irns,
    ]),
  )
  return row?.bytes ?? null
}

/** Puts the bytes that were issued in the place of those in the row. */
export async function repairBytes({ asOrderService }: OrderService, { fileId, copies, irns }: FileKey, bytes: Uint8Array): Promise<void> {
  await asOrderService((query) => query('select private.repair_document_file($1, $2, $3, $4)', [fileId, copies, irns, Buffer.from(bytes)]))
}

/** @param version where it was read; null: in the row. Of a file that has another place by now nothing is noted */
export async function noteDamage(
  { asOrderService }: OrderService,
  { fileId, copies, irns }: FileKey,
  version: string | null,
  isDamaged: boolean,
): Promise<void> {
  await asOrderService((query) => query('select private.note_damaged_document($1, $2, $3, $4, $5)', [fileId, copies, irns, version, isDamaged]))
}

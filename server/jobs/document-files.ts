/** Puts the files of issued documents where they belong, and removes those that nothing refers to any more. */
import { createHash, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { DocumentFiles } from '#functions/context.ts'

/** Files that are read into memory together. */
const AT_ONCE = 4
/** Files that are removed between two looks. */
const BATCH = 200

type FileKey = { file_id: string; copies: string; irns: string }
type InDatabase = FileKey & { bytes: Uint8Array; sha256: string }
type InStore = FileKey & { version: string; size: number; sha256: string }

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The files of one look; false when there was nothing to do. */
type Step = (pool: Pool, files: DocumentFiles) => Promise<boolean>

const noteDamage = (pool: Pool, { file_id, copies, irns }: FileKey, version: string | null): Promise<unknown> =>
  pool.query('select private.note_damaged_document($1, $2, $3, $4, true)', [file_id, copies, irns, version])

/** What was written is read again before its bytes leave the database. */
async function moveToStore(pool: Pool, files: DocumentFiles, row: InDatabase): Promise<void> {
  if (sha256Of(row.bytes) !== row.sha256) return void (await noteDamage(pool, row, null))
  const version = randomUUID()
  await pool.query('select private.note_document_files($1)', [[version]])
  await files.write(version, row.bytes)
  const written = await files.read(version, row.bytes.byteLength)
  if (written === null || sha256Of(written) !== row.sha256) throw new Error('The file store returned other bytes than it was given')
  await pool.query('select private.move_document_to_store($1, $2, $3, $4, $5)', [row.file_id, row.copies, row.irns, version, row.bytes.byteLength])
}

async function moveToDatabase(pool: Pool, files: DocumentFiles, row: InStore): Promise<void> {
  const bytes = await files.read(row.version, row.size)
  if (bytes === null || sha256Of(bytes) !== row.sha256) return void (await noteDamage(pool, row, row.version))
  await pool.query('select private.move_document_to_database($1, $2, $3, $4, $5)', [row.file_id, row.copies, row.irns, row.version, Buffer.from(bytes)])
}

const toStore: Step = async (pool, files) => {
  const { rows } = await pool.query<InDatabase>('select file_id, copies, irns, bytes, sha256 from private.documents_to_store($1)', [AT_ONCE])
  for (const row of rows) await moveToStore(pool, files, row)
  return rows.length > 0
}

const toDatabase: Step = async (pool, files) => {
  const { rows } = await pool.query<InStore>('select file_id, copies, irns, version, size, sha256 from private.documents_to_fetch($1)', [AT_ONCE])
  for (const row of rows) await moveToDatabase(pool, files, row)
  return rows.length > 0
}

/**
 * Moves bytes that are still in the database to the store, or back if the store takes no documents (any more). Each file is moved by
 * itself and read by all processes all the time; an interruption loses nothing, and two at once move none twice.
 */
export async function placeDocumentFiles(pool: Pool, files: DocumentFiles, signal: AbortSignal): Promise<void> {
  const step = files.takesNew ? toStore : toDatabase
  while (!signal.aborted && (await step(pool, files))) continue
}

/** Removes the files of rows that are gone, and those that a process wrote before it ended. */
export async function removeLooseDocuments(pool: Pool, files: DocumentFiles): Promise<void> {
  for (let taken = BATCH; taken === BATCH;) {
    const { rows } = await pool.query<{ version: string }>('select private.take_loose_document_files($1) as version', [BATCH])
    taken = rows.length
    const gone: string[] = []
    try {
      for (const { version } of rows) {
        await files.remove(version)
        gone.push(version)
      }
    } finally {
      if (gone.length > 0) await pool.query('select private.forget_loose_document_files($1)', [gone])
    }
  }
}

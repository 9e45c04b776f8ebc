/** The files of issued documents in the snapshot. Their hashes are in its rows. */
import type { Client } from 'pg'
import type { ArchiveWriter } from './archive.ts'
import type { Files } from './files.ts'
import type { LostFiles } from './lost-files.ts'
import type { Manifest } from './format.ts'
import { hashed } from './hashed.ts'

/** Rows at once: a shop has millions of documents. */
const ROWS = 500

type Row = { version: string; size: number; sha256: string }

/**
 * A file that is missing, or has other bytes than were issued, does not end the backup; the counts say so. What has another size cannot be
 * the document, however long it is, and is left out.
 */
export async function dumpDocuments(
  client: Client,
  files: Files,
  archive: ArchiveWriter,
  lost: LostFiles,
  progress: (done: number) => void,
): Promise<Manifest['documents']> {
  const facts = { count: 0, bytes: 0, missing: 0, damaged: 0 }
  // The shop whose database is backed up before its upgrade has them in its rows.
  const { rows: known } = await client.query("select from pg_catalog.pg_attribute where attrelid = 'private.document_files'::regclass and attname = 'version'")
  if (known.length === 0) return facts
  await client.query(
    'declare stored_documents no scroll cursor for select version, size, sha256 from private.document_files where version is not null order by version',
  )
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS} from stored_documents`)
    if (rows.length === 0) break
    for (const { version, size, sha256 } of rows) {
      const file = await files.documents.open(version)
      if (file?.size !== size) {
        await file?.body.cancel()
        facts.missing += 1
        lost.add(`documents/${version}`)
        continue
      }
      const read = hashed(file.body)
      await archive.addStream(`documents/${version}`, size, read.content)
      if (read.digest() !== sha256) {
        facts.damaged += 1
        lost.add(`documents/${version}`)
      }
      facts.count += 1
      facts.bytes += size
    }
    progress(facts.count)
  }
  return facts
}

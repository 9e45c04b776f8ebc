/** The uploaded files of the snapshot, each with its hash behind it. */
import type { Client } from 'pg'
import type { ArchiveWriter } from './archive.ts'
import type { FileRow, Files } from './files.ts'
import type { LostFiles } from './lost-files.ts'
import type { Manifest } from './format.ts'
import { hashed } from './hashed.ts'

/** Rows at once: a shop may have millions of files. */
const ROWS = 500

export const FILE_ROWS = "select id::text, bucket_id, name, version, metadata ->> 'mimetype' as type from storage.objects"

/**
 * A file is never changed, so one that is there is that of the snapshot. One that is gone was deleted since, or lost before: its row is
 * restored, it is not, and the count says so.
 */
export async function dumpFiles(
  client: Client,
  files: Files,
  archive: ArchiveWriter,
  lost: LostFiles,
  progress: (done: number) => void,
): Promise<Manifest['files']> {
  const facts = { count: 0, bytes: 0, missing: 0 }
  await client.query(`declare stored_files no scroll cursor for ${FILE_ROWS} order by id`)
  for (;;) {
    const { rows } = await client.query<FileRow>(`fetch ${ROWS} from stored_files`)
    if (rows.length === 0) break
    for (const row of rows) {
      const file = await files.open(row)
      if (!file) {
        facts.missing += 1
        lost.add(`${row.bucket_id}/${row.name}`)
        continue
      }
      const read = hashed(file.body)
      await archive.addStream(`files/${row.id}`, file.size, read.content)
      await archive.add(`files/${row.id}.sha256`, Buffer.from(`${read.digest()}  ${row.id}\n`))
      facts.count += 1
      facts.bytes += file.size
    }
    progress(facts.count)
  }
  return facts
}

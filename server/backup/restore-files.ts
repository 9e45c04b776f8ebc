/** Puts the files of a backup into the store, and removes them again if the restore fails. */
import type { Client } from 'pg'
import { FILE_ROWS } from './dump-files.ts'
import type { FileRow, Files } from './files.ts'
import { BackupError } from './format.ts'
import { drain, hashed } from './hashed.ts'

export type FileRestore = {
  write(id: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>
  check(id: string, line: string): void
  facts(): { count: number; bytes: number }
  undo(): Promise<void>
}

/** Written in the transaction of the restore: it sees the rows, wherever they are. */
const rowsFrom = (isStaged: boolean): string =>
  isStaged ? "select id, bucket_id, name, version, metadata::jsonb ->> 'mimetype' as type from pg_temp.restored_rows" : FILE_ROWS

/** How many rows of written files are remembered, for a restore that fails; the store of a place that failed is emptied by hand beyond. */
const REMEMBERED = 100_000

/** Null if the store has no such file. */
async function sizeOf(files: Files, row: FileRow): Promise<number | null> {
  const file = await files.open(row)
  if (!file) return null
  // Ended at the first bytes: only its size is asked.
  for await (const chunk of file.body) if (chunk) break
  return file.size
}

export function restoreFiles(client: Client, files: Files, isStaged: boolean): FileRestore {
  const written: FileRow[] = []
  let count = 0
  let bytes = 0
  let last: { id: string; sha256: string } | undefined
  return {
    async write(id, size, content) {
      const { rows } = await client.query<FileRow>(`${rowsFrom(isStaged)} where id = $1`, [id])
      const [row] = rows
      if (!row) throw new BackupError('This backup has a file without its row; nothing was restored.')
      const read = hashed(content)
      // In a store that outlived its database: a name is used once, so the file of this name and size is this one. It stays, also when the restore fails.
      const there = await sizeOf(files, row)
      if (there === size) await drain(read.content)
      else {
        if (there === null && written.length < REMEMBERED) written.push(row)
        await files.put(row, size, read.content)
      }
      last = { id, sha256: read.digest() }
      count += 1
      bytes += size
    },
    check(id, line) {
      if (last?.id !== id || line !== `${last.sha256}  ${id}\n`) throw new BackupError('A file is damaged in this backup; nothing was restored.')
      last = undefined
    },
    facts: () => ({ count, bytes }),
    async undo() {
      for (const row of written) await files.remove(row).catch(() => undefined)
    },
  }
}

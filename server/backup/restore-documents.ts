/** Puts the files of issued documents into the store, and compares each with the hash in its row. */
import type { Client } from 'pg'
import type { Files } from './files.ts'
import { BackupError } from './format.ts'
import { drain, hashed } from './hashed.ts'

export type DocumentRestore = {
  write(version: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>
  /** `damaged`: with another hash than the document was issued with. */
  facts(): { count: number; bytes: number; damaged: number }
  undo(): Promise<void>
}

/** As for uploads: how many written files are remembered for a restore that fails. */
const REMEMBERED = 100_000

/** Null if the store has no such file. */
async function digestIn(documents: Files['documents'], version: string): Promise<string | null> {
  const file = await documents.open(version)
  if (!file) return null
  const read = hashed(file.body)
  await drain(read.content)
  return read.digest()
}

/** @param client within the transaction of the restore: it sees the rows */
export function restoreDocuments(client: Client, { documents }: Files): DocumentRestore {
  const written: string[] = []
  const facts = { count: 0, bytes: 0, damaged: 0 }
  return {
    async write(version, size, content) {
      const { rows } = await client.query<{ sha256: string }>('select sha256 from private.document_files where version = $1', [version])
      const [row] = rows
      if (!row) throw new BackupError('This backup has a document without its row; nothing was restored.')
      // In a store that outlived its database: what is there as issued stays, and what was there is not removed by a restore that fails.
      const there = await digestIn(documents, version)
      const read = hashed(content)
      if (there === row.sha256) await drain(read.content)
      else {
        if (there === null && written.length < REMEMBERED) written.push(version)
        await documents.put(read.content, version)
      }
      if (there !== row.sha256 && read.digest() !== row.sha256) facts.damaged += 1
      facts.count += 1
      facts.bytes += size
    },
    facts: () => ({ ...facts }),
    async undo() {
      for (const version of written) await documents.remove(version).catch(() => undefined)
    },
  }
}

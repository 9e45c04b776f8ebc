/** Makes a backup of a running shop as a stream. */
import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { databaseClient } from '#postgres/client.ts'
import type { Keys } from '../keys.ts'
import { writeArchive } from './archive.ts'
import { beginSnapshot, dumpTable, readSequences } from './dump-database.ts'
import { createLostFiles } from './lost-files.ts'
import { dumpDocuments } from './dump-documents.ts'
import { dumpFiles } from './dump-files.ts'
import type { Files } from './files.ts'
import { noteBackup, type Note } from './record.ts'
import { BackupError, FORMAT, HEADER, KEYS, MANIFEST, nameOf, type Header, type Manifest } from './format.ts'

export type BackupSource = {
  ownerUrl: string
  keys: Keys
  files: Files
  publicKeys: readonly string[]
  /** Of package.json. */
  shop: string
  progress: (line: string) => void
}

export type BackupFacts = { header: Header; manifest: Manifest; bytes: number }

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
const withNumber = (count: number): string => count.toLocaleString('en-IN')

/** Held by the session while it makes a backup, so that two processes do not make one at once. */
const LOCK = "select pg_catalog.pg_try_advisory_lock(pg_catalog.hashtext('shop.backup')) as free"

async function connect(ownerUrl: string): Promise<Client> {
  const client = databaseClient(ownerUrl, { applicationName: 'backup', timeout: 20_000 })
  client.on('error', () => undefined)
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The database of the shop does not answer (${error.code ?? error.name}): start the shop first.`)
  })
  return client
}

/**
 * @param store writes the bytes to where the backup is kept; it keeps nothing if they end with an error
 * @throws BackupError
 */
export async function createBackup(source: BackupSource, store: (content: AsyncIterable<Uint8Array>) => Promise<void>): Promise<BackupFacts> {
  const client = await connect(source.ownerUrl)
  let facts: Omit<BackupFacts, 'bytes'> | undefined
  let bytes = 0
  let note: Note | undefined
  let content: AsyncIterator<Uint8Array> | undefined
  try {
    const { rows } = await client.query<{ free: boolean }>(LOCK)
    if (!rows[0]?.free) throw new BackupError('Another backup of this shop is being made.')
    note = await noteBackup(client, () => connect(source.ownerUrl))
    const archived = await writeArchive(source.publicKeys, async (archive) => {
      const header = await beginSnapshot(client, source.shop)
      await archive.add(HEADER, json(header))
      const tables: Manifest['tables'] = {}
      let total = 0
      for (const table of header.tables) {
        const written = await dumpTable(client, table, archive)
        tables[nameOf(table)] = written
        total += written.rows
      }
      source.progress(`${header.tables.length} tables with ${withNumber(total)} rows read`)
      const sequences = await readSequences(client, header.tables)
      const lostFiles = createLostFiles()
      const files = await dumpFiles(client, source.files, archive, lostFiles, (done) => source.progress(`${withNumber(done)} files read`))
      for (const line of lostFiles.lines('files were not in the file store:')) source.progress(line)
      const lostDocuments = createLostFiles()
      const documents = await dumpDocuments(client, source.files, archive, lostDocuments, (done) => source.progress(`${withNumber(done)} documents read`))
      for (const line of lostDocuments.lines('files of documents are missing or damaged in the file store:')) source.progress(line)
      const keys = json(source.keys)
      await archive.add(KEYS, keys)
      const manifest: Manifest = { format: FORMAT, tables, sequences, files, documents, keys_sha256: createHash('sha256').update(keys).digest('hex') }
      await archive.add(MANIFEST, json(manifest))
      await client.query('rollback')
      facts = { header, manifest }
    })
    const read = archived[Symbol.asyncIterator]()
    content = read
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of { [Symbol.asyncIterator]: () => read }) {
        bytes += chunk.byteLength
        yield chunk
      }
    }
    await store(counted())
    if (!facts) throw new BackupError('The backup ended before it was complete.')
    const { files, documents } = facts.manifest
    await note.good(bytes, files.missing + documents.missing + documents.damaged)
    return { ...facts, bytes }
  } catch (error) {
    // A place that refuses at once has read nothing: what fills the archive would wait for a reader, with files open. It is not awaited,
    // because it waits for a read that the place has left, which ends with the session.
    void content?.return?.().catch(() => undefined)
    await client.end().catch(() => undefined)
    await note?.bad(error)
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

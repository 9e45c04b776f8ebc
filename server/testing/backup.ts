/** A shop with rows, files and keys for the tests of backups, and what makes one comparable with another. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { createFolderStore } from '#gateway/storage/stores/folder-store.ts'
import { once, type FileStore } from '#gateway/storage/stores/file-store.ts'
import { createBackup, type BackupFacts } from '../backup/create-backup.ts'
import { readKeyFile, writeNewKey } from '../backup/encryption.ts'
import { filesInStore } from '../backup/files.ts'
import { restoreBackup, type Restored, type RestoreTarget } from '../backup/restore-backup.ts'
import { makeKeys, type Keys } from '../keys.ts'

export async function ask(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Every row of these schemas as text, by table: computed columns too, and by another way than that of a backup. */
export async function rowsOf(url: string, schemas: readonly string[]): Promise<Record<string, string[]>> {
  const tables = await ask(
    url,
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace::regnamespace::text = any ($1) and c.relkind in ('r', 'p') and c.relpersistence = 'p'
      and c.relname not in ('backups', 'backup_schedule', 'loose_document_files') order by 1`,
    [schemas],
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables)
    found[String(name)] = (await ask(url, `select t::text as row from ${String(name)} t order by 1`)).map((one) => String(one['row']))
  return found
}

export type BackupTest = {
  folder: string
  keys: Keys
  store: FileStore
  documents: FileStore
  publicKey: string
  privateKeys: string[]
  /** Writes a file and its row. */
  addFile(url: string, bytes: number): Promise<string>
  /** Stores the file of an issued document. */
  addDocument(url: string): Promise<{ version: string; bytes: Buffer }>
  backup(url: string, more?: { store?: FileStore; publicKey?: string }): Promise<{ bytes: Buffer; facts: BackupFacts; lines: string[] }>
  restore(bytes: Uint8Array, target: Pick<RestoreTarget, 'ownerUrl'> & Partial<RestoreTarget>): Promise<Restored & { store: FileStore; documents: FileStore }>
  close(): Promise<void>
}

export const chunksOf = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += 65_536) yield bytes.subarray(from, from + 65_536)
}

export async function openBackupTest(): Promise<BackupTest> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-backup-'))
  const keyFile = path.join(folder, 'owner.key')
  const publicKey = await writeNewKey(keyFile)
  const privateKeys = await readKeyFile(keyFile)
  const keys = await makeKeys()
  const store = await createFolderStore(path.join(folder, 'storage'))
  const documents = await createFolderStore(path.join(folder, 'storage'), 'documents')
  return {
    folder,
    keys,
    store,
    documents,
    publicKey,
    privateKeys,
    async addFile(url, size) {
      const bytes = randomBytes(size)
      const version = await store.put(once(bytes))
      await ask(url, "insert into storage.objects (bucket_id, name, version, metadata) values ('documents', $1, $2, $3)", [
        `${version}/invoice.pdf`,
        version,
        { size, mimetype: 'application/pdf' },
      ])
      return createHash('sha256').update(bytes).digest('hex')
    },
    async addDocument(url) {
      const bytes = randomBytes(5000)
      const version = await documents.put(once(bytes))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      // Of no order: what a backup keeps is the row and its file.
      await ask(
        url,
        `set session_replication_role = replica; insert into private.document_files (order_id, file_id, copies, sha256, version, size)
          values (gen_random_uuid(), gen_random_uuid(), 'all', '${sha256}', '${version}', ${bytes.byteLength})`,
      )
      return { version, bytes }
    },
    async backup(url, more = {}) {
      const chunks: Uint8Array[] = []
      const lines: string[] = []
      const source = {
        ownerUrl: url,
        keys,
        files: filesInStore(more.store ?? store, documents),
        publicKeys: [more.publicKey ?? publicKey],
        shop: '0.1.0',
        progress: (line: string) => void lines.push(line),
      }
      const facts = await createBackup(source, async (content) => {
        for await (const chunk of content) chunks.push(chunk)
      })
      return { bytes: Buffer.concat(chunks), facts, lines }
    },
    async restore(bytes, target) {
      const place = await mkdtemp(path.join(folder, 'restored-'))
      const [restored, restoredDocuments] = [await createFolderStore(place), await createFolderStore(place, 'documents')]
      const result = await restoreBackup(chunksOf(bytes), privateKeys, {
        accounts: 'shop',
        files: filesInStore(restored, restoredDocuments),
        filesMakeRows: false,
        progress: () => undefined,
        ...target,
      })
      return { ...result, store: restored, documents: restoredDocuments }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The files in a folder and below it. */
export const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).map(({ name }) => name)

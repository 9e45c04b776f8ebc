/** Restores a backup into an empty place: all of it, or nothing. */
import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import * as v from 'valibot'
import { databaseClient } from '#postgres/client.ts'
import { parseJsonObject } from '#gateway/core/json-object.ts'
import { parseKeys, type Keys } from '../keys.ts'
import { readArchive, readSmall } from './archive.ts'
import { checkVersion, prepareEmpty, upgradeRestored } from './empty-database.ts'
import type { Files } from './files.ts'
import {
  BackupError,
  DOCUMENT,
  FILE,
  FILE_HASH,
  FORMAT,
  HEADER,
  headerSchema,
  KEYS,
  MANIFEST,
  manifestSchema,
  MOST_JSON,
  PART,
  type Header,
  type Manifest,
} from './format.ts'
import { beginRestore, type DatabaseRestore } from './restore-database.ts'
import { restoreDocuments, type DocumentRestore } from './restore-documents.ts'
import { restoreFiles, type FileRestore } from './restore-files.ts'
import type { Accounts } from './tables.ts'

export type RestoreTarget = {
  ownerUrl: string
  /** Whose accounts the database has, or will have. */
  accounts: Accounts
  files: Files
  /** Whether a file that is put makes its row itself. */
  filesMakeRows: boolean
  /** Throws if the place cannot use the keys of the backup; before anything is committed. */
  checkKeys?: (keys: Keys) => Promise<void>
  progress: (line: string) => void
}

/** `damaged`: documents that differ from the hash with which they were issued; they were damaged when they were backed up. */
export type Restored = { header: Header; manifest: Manifest; keys: Keys; damaged: number }

async function readHeader(bytes: Buffer): Promise<Header> {
  const found = parseJsonObject(bytes.toString('utf8'))
  const format = found?.['format']
  if (typeof format === 'number' && format > FORMAT) throw new BackupError(`This backup is of a newer shop (format ${format}): restore it with that version.`)
  if (typeof format === 'number' && format < FORMAT)
    throw new BackupError(`This backup is of an old format (${format}) that this shop does not read: restore it with the version that made it, then upgrade.`)
  const header = v.safeParse(headerSchema, found)
  if (!header.success) throw new BackupError('This is not a backup of a shop.')
  await checkVersion(header.output)
  return header.output
}

const NOT_WHOLE = 'This backup is damaged or was cut off; nothing was restored from it.'

type Begun = { header: Header; client: Client; database: DatabaseRestore; files: FileRestore; documents: DocumentRestore }

async function begin(header: Header, target: RestoreTarget): Promise<Begun> {
  target.progress(`Backup of ${header.created_at}, shop ${header.shop}, PostgreSQL ${header.postgres}`)
  await prepareEmpty(target.ownerUrl, target.accounts, header)
  const client = databaseClient(target.ownerUrl, { applicationName: 'restore' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const database = await beginRestore(client, header, target.filesMakeRows)
    return {
      header,
      client,
      database,
      files: restoreFiles(client, target.files, target.filesMakeRows),
      documents: restoreDocuments(client, target.files),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** @throws BackupError, with the database as empty as it was and the file store with the files that it had */
export async function restoreBackup(content: AsyncIterable<Uint8Array>, privateKeys: readonly string[], target: RestoreTarget): Promise<Restored> {
  let begun: Begun | undefined
  let keys: Buffer | undefined
  let manifest: Manifest | undefined
  let restored: Restored
  let shown = 0
  const show = (line: string): void => {
    if (Date.now() - shown < 5000) return
    shown = Date.now()
    target.progress(line)
  }
  const started = (): Begun => {
    if (!begun || manifest) throw new BackupError(NOT_WHOLE)
    return begun
  }
  try {
    await readArchive(content, privateKeys, async (name, size, body) => {
      if (name === HEADER && !begun) {
        begun = await begin(await readHeader(await readSmall(size, body, MOST_JSON)), target)
        return
      }
      if (!begun) throw new BackupError('This is not a backup of a shop.')
      const { database, files, documents } = started()
      const [, table] = PART.exec(name) ?? []
      const [, file] = FILE.exec(name) ?? []
      const [, document] = DOCUMENT.exec(name) ?? []
      const [, hashed] = FILE_HASH.exec(name) ?? []
      if (table !== undefined) {
        show(`Restoring ${table}`)
        return database.writePart(table, body)
      }
      await database.endTables()
      if (file !== undefined) {
        await files.write(file, size, body)
        show(`${files.facts().count} files restored`)
      } else if (document !== undefined) {
        await documents.write(document, size, body)
        show(`${documents.facts().count} documents restored`)
      } else if (hashed !== undefined) files.check(hashed, (await readSmall(size, body, 200)).toString('utf8'))
      else if (name === KEYS) keys = await readSmall(size, body, MOST_JSON)
      else if (name === MANIFEST) manifest = readManifest(await readSmall(size, body, MOST_JSON))
      else throw new BackupError('This backup holds something that this shop does not know; nothing was restored.')
    })
    restored = await complete(begun, keys, manifest, target)
  } catch (error) {
    // Not by a rollback: it would never be answered behind a COPY that is open. The end of the session undoes the transaction too.
    await begun?.client.end().catch(() => undefined)
    await begun?.files.undo()
    await begun?.documents.undo()
    throw error
  } finally {
    await begun?.client.end().catch(() => undefined)
  }
  await upgradeRestored(target.ownerUrl, target.accounts)
  return restored
}

function readManifest(bytes: Buffer): Manifest {
  const manifest = v.safeParse(manifestSchema, parseJsonObject(bytes.toString('utf8')))
  if (!manifest.success) throw new BackupError(NOT_WHOLE)
  return manifest.output
}

function readKeys(bytes: Buffer): Keys {
  try {
    return parseKeys(bytes.toString('utf8'))
  } catch (error) {
    throw new BackupError(NOT_WHOLE, { cause: error })
  }
}

async function complete(begun: Begun | undefined, keys: Buffer | undefined, manifest: Manifest | undefined, target: RestoreTarget): Promise<Restored> {
  if (!begun || !keys || !manifest) throw new BackupError(NOT_WHOLE)
  const { client, database, files, documents, header } = begun
  for (const [found, written] of [
    [files.facts(), manifest.files],
    [documents.facts(), manifest.documents],
  ] as const) {
    if (found.count !== written.count || found.bytes !== written.bytes) throw new BackupError(NOT_WHOLE)
  }
  if (createHash('sha256').update(keys).digest('hex') !== manifest.keys_sha256) throw new BackupError(NOT_WHOLE)
  target.progress('Comparing every row with the backup')
  await database.complete(manifest)
  const parsed = readKeys(keys)
  await target.checkKeys?.(parsed)
  await client.query('commit')
  // The planner knows nothing of the new rows yet.
  await client.query('analyze')
  return { header, manifest, keys: parsed, damaged: documents.facts().damaged }
}

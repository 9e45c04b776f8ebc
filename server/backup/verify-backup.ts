/** Restores a backup into a database that is removed afterwards, and checks that what is in it agrees (docs/operate.md). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { databaseClient } from '#postgres/client.ts'
import { ensureDatabase } from '../database/ensure-database.ts'
import { startPostgres } from '../database/postgres.ts'
import type { Files } from './files.ts'
import { BackupError } from './format.ts'
import { restoreBackup, type Restored } from './restore-backup.ts'

/** Files are read to their end and hashed, and kept nowhere. */
const NOWHERE: Files = {
  open: () => Promise.resolve(null),
  async put(_row, _size, content) {
    for await (const chunk of content) void chunk
  },
  remove: () => Promise.resolve(),
  documents: {
    open: () => Promise.resolve(null),
    async put(content, version = '') {
      for await (const chunk of content) void chunk
      return version
    },
    remove: () => Promise.resolve(),
  },
  close() {},
}

/**
 * Numbers of documents are consecutive in each series and year. Those whose time of storage has ended are gone from the beginning.
 */
const GAPS = `select count(*)::integer as n from private.serial_counters c join (
    select regexp_replace(d.serial, '/[0-9]+$', '') as series, count(*) as count, min(s.number) as first, max(s.number) as last
    from public.documents d, lateral (select (regexp_match(d.serial, '[0-9]+$'))[1]::bigint as number) s group by 1) d
  on d.series = c.series || '/' || c.financial_year
  where d.last <> c.last_number or d.count <> d.last - d.first + 1`

const CHECKS = [
  {
    sql: 'select count(*)::integer as n from private.check_stock_sums()',
    passed: 'Stock agrees with its movements',
    failed: 'products whose stock is not the sum of its movements',
  },
  {
    sql: 'select count(*)::integer as n from private.check_documents()',
    passed: 'Facts of documents have the hashes they were issued with',
    failed: 'documents that differ from their hash',
  },
  { sql: GAPS, passed: 'Numbers of documents have no gap', failed: 'series of documents with a gap' },
]

export type Verified = Restored & { lines: string[]; problems: string[] }

/** @param ownerUrl an empty database to use instead of a temporary one */
export async function verifyBackup(
  content: AsyncIterable<Uint8Array>,
  privateKeys: readonly string[],
  progress: (line: string) => void,
  ownerUrl?: string,
): Promise<Verified> {
  if (ownerUrl !== undefined) return check(content, privateKeys, progress, ownerUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-verify-'))
  try {
    const server = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false })
    try {
      const url = server.urlFor('shop')
      await ensureDatabase(url)
      return await check(content, privateKeys, progress, url)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function check(
  content: AsyncIterable<Uint8Array>,
  privateKeys: readonly string[],
  progress: (line: string) => void,
  ownerUrl: string,
): Promise<Verified> {
  const restored = await restoreBackup(content, privateKeys, { ownerUrl, accounts: 'shop', files: NOWHERE, filesMakeRows: false, progress })
  const { tables, files, documents } = restored.manifest
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const lines = [`${Object.keys(tables).length} tables with ${rows} rows, ${files.count} files and ${documents.count} documents, as they were backed up`]
  const problems = files.missing > 0 ? [`${files.missing} files were missing in the shop already`] : []
  if (documents.missing > 0) problems.push(`${documents.missing} files of documents were missing in the shop already`)
  if (restored.damaged > 0) problems.push(`${restored.damaged} files of documents differ from the hash with which they were issued`)
  else lines.push('Files of documents have the hashes they were issued with')
  const client = databaseClient(ownerUrl, { applicationName: 'verify' })
  await client.connect()
  try {
    for (const { sql, passed, failed } of CHECKS) {
      const { rows: found } = await client.query<{ n: number }>(sql)
      const n = found[0]?.n ?? 0
      if (n > 0) problems.push(`${n} ${failed}`)
      else lines.push(passed)
    }
  } finally {
    await client.end()
  }
  return { ...restored, lines, problems }
}

/** @throws BackupError naming what is wrong with a backup that could be restored */
export function assertSound({ problems }: Verified): void {
  if (problems.length > 0) throw new BackupError(`The backup is whole, but the shop in it is not: ${problems.join('; ')}.`)
}

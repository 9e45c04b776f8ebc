/** The files of a folder of migrations. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { splitStatements } from './migration-statements.ts'

/** Why a database is not migrated, in a sentence for the person who runs the shop. */
export class MigrationError extends Error {}

export type Migration = { version: string; name: string; file: string; sql: string; statements: string[]; checksum: string }

const FILE_NAME = /^(\d+)_(.+)\.sql$/

/** What a checksum does not see: line ends and indentation, and how a program that records statements divides a file. */
export const UNSEEN = ' \t\r\n\f\v;'
const UNSEEN_IN_TEXT = /[ \t\r\n\f\v;]+/g

function checksumOf(statements: readonly string[]): string {
  return createHash('sha256').update(statements.join('').replace(UNSEEN_IN_TEXT, '')).digest('hex')
}

/** In order of their versions. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = []
  const seen = new Set<string>()
  for (const file of (await readdir(directory)).sort()) {
    if (!file.endsWith('.sql')) continue
    const [, version, name] = FILE_NAME.exec(file) ?? []
    if (!version || !name) throw new Error(`${file} in ${directory} is not named <version>_<name>.sql`)
    if (seen.has(version)) throw new Error(`${directory} has two migrations with version ${version}`)
    seen.add(version)
    const sql = await readFile(path.join(directory, file), 'utf8')
    const statements = splitStatements(sql)
    migrations.push({ version, name, file, sql, statements, checksum: checksumOf(statements) })
  }
  return migrations
}

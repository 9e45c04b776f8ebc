/** The files of a folder of migrations. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { splitStatements } from './migration-statements.ts'

/** Why a database is not migrated, in a sentence for the person who runs the shop. */
export class MigrationError extends Error {}

export type Migration = { version: string; name: string; file: string; sql: string; readonly statements: string[]; checksum: string }

const FILE_NAME = /^(\d+)_(.+)\.sql$/

/** What a checksum does not see: line ends and indentation, and how a program that records statements divides a file. */
export const UNSEEN = ' \t\r\n\f\v;'
const IS_SEEN = Uint8Array.from({ length: 256 }, (_, byte) => (UNSEEN.includes(String.fromCharCode(byte)) ? 0 : 1))

/** In bytes: almost every start only compares checksums, and finding the statements takes ten times as long. */
function checksumOf(bytes: Buffer): string {
  let length = 0
  const seen = Buffer.allocUnsafe(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    seen[length] = byte
    length += IS_SEEN[byte] ?? 0
  }
  return createHash('sha256').update(seen.subarray(0, length)).digest('hex')
}

function readMigration(directory: string, file: string): Migration {
  const [, version, name] = FILE_NAME.exec(file) ?? []
  if (!version || !name) throw new Error(`${file} in ${directory} is not named <version>_<name>.sql`)
  const bytes = readFileSync(path.join(directory, file))
  const sql = bytes.toString()
  let statements: string[] | undefined
  return {
    version,
    name,
    file,
    sql,
    checksum: checksumOf(bytes),
    get statements() {
      return (statements ??= splitStatements(sql))
    },
  }
}

/**
 * In order of their versions. Reads them at once: nothing else is done before, and a hundred small files take four times as long when each is
 * waited for.
 */
export function readMigrations(directory: string): Migration[] {
  const migrations = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readMigration(directory, file))
  const twice = migrations.find(({ version }, place) => migrations[place - 1]?.version === version)
  if (twice) throw new Error(`${directory} has two migrations with version ${twice.version}`)
  return migrations
}

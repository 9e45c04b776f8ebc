import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type MigrationFolder = { directory: string; write(file: string, sql: string): Promise<void>; remove(): Promise<void> }

/** A folder of migrations for one test. */
export async function makeMigrationFolder(files: Record<string, string> = {}): Promise<MigrationFolder> {
  const directory = await mkdtemp(path.join(tmpdir(), 'shringar-migrations-'))
  const write = (file: string, sql: string): Promise<void> => writeFile(path.join(directory, file), sql)
  for (const [file, sql] of Object.entries(files)) await write(file, sql)
  return { directory, write, remove: () => rm(directory, { recursive: true }) }
}

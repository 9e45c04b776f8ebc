/** Writes the parts of a table into the database as they come. */
import { once } from 'node:events'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError, nameOf, type Table } from './format.ts'
import { columnList, quoted } from './tables.ts'

export type TableLoad = {
  write(chunk: Uint8Array): Promise<void>
  end(): Promise<void>
}

const STAGE = 'restored_rows'

async function beginCopy(client: Client, statement: string, name: string): Promise<TableLoad> {
  const stream = client.query(copyFrom(statement))
  const failed = new Promise<never>((_, reject) => stream.once('error', reject))
  failed.catch(() => undefined)
  const refused = (error: unknown): never => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'error'
    throw new BackupError(`The rows of ${name} were refused by the database (${reason}); nothing was restored.`, { cause: error })
  }
  return {
    async write(chunk) {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), failed]).catch(refused)
    },
    async end() {
      stream.end()
      await Promise.race([once(stream, 'finish'), failed]).catch(refused)
    },
  }
}

/**
 * @param types of the columns that the table has here. If it lacks some of the backup's, as the accounts of another service do, the rows
 *   go through a temporary table, and those columns are left out.
 * @param keepStage leaves all rows in the temporary table `restored_rows` and none in the table itself
 */
export async function loadTable(client: Client, table: Table, types: ReadonlyMap<string, string>, keepStage = false): Promise<TableLoad> {
  const shared = table.columns.filter((column) => types.has(column))
  const name = nameOf(table)
  if (shared.length === table.columns.length && !keepStage) {
    return beginCopy(client, `copy ${quoted(client, table)} (${columnList(client, shared)}) from stdin`, name)
  }
  await client.query(`create temporary table ${STAGE} (${table.columns.map((column) => `${client.escapeIdentifier(column)} text`).join(', ')}) on commit drop`)
  const load = await beginCopy(client, `copy pg_temp.${STAGE} from stdin`, name)
  return {
    write: load.write,
    async end() {
      await load.end()
      if (keepStage) return
      const values = shared.map((column) => `${client.escapeIdentifier(column)}::${types.get(column) ?? 'text'}`).join(', ')
      await client.query(`insert into ${quoted(client, table)} (${columnList(client, shared)}) select ${values} from pg_temp.${STAGE}`)
      await client.query(`drop table pg_temp.${STAGE}`)
    },
  }
}

/** Builds the shop's database from supabase/schemas, the current schema, on top of the gateway's own schema. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'

export const SCHEMAS = path.resolve(import.meta.dirname, '../../supabase/schemas')

/** The files in order, as one script. Function bodies may use objects of a later file, so they are not checked while the script runs. */
export async function schemaScript(): Promise<string> {
  const files = (await readdir(SCHEMAS)).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map(async (file) => `-- ${file}\n\n${(await readFile(path.join(SCHEMAS, file), 'utf8')).trim()}\n`))
  return `set check_function_bodies = off;\n\n${texts.join('\n')}\nreset check_function_bodies;\n`
}

export async function applySchemas(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(await schemaScript())
  } finally {
    await client.end()
  }
}

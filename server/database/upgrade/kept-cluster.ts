/** The folder of the former PostgreSQL, which is kept after an upgrade until the owner removes it. */
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'

/** `at`: when, as ISO 8601; `folder`: its name in DATA_DIR; `left`: objects of the owner's own that are only there. */
export type Kept = v.InferOutput<typeof kept>

const kept = v.object({
  from: v.number(),
  to: v.number(),
  // It is removed by this name.
  folder: v.pipe(v.string(), v.regex(/^postgres-\d+(?:-\d+)?$/)),
  at: v.pipe(v.string(), v.isoTimestamp()),
  left: v.array(v.string()),
})

const FILE = 'postgres-upgrade.json'

export async function readKept(dataDir: string): Promise<Kept | undefined> {
  const text = await readFile(path.join(dataDir, FILE), 'utf8').catch(() => 'null')
  const read = v.safeParse(kept, parse(text))
  return read.success && existsSync(path.join(dataDir, read.output.folder)) ? read.output : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // cut off by a full disk; the folder itself is there to be seen
  }
}

export async function writeKept(dataDir: string, present: Kept): Promise<void> {
  await writeFile(path.join(dataDir, FILE), `${JSON.stringify(present, null, 2)}\n`, { mode: 0o600, flush: true })
}

/** Also the programs that were fetched to read it. */
export async function removeKept(dataDir: string, { folder }: Kept): Promise<void> {
  await rm(path.join(dataDir, folder), { recursive: true, force: true })
  await rm(path.join(dataDir, 'postgres-programs'), { recursive: true, force: true })
  await rm(path.join(dataDir, FILE), { force: true })
}

const DAY = 86_400_000
/** Days of business in which a difference would have been noticed. */
export const PROVEN = 14

export const daysSince = ({ at }: Kept, now: Date): number => Math.floor((now.getTime() - Date.parse(at)) / DAY)

/** @returns a sentence once the new database has been in use for long enough */
export function removableSentence(present: Kept, dataDir: string, now: Date): string | undefined {
  if (daysSince(present, now) < PROVEN) return undefined
  return `The former database of PostgreSQL ${present.from} in ${path.join(dataDir, present.folder)} is not used any more: \`npm run upgrade-database -- --remove-old\` removes it.`
}

/** Whether the embedded database is of the major version that this shop brings; if not, it is moved. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { majorOf } from '../postgres-cluster.ts'
import { binaries } from '../postgres-command.ts'
import { readKept, removableSentence, type Kept } from './kept-cluster.ts'

/** Of an older version, or in the middle of being moved. */
async function isToMove(dataDir: string): Promise<boolean> {
  const folder = path.join(dataDir, 'postgres')
  const major = await majorOf(folder)
  return major === undefined ? existsSync(`${folder}.ready`) : major < binaries().major
}

/**
 * @param report gets sentences for the log
 * @throws PostgresError if it cannot be moved: nothing was changed then
 */
export async function bringToPresentVersion(dataDir: string, report: (sentence: string) => void): Promise<void> {
  if (await isToMove(dataDir)) {
    // Loaded only here: it takes memory.
    const { moveCluster } = await import('./move-cluster.ts')
    const kept = await moveCluster({ dataDir, report })
    if (kept) report(movedSentence(kept, dataDir))
    return
  }
  const kept = await readKept(dataDir)
  const sentence = kept && removableSentence(kept, dataDir, new Date())
  if (sentence) report(sentence)
}

export function movedSentence({ from, to, folder, left }: Kept, dataDir: string): string {
  const own = left.length > 0 ? ` Not moved, because no migration makes it: ${left.join(', ')}.` : ''
  return `The database was moved from PostgreSQL ${from} to ${to}; the former one is kept in ${path.join(dataDir, folder)}.${own}`
}

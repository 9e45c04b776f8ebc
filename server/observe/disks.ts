/** The space left where this process keeps its data, for the health page of the back office. */
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Pool } from 'pg'
import type { Log } from '../log/log.ts'

/** Milliseconds; the health page takes what is older than an hour for gone. */
const EVERY = 5 * 60_000

/** Bytes. Space that only root may use is not free. */
export type Disk = { free: number; total: number }

/** Bytes: of a large disk a tenth is plenty (private.problems). */
const ENOUGH = 10 * 1024 ** 3
const roomOn = ({ free, total }: Disk): number => free / Math.max(1, Math.min(total / 10, ENOUGH))

/** The fullest of the disks that hold these folders, measured by what is enough for its size. @throws if a folder does not exist */
export async function fullestDisk(folders: readonly string[], measure = statfs): Promise<Disk> {
  const disks = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, blocks, bsize } = await measure(folder)
      return { free: bavail * bsize, total: blocks * bsize }
    }),
  )
  return disks.reduce((fullest, disk) => (roomOn(disk) < roomOn(fullest) ? disk : fullest))
}

/** The name of this machine as the database takes it. */
export const serverName = (name: string = hostname()): string => name.replace(/[^a-zA-Z0-9._-]/g, '-').slice(0, 64) || 'server'

/** Measures now and every five minutes. @returns ends it */
export function noteDisks(pool: Pick<Pool, 'query'>, folders: readonly string[], log: Log): () => void {
  const note = async (): Promise<void> => {
    const { free, total } = await fullestDisk(folders)
    if (total > 0) await pool.query('select private.note_disk($1, $2, $3)', [serverName(), free, total])
  }
  const tick = (): void => void note().catch((error: unknown) => log('info', 'health: Failed to note the space on the disk', error))
  tick()
  const timer = setInterval(tick, EVERY)
  return () => clearInterval(timer)
}

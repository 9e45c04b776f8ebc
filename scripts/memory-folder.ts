/**
 * A folder in memory for the databases and shops of tests. On ext4 a database that follows a dropped one waits for the file system, which
 * avoids the places of files that were just deleted: in memory the database tests take two thirds of the time, and browser tests that open shops four fifths.
 */
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
const NAME = 'shringar-tests-'
/** Bytes. The database tests need up to 2 GB. */
const ROOM = 6 * 1024 ** 3

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes what runs that were killed have left. */
async function removeLeft(within: string): Promise<void> {
  for (const name of await readdir(within)) {
    const pid = name.startsWith(NAME) ? Number(name.slice(NAME.length)) : Number.NaN
    if (pid > 0 && !isRunning(pid)) await rm(path.join(within, name), { recursive: true, force: true })
  }
}

/**
 * @param within the file system in memory
 * @param room bytes that must be free
 * @returns a new folder, which the caller removes; undefined if there is no such file system or too little memory
 */
export async function memoryFolder(within = MEMORY, room = ROOM): Promise<string | undefined> {
  const size = await statfs(within).catch(() => null)
  if (!size) return undefined
  await removeLeft(within)
  if (Math.min(size.bavail * size.bsize, freemem()) < room) return undefined
  const folder = path.join(within, `${NAME}${process.pid}`)
  await mkdir(folder, { mode: 0o700 })
  return folder
}

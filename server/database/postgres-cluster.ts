/** The files of the embedded PostgreSQL (a cluster), and the password of its owner beside them. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PostgresError, run, type Programs } from './postgres-command.ts'

/** The password of the owner's login, beside the folder. */
export const passwordFileOf = (dataDir: string): string => `${dataDir}.secret`

/** The major version of PostgreSQL that made this folder; undefined if it holds no cluster. */
export async function majorOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(path.join(dataDir, 'PG_VERSION'), 'utf8').catch(() => null)
  return text === null ? undefined : Number.parseInt(text, 10)
}

/**
 * Creates the folder if it is missing.
 *
 * @param prefix the command prefix of `asUnprivileged`
 * @returns the owner's password
 */
export async function openCluster(dataDir: string, prefix: string[], programs: Programs, passwordFile = passwordFileOf(dataDir)): Promise<string> {
  const major = await majorOf(dataDir)
  if (major === undefined) {
    await refuseDamaged(dataDir)
    const made = randomBytes(24).toString('base64url')
    // Before the cluster: one without its password could not be opened again.
    await mkdir(path.dirname(passwordFile), { recursive: true })
    await writeFile(passwordFile, made, { mode: 0o600 })
    await chmod(passwordFile, 0o600)
    await initialise(dataDir, prefix, programs, made)
  } else if (major !== programs.major) throw new PostgresError(otherVersion(dataDir, major, programs.major))
  return readPassword(passwordFile)
}

export async function readPassword(passwordFile: string): Promise<string> {
  const password = (await readFile(passwordFile, 'utf8').catch(() => '')).trim()
  if (!password) throw new PostgresError(`The data folder is damaged: ${passwordFile} is missing, so the database cannot be opened.`)
  return password
}

/** PostgreSQL itself opens no folder of another major version. */
function otherVersion(dataDir: string, major: number, brought: number): string {
  const says = `The database in ${dataDir} is PostgreSQL ${major}'s and this shop brings ${brought}`
  if (major > brought) return `${says}: start the newer version of the shop.`
  return `${says}: start the shop, or run \`npm run upgrade-database\`, which moves it (docs/operate.md#a-new-postgresql).`
}

async function refuseDamaged(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  throw new PostgresError(
    `The data folder ${dataDir} is damaged: it holds no PG_VERSION. Restore it from a backup, or move it away to start with an empty shop.`,
  )
}

/** Makes a new cluster in `dataDir`, which must not exist. */
export async function initialise(dataDir: string, prefix: string[], programs: Programs, password: string): Promise<void> {
  await mkdir(path.dirname(dataDir), { recursive: true })
  // Created under another name and renamed at the end, so that an interrupted initialisation leaves nothing partial.
  const draft = `${dataDir}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const passwordFile = `${draft}.pw`
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (prefix[0] === 'setpriv') {
    spawnSync('chown', ['65534:65534', draft, passwordFile])
  }
  try {
    await run([
      ...prefix,
      programs.initdb,
      '-D',
      draft,
      '-U',
      'postgres',
      `--pwfile=${passwordFile}`,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale-provider=icu',
      '--icu-locale=und',
      '--locale=C',
      '--no-sync',
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, dataDir)
}

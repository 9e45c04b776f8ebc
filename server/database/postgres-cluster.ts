/** The files of the embedded PostgreSQL (a cluster), and the password of its owner beside them. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { binaries, PostgresError, run } from './postgres-command.ts'

/**
 * Creates the folder if it is missing.
 *
 * @param prefix the command prefix of `asUnprivileged`
 * @returns the owner's password
 */
export async function openCluster(dataDir: string, prefix: string[]): Promise<string> {
  const passwordFile = `${dataDir}.secret`
  if (!(await exists(path.join(dataDir, 'PG_VERSION')))) {
    const made = randomBytes(24).toString('base64url')
    await initialise(dataDir, prefix, made)
    await writeFile(passwordFile, made, { mode: 0o600 })
    await chmod(passwordFile, 0o600)
  }
  const password = (await readFile(passwordFile, 'utf8').catch(() => '')).trim()
  if (!password) throw new PostgresError(`The data folder is damaged: ${passwordFile} is missing, so the database cannot be opened.`)
  return password
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function initialise(dataDir: string, prefix: string[], password: string): Promise<void> {
  if (await exists(dataDir)) {
    throw new PostgresError(
      `The data folder ${dataDir} is damaged: it holds no PG_VERSION. Restore it from a backup, or move it away to start with an empty shop.`,
    )
  }
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
      binaries().initdb,
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

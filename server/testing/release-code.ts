/** The code of an earlier release, from the git history of this clone, installed and built by its own scripts. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')

/** The commit whose code made each shop in supabase/tests/releases, by release. */
const COMMITS = path.join(root, 'supabase/tests/releases/commits.json')

export const releaseCommits = async (): Promise<Record<string, string>> => JSON.parse(await readFile(COMMITS, 'utf8')) as Record<string, string>

/** Notes the commit of this folder: the release's own, made after its shop, differs from it only in the version. */
export async function noteReleaseCommit(release: string, folder: string): Promise<void> {
  const { stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: folder })
  await writeFile(COMMITS, `${JSON.stringify({ ...(await releaseCommits()), [release]: stdout.trim() }, null, 2)}\n`)
}

/**
 * Puts the release into this new folder, with its packages and its build.
 *
 * @throws Error with a sentence if the clone does not have its commit
 */
export async function unpackRelease(release: string, folder: string): Promise<void> {
  const commit = (await releaseCommits())[release]
  if (!commit) throw new Error(`${COMMITS} does not name the commit of ${release}.`)
  await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).catch(() => {
    throw new Error(`This clone does not have commit ${commit} of release ${release}: fetch the whole history with \`git fetch --unshallow\`.`)
  })
  await mkdir(folder)
  const archive = `${folder}.tar`
  await run('git', ['archive', '--output', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  await run(process.execPath, ['scripts/start.mjs', '--build-only'], { cwd: folder, maxBuffer: 16 * 1024 * 1024 })
}

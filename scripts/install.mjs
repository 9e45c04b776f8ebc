// Makes sure that node_modules matches package-lock.json. Plain JavaScript without dependencies: it runs before anything is installed, on any Node >= 20 that
// the machine has.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const stamp = path.join(root, 'node_modules', '.shringar-installed')

export function nodePath() {
  return path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(process.platform + process.arch)
    .digest('hex')
}

function installedAs() {
  return existsSync(stamp) && existsSync(nodePath()) ? readFileSync(stamp, 'utf8') : ''
}

/** Runs `npm ci`, with the packages that only the build needs, when the lock file has changed since the last installation, or nothing is installed yet. */
export async function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) {
    console.error(`Shringar needs Node 20 or newer to start npm; this is ${process.versions.node}.`)
    process.exit(1)
  }
  const hash = lockHash()
  if (installedAs() === hash) return
  console.log('Installing packages (once, about a minute) …')
  const began = Date.now()
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const result = spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' })
  if (result.status !== 0 || !existsSync(nodePath())) {
    console.error('The packages could not be installed: see above. Check the network and the free disk space, then try again.')
    process.exit(1)
  }
  writeFileSync(stamp, hash)
  console.log(`Packages installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

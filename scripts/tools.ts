/**
 * Finds tools that the tests and the bench need and npm does not provide: a Chromium, pdftotext, Caddy, PgBouncer and wrk. Reports what it
 * finds and installs missing tools where it may: as root on Debian, unless INSTALL_PACKAGES=0.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

// The headless shell first: without the compositor of a window the same tests take half the time.
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function installFromDebian(packages: string[]): boolean {
  if (process.env.INSTALL_PACKAGES === '0' || !isRoot() || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${packages.join(', ')} from Debian's packages …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'], env }
  if (spawnSync('apt-get', ['update', '-qq'], quiet).status !== 0) return false
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet).status === 0
}

/** Path of a Chromium; throws an error with a sentence if there is none and none can be installed. */
export function findChromium(): string {
  const found = (): string | undefined => process.env.CHROMIUM_PATH ?? SYSTEM.find(existsSync)
  const system = found()
  if (system) {
    console.log(`Browser: ${system}`)
    return system
  }
  const own = chromium.executablePath()
  if (existsSync(own)) {
    console.log("Browser: Playwright's own Chromium")
    return own
  }
  if (installFromDebian(['chromium-headless-shell', 'fonts-noto-core']) || installFromDebian(['chromium', 'fonts-noto-core'])) {
    const installed = found()
    if (installed) {
      console.log(`Browser: ${installed}, just installed`)
      return installed
    }
  }
  throw new Error('No Chromium: install one (Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM_PATH.')
}

/** Makes sure that pdftotext exists, which extracts the text of documents as a PDF reader would; throws an error with a sentence if it cannot be installed. */
export function findPdfToText(): void {
  const there = (): boolean => spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).status === 0
  if (there() || (installFromDebian(['poppler-utils']) && there())) return
  throw new Error('No pdftotext: install poppler (Debian: apt-get install poppler-utils).')
}

/** Unpacks a Debian package below node_modules without installing it: a package of a service would start it on this machine. */
function unpackFromDebian(name: string): string | null {
  if (process.env.INSTALL_PACKAGES === '0' || !existsSync('/usr/bin/apt-get')) return null
  const folder = path.resolve(import.meta.dirname, '../node_modules/.cache/debian', name)
  const ready = path.join(folder, 'usr')
  if (existsSync(ready)) return folder
  console.log(`Unpacking ${name} of Debian's packages …`)
  const part = `${folder}.${process.pid}`
  mkdirSync(part, { recursive: true })
  const quiet = { cwd: part, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  if (isRoot()) spawnSync('apt-get', ['update', '-qq'], quiet)
  const fetched = spawnSync('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', name], quiet).status === 0
  const [archive] = fetched ? readdirSync(part).filter((file) => file.endsWith('.deb')) : []
  const unpacked = archive !== undefined && spawnSync('dpkg-deb', ['-x', archive, '.'], quiet).status === 0
  if (unpacked && !existsSync(ready)) renameSync(part, folder)
  else rmSync(part, { recursive: true, force: true })
  return existsSync(ready) ? folder : null
}

/** Path of Caddy, the proxy of the reference deployment; throws an error with a sentence if there is none and none can be fetched. */
export function findCaddy(): string {
  if (spawnSync('caddy', ['version'], { stdio: 'ignore' }).status === 0) return 'caddy'
  const folder = unpackFromDebian('caddy')
  if (folder) return path.join(folder, 'usr/bin/caddy')
  throw new Error('No Caddy: install it (Debian: apt-get install caddy).')
}

/** A program, and the folders of the libraries that it needs beside those of this machine, as LD_LIBRARY_PATH names them. */
export type Program = { program: string; libraries?: string }

/** The program of a Debian package: the installed one, or an unpacked one with the packages of its libraries; null if there is none. */
function programOf(name: string, folder: 'bin' | 'sbin', asks: string, libraryPackages: string[]): Program | null {
  if (spawnSync(name, [asks], { stdio: 'ignore' }).error === undefined) return { program: name }
  const [own, ...libraries] = [name, ...libraryPackages].map(unpackFromDebian)
  if (!own || libraries.some((found) => found === null)) return null
  const paths = libraries.flatMap((found) => readdirSync(path.join(found ?? '', 'usr/lib')).map((machine) => path.join(found ?? '', 'usr/lib', machine)))
  return { program: path.join(own, 'usr', folder, name), libraries: paths.join(':') }
}

/** PgBouncer; throws an error with a sentence if there is none and none can be fetched. */
export function findPgBouncer(): Program {
  const found = programOf('pgbouncer', 'sbin', '--version', ['libc-ares2', 'libevent-2.1-7'])
  if (!found) throw new Error('No PgBouncer: install it (Debian: apt-get install pgbouncer).')
  return found
}

/** wrk, which loads a server over HTTP; throws an error with a sentence if there is none and none can be fetched. */
export function findWrk(): Program {
  const found = programOf('wrk', 'bin', '--version', ['libluajit-5.1-2'])
  if (!found) throw new Error('No wrk: install it (Debian: apt-get install wrk).')
  return found
}

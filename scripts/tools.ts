/**
 * Finds tools that the tests need and npm does not provide: a Chromium and pdftotext. Reports what it finds and installs missing
 * tools where it may: as root on Debian, unless INSTALL_PACKAGES=0.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
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

/**
 * `npm test`: types, lint, import table, unit, database and gateway tests, the shop in a real browser, then under attack. `npm run
 * test:long` is the same at full size, and an hour of traffic. Arguments select parts or test files: `npm test -- unit gateway`, `npm test --
 * e2e/storefront/cart.spec.ts`. Without a terminal only failures are printed in full.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkParts } from './check-parts.ts'
import { memoryFolder } from './memory-folder.ts'
import { command, root, runParts, single, type Counts, type Part } from './parts.ts'
import { readBrowser, readVitest, type BrowserReport, type VitestReport } from './test-reports.ts'
import { findChromium, findPdfToText } from './tools.ts'

const long = process.argv.includes('--long')
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const files = words.filter((word) => /\.(test|spec)\.tsx?$/.test(word)).map((file) => path.relative(root, path.resolve(process.env.INIT_CWD ?? '', file)))
const reports = await mkdtemp(path.join(tmpdir(), 'shringar-reports-'))
const size = { SHRINGAR_TEST_SIZE: long ? 'long' : 'short' }
const seen = process.stdout.isTTY

/** The part that runs a test file. */
function partOf(file: string): string {
  if (file.startsWith('e2e/hostile/')) return 'hostile'
  if (file.startsWith('e2e/traffic/')) return 'traffic'
  if (file.startsWith('e2e/')) return 'browser'
  if (/^(gateway|postgres)\//.test(file)) return 'gateway'
  return file.startsWith('supabase/tests/') || file.includes('.db.test.') ? 'database' : 'unit'
}

const wanted = [...words.filter((word) => !/\.(test|spec)\.tsx?$/.test(word)), ...files.map(partOf)]
const filesOf = (part: string): string[] => files.filter((file) => partOf(file) === part)

/** A command may fail although no test did, by an error between them. */
const ended = (counts: Counts, code: number): Counts => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)

/** The parts that print figures, which the minimal reporter leaves out when a test passes. */
const MEASURING = ['traffic', 'hostile']

/** The parts that create databases. */
const WITH_DATABASES = ['gateway', 'database', 'browser']

/** Runs the command of a part, with its databases in memory if there is room. */
async function partCommand(part: string, words: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const folder = WITH_DATABASES.includes(part) ? await memoryFolder() : undefined
  try {
    return await command(words, folder === undefined ? env : { ...env, TMPDIR: folder })
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
}

function vitest(project: string): Part {
  return {
    name: project,
    async run() {
      findPdfToText()
      const report = path.join(reports, `${project}.json`)
      const reporter = seen ? 'dot' : MEASURING.includes(project) ? 'default' : 'minimal'
      const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${report}`]
      const code = await partCommand(project, ['vitest', 'run', '--project', project, ...reporters, ...filesOf(project)], size)
      return ended(readVitest(JSON.parse(await readFile(report, 'utf8')) as VitestReport), code)
    },
  }
}

const browser: Part = {
  name: 'browser',
  async run(): Promise<Counts> {
    findPdfToText()
    if ((await command(['node', 'scripts/start.mjs', '--build-only'])) !== 0) return { passed: 0, failed: 1 }
    const report = path.join(reports, 'browser.json')
    const reporters = `--reporter=${seen ? 'list' : 'dot'},json`
    const code = await partCommand('browser', ['playwright', 'test', '--config', 'e2e/playwright.config.ts', reporters, ...filesOf('browser')], {
      ...size,
      CHROMIUM_PATH: findChromium(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    })
    return ended(readBrowser(JSON.parse(await readFile(report, 'utf8')) as BrowserReport), code)
  },
}

/** `check` uses the stored verdicts; the long run analyses every regular expression again. */
const analysedAgain = long ? [single('regexes analysed again', ['node', 'scripts/regex/check.ts', '--all'])] : []
// The attack comes last: it needs the app that the browser part has built, and loads the machine more than any other part.
const parts = [...checkParts, ...analysedAgain, vitest('unit'), vitest('gateway'), vitest('database'), browser, vitest('traffic'), vitest('hostile')]
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part or test file ${unknown.join(', ')}; the parts are ${parts.map((part) => part.name).join(', ')}.`)
  process.exit(2)
}
process.chdir(root)
try {
  await runParts(parts.filter(({ name }) => (wanted.length > 0 ? wanted.includes(name) : long || name !== 'traffic')))
} finally {
  await rm(reports, { recursive: true, force: true })
}

/**
 * `npm test`: types, lint, import table, unit, database and gateway tests, the shop in a real browser, then under attack. `npm run
 * test:long` is the same at full size. Arguments select parts or test files: `npm test -- unit gateway`, `npm test --
 * e2e/storefront/cart.spec.ts`. Without a terminal only failures are printed in full.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { checkParts } from './check-parts.ts'
import { command, root, runParts, single, type Counts, type Part } from './parts.ts'
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
  if (file.startsWith('e2e/')) return 'browser'
  if (/^(gateway|postgres)\//.test(file)) return 'gateway'
  return file.startsWith('supabase/tests/') || file.includes('.db.test.') ? 'database' : 'unit'
}

const wanted = [...words.filter((word) => !/\.(test|spec)\.tsx?$/.test(word)), ...files.map(partOf)]
const filesOf = (part: string): string[] => files.filter((file) => partOf(file) === part)

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; message: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

/** The first lines of an error, indented, without colours: a log of CI is often cut, and its end is what remains. */
function why(message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  return lines
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => `\n      ${line.slice(0, 300)}`)
    .join('')
}

function vitest(project: string): Part {
  return {
    name: project,
    async run() {
      findPdfToText()
      const report = path.join(reports, `${project}.json`)
      const reporters = [`--reporter=${seen ? 'dot' : 'minimal'}`, '--reporter=json', `--outputFile.json=${report}`]
      const code = await command(['vitest', 'run', '--project', project, ...reporters, ...filesOf(project)], size)
      const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as VitestReport
      const failures = testResults
        .filter(({ status }) => status === 'failed')
        .flatMap(({ name, message, assertionResults }) => {
          const failed = assertionResults
            .filter(({ status }) => status === 'failed')
            .map(({ fullName, failureMessages }) => ` › ${fullName}${why(failureMessages[0])}`)
          return (failed.length > 0 ? failed : [why(message)]).map((test) => path.relative(root, name) + test)
        })
      return { passed: numPassedTests, failed: numFailedTests + (numFailedTests === 0 && code !== 0 ? 1 : 0), failures }
    },
  }
}

type BrowserSpec = { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }
type BrowserSuite = { title: string; file: string; suites?: BrowserSuite[]; specs: BrowserSpec[] }
type BrowserReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: BrowserSuite[] }

function browserFailures({ title, file, suites = [], specs }: BrowserSuite): string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
  const within = title === file ? '' : `${title} › `
  const reason = ({ tests }: BrowserSpec) => why(tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))[0])
  return [...failed.map((spec) => `e2e/${file} › ${within}${spec.title}${reason(spec)}`), ...suites.flatMap(browserFailures)]
}

const browser: Part = {
  name: 'browser',
  async run(): Promise<Counts> {
    if ((await command(['node', 'scripts/start.mjs', '--build-only'])) !== 0) return { passed: 0, failed: 1 }
    const report = path.join(reports, 'browser.json')
    const reporters = `--reporter=${seen ? 'list' : 'dot'},json`
    const code = await command(['playwright', 'test', '--config', 'e2e/playwright.config.ts', reporters, ...filesOf('browser')], {
      ...size,
      CHROMIUM_PATH: findChromium(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    })
    const { stats, suites } = JSON.parse(await readFile(report, 'utf8')) as BrowserReport
    const failed = stats.unexpected + stats.flaky
    return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed, failures: suites.flatMap(browserFailures) }
  },
}

/** `check` uses the stored verdicts; the long run analyses every regular expression again. */
const analysedAgain = long ? [single('regexes analysed again', ['node', 'scripts/regex/check.ts', '--all'])] : []
// The attack comes last: it needs the app that the browser part has built, and loads the machine more than any other part.
const parts = [...checkParts, ...analysedAgain, vitest('unit'), vitest('gateway'), vitest('database'), browser, vitest('hostile')]
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part or test file ${unknown.join(', ')}; the parts are ${parts.map((part) => part.name).join(', ')}.`)
  process.exit(2)
}
process.chdir(root)
try {
  await runParts(wanted.length > 0 ? parts.filter((part) => wanted.includes(part.name)) : parts)
} finally {
  await rm(reports, { recursive: true, force: true })
}

/**
 * `npm test`: types, lint, import table, unit, database and gateway tests, the shop in a real browser, then under attack.
 * `npm run test:long` is the same at full sizes. Arguments choose parts: `npm test -- unit gateway`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkParts } from './check-parts.ts'
import { command, root, runParts, single, type Counts, type Part } from './parts.ts'
import { findChromium, findPdfToText } from './tools.ts'

const long = process.argv.includes('--long')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const reports = await mkdtemp(path.join(tmpdir(), 'shringar-reports-'))
const size = { SHRINGAR_TEST_SIZE: long ? 'long' : 'short' }

function vitest(project: string): Part {
  return {
    name: project,
    async run() {
      findPdfToText()
      const report = path.join(reports, `${project}.json`)
      const code = await command(['vitest', 'run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], size)
      const counts = JSON.parse(await readFile(report, 'utf8')) as { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }
      const failed = counts.numFailedTests + (counts.numFailedTests === 0 && code !== 0 ? 1 : 0)
      return { passed: counts.numPassedTests, failed }
    },
  }
}

const browser: Part = {
  name: 'browser',
  async run(): Promise<Counts> {
    if ((await command(['node', 'scripts/start.mjs', '--build-only'])) !== 0) return { passed: 0, failed: 1 }
    const report = path.join(reports, 'browser.json')
    const code = await command(['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
      ...size,
      CHROMIUM_PATH: findChromium(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    })
    const { stats } = JSON.parse(await readFile(report, 'utf8')) as { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
    const failed = stats.unexpected + stats.flaky
    return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed }
  },
}

/** `check` trusts the verdicts that are kept; the long run judges every regular expression again. */
const judgedAgain = long ? [single('regexes judged again', ['node', 'scripts/regex/check.ts', '--all'])] : []
// The attack comes last: it needs the app that the browser's part has built, and loads the machine as nothing else does.
const parts = [...checkParts, ...judgedAgain, vitest('unit'), vitest('gateway'), vitest('database'), browser, vitest('hostile')]
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${parts.map((part) => part.name).join(', ')}.`)
  process.exit(2)
}
process.chdir(root)
try {
  await runParts(wanted.length > 0 ? parts.filter((part) => wanted.includes(part.name)) : parts)
} finally {
  await rm(reports, { recursive: true, force: true })
}

/** Reads the JSON reports of vitest and Playwright: what passed, what failed and why, and which files took longest. */
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root, type Counts } from './parts.ts'

export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    /** Milliseconds since 1970. */
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type BrowserSpec = { title: string; tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[] }
type BrowserSuite = { title: string; file: string; suites?: BrowserSuite[]; specs: BrowserSpec[] }
export type BrowserReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: BrowserSuite[] }

const SLOWEST = 8

/** The first lines of an error, indented, without colours: a log of CI is often cut, and its end is what remains. */
function why(message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  return lines
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => `\n      ${line.slice(0, 300)}`)
    .join('')
}

/** @param files names and milliseconds */
function slowest(files: [file: string, time: number][]): string {
  const first = files.toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST)
  return first.map(([file, time]) => `${file} ${Math.round(time / 1000)} s`).join(', ')
}

export function readVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Counts {
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ` › ${fullName}${why(failureMessages[0])}`)
      return (failed.length > 0 ? failed : [why(message)]).map((test) => path.relative(root, name) + test)
    })
  const times = testResults.map(({ name, startTime, endTime }): [string, number] => [path.relative(root, name), endTime - startTime])
  return { passed: numPassedTests, failed: numFailedTests, failures, slowest: slowest(times) }
}

function failuresOf({ title, file, suites = [], specs }: BrowserSuite): string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
  const within = title === file ? '' : `${title} › `
  const reason = ({ tests }: BrowserSpec) => why(tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))[0])
  return [...failed.map((spec) => `e2e/${file} › ${within}${spec.title}${reason(spec)}`), ...suites.flatMap(failuresOf)]
}

function timeOf({ suites = [], specs }: BrowserSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  return [...own, ...suites.map(timeOf)].reduce((sum, time) => sum + time, 0)
}

export function readBrowser({ stats, suites }: BrowserReport): Counts {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: suites.flatMap(failuresOf),
    slowest: slowest(suites.map((suite) => [`e2e/${suite.file}`, timeOf(suite)])),
  }
}

import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './parts.ts'
import { readBrowser, readVitest } from './test-reports.ts'

const file = (name: string): string => path.join(root, name)
const passed = { status: 'passed', message: '', startTime: 0, assertionResults: [] }

test('a failed test is named with the first lines of its error, without colours and stack', () => {
  const failed = { fullName: 'a › is one', status: 'failed', failureMessages: ['\u001B[31mexpected 2\u001B[39m\n\n  to be 1\n    at file:1'] }
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [{ ...passed, name: file('a.test.ts'), status: 'failed', endTime: 1, assertionResults: [failed] }],
  }
  expect(readVitest(report)).toMatchObject({ passed: 1, failed: 1, failures: ['a.test.ts › a › is one\n      expected 2\n        to be 1'] })
})

test('a file that cannot be run is named with what it said', () => {
  const report = {
    numPassedTests: 0,
    numFailedTests: 0,
    testResults: [{ ...passed, name: file('a.test.ts'), status: 'failed', message: 'no module b', endTime: 1 }],
  }
  expect(readVitest(report).failures).toEqual(['a.test.ts\n      no module b'])
})

test('the eight slowest files are named, slowest first', () => {
  const testResults = Array.from({ length: 10 }, (_, n) => ({ ...passed, name: file(`${n}.test.ts`), endTime: n * 1000 }))
  const { slowest } = readVitest({ numPassedTests: 10, numFailedTests: 0, testResults })
  expect(slowest).toBe('9.test.ts 9 s, 8.test.ts 8 s, 7.test.ts 7 s, 6.test.ts 6 s, 5.test.ts 5 s, 4.test.ts 4 s, 3.test.ts 3 s, 2.test.ts 2 s')
})

test('a browser test that fails in a group is named with the group, and its file has the time of all its tests', () => {
  const spec = (title: string, status: string, message?: string) => ({ title, tests: [{ status, results: [{ duration: 2000, error: { message } }] }] })
  const group = { title: 'on a phone', file: 'a.spec.ts', specs: [spec('opens', 'unexpected', 'no button'), spec('closes', 'expected')] }
  const report = {
    stats: { expected: 2, unexpected: 1, flaky: 0 },
    suites: [{ title: 'a.spec.ts', file: 'a.spec.ts', specs: [spec('shows', 'expected')], suites: [group] }],
  }
  expect(readBrowser(report)).toEqual({
    passed: 2,
    failed: 1,
    failures: ['e2e/a.spec.ts › on a phone › opens\n      no button'],
    slowest: 'e2e/a.spec.ts 6 s',
  })
})

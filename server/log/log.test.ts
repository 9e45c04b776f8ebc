import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withRequest } from '#postgres/request-context.ts'
import { createLog, type LogLevel } from './log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function written(least: LogLevel): { lines: string[]; log: ReturnType<typeof createLog> } {
  const lines: string[] = []
  return { lines, log: createLog(least, (line) => void lines.push(line)) }
}

test('an entry is one line of JSON, with any content', () => {
  const { lines, log } = written('info')
  log('warn', 'two\nlines', { order: 'a\nb' })
  log('info', 'nothing more')
  expect(lines.map((line) => line.split('\n').length)).toEqual([2, 2])
  expect(JSON.parse(lines[0] ?? '')).toEqual({ time: expect.any(String), level: 'warn', message: 'two\nlines', data: { order: 'a\nb' } })
  expect(JSON.parse(lines[1] ?? '')).not.toHaveProperty('data')
})

test('entries below the configured level are omitted', () => {
  const { lines, log } = written('warn')
  for (const level of ['info', 'warn', 'error'] as const) log(level, level)
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['warn', 'error'])
})

test('an error is reduced to name, message and code: a database error contains its connection', () => {
  const { lines, log } = written('info')
  log('error', 'failed', Object.assign(new Error('no such table'), { code: '42P01', client: { password: 'secret' } }))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ data: { name: 'Error', message: 'no such table', code: '42P01' } })
  expect(lines[0]).not.toContain('secret')
})

test('identical entries within a second are counted in one line', () => {
  const { lines, log } = written('warn')
  const fail = (): void => log('error', 'a request failed', new TypeError('no such thing'))
  for (let count = 0; count < 1000; count += 1) fail()
  log('error', 'a request failed', new TypeError('another'))
  expect(lines).toHaveLength(2)
  vi.advanceTimersByTime(1000)
  expect(lines).toHaveLength(3)
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ message: 'a request failed', data: { message: 'no such thing' }, count: 999 })
  vi.advanceTimersByTime(1000)
  fail()
  expect(lines).toHaveLength(4)
  expect(JSON.parse(lines[3] ?? '')).not.toHaveProperty('count')
})

test('while the database is unavailable there is one line per second without a stack, for any number of failures', () => {
  const { lines, log } = written('warn')
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  for (let second = 0; second < 3; second += 1) {
    for (let request = 0; request < 100; request += 1) {
      log('error', `auth: POST /token ${request} failed`, refused)
      log('error', 'rest: PGRST000', { method: 'GET', path: `/products/${request}`, error: refused })
      log('warn', 'Failed to cancel unpaid orders', new Error('Connection terminated unexpectedly'))
    }
    vi.advanceTimersByTime(1000)
  }
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ level: 'error', message: 'database: Failed to connect' })
    expect(line).not.toContain('    at ')
  }
  expect(lines.slice(1).map((line) => (JSON.parse(line) as { count: number }).count)).toEqual([299, 300, 300])
})

test('an entry has the id of the request that caused it', () => {
  const { lines, log } = written('info')
  withRequest('request-1', () => log('info', 'one'))
  log('info', 'two')
  expect(lines.map((line) => (JSON.parse(line) as { request?: string }).request)).toEqual(['request-1', undefined])
})

const read = (lines: string[]) => lines.map((line) => JSON.parse(line) as { level: string; message: string; data?: { count?: number } })

test('a flood of different warnings writes a few lines a second, and how many were left out', () => {
  const { lines, log } = written('warn')
  for (let count = 0; count < 5000; count += 1) log('warn', `Page not found /${count}`)
  expect(lines).toHaveLength(10)
  vi.advanceTimersByTime(1000)
  log('warn', 'another')
  expect(read(lines.slice(10))).toMatchObject([{ level: 'warn', message: 'log: Lines left out', data: { count: 4990 } }, { message: 'another' }])
})

test('warnings that are repeated count too', () => {
  const { lines, log } = written('warn')
  for (let second = 0; second < 10; second += 1) {
    for (let count = 0; count < 400; count += 1) for (let twice = 0; twice < 2; twice += 1) log('warn', `Page not found /${count}`)
    vi.advanceTimersByTime(1000)
  }
  // Ten a second, and what was left out of the second before.
  expect(lines.length).toBeLessThanOrEqual(11 * 11)
})

test('an error is written during a flood of warnings', () => {
  const { lines, log } = written('warn')
  for (let count = 0; count < 5000; count += 1) log('warn', `Page not found /${count}`)
  log('error', 'http: Failed to render a page', new TypeError('no such thing'))
  expect(read(lines).at(-1)).toMatchObject({ level: 'error', message: 'http: Failed to render a page' })
})

test('long texts are cut, and what begins with the same text is the same entry', () => {
  const { lines, log } = written('info')
  const path = `/${'a'.repeat(16_000)}`
  log('warn', `Page not found ${path}`)
  log('warn', `Page not found ${path}b`.slice(0, -1))
  log('warn', 'Malformed', { path })
  log('error', 'failed', new Error(path))
  log('error', 'many', { list: Array.from({ length: 5000 }, (_, one) => `place ${one}`) })
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(line.length).toBeLessThan(5000)
  expect(read(lines)[0]?.message).toMatch(/^Page not found \/a{900,}…$/)
  // Where it was thrown is not cut off with the message.
  expect(lines[2]).toContain('log.test.ts')
})

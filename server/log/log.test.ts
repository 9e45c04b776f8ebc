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

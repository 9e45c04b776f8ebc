import { expect, test } from 'vitest'
import { createLog, type LogLevel } from './log.ts'

function written(least: LogLevel): { lines: string[]; log: ReturnType<typeof createLog> } {
  const lines: string[] = []
  return { lines, log: createLog(least, (line) => void lines.push(line)) }
}

test('an entry is one line of JSON, whatever it holds', () => {
  const { lines, log } = written('info')
  log('warn', 'two\nlines', { order: 'a\nb' })
  log('info', 'nothing more')
  expect(lines.map((line) => line.split('\n').length)).toEqual([2, 2])
  expect(JSON.parse(lines[0] ?? '')).toEqual({ time: expect.any(String), level: 'warn', message: 'two\nlines', data: { order: 'a\nb' } })
  expect(JSON.parse(lines[1] ?? '')).not.toHaveProperty('data')
})

test('entries below the wanted level are left out', () => {
  const { lines, log } = written('warn')
  for (const level of ['info', 'warn', 'error'] as const) log(level, level)
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['warn', 'error'])
})

test('an error shows what it is, not what it carries: a database error holds its connection', () => {
  const { lines, log } = written('info')
  log('error', 'failed', Object.assign(new Error('no such table'), { code: '42P01', client: { password: 'secret' } }))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ data: { name: 'Error', message: 'no such table', code: '42P01' } })
  expect(lines[0]).not.toContain('secret')
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { logConsole } from './console-log.ts'
import { createLog } from './log.ts'

function printed(): { lines: string[] } {
  vi.useFakeTimers()
  const lines: string[] = []
  const undo = logConsole(createLog('warn', (line) => void lines.push(line)))
  onTestFinished(() => {
    undo()
    vi.useRealTimers()
  })
  return { lines }
}

test('console output of a page is a log entry: strings as its message, the rest as its data', () => {
  const { lines } = printed()
  console.warn('Page not found', '/no/such/page')
  console.error('The listing could not be loaded', new TypeError('no such thing'))
  console.error(new RangeError('too far'))
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'warn', message: 'Page not found /no/such/page' },
    { level: 'error', message: 'The listing could not be loaded', data: { message: 'no such thing', stack: expect.any(String) } },
    { level: 'error', message: 'RangeError', data: { message: 'too far' } },
  ])
})

test('reads that fail while the database is unavailable are part of that one line per second', () => {
  const { lines } = printed()
  const answer = { code: 'PGRST000', message: 'Database connection error. Retrying the connection.', details: null, hint: null }
  for (let page = 0; page < 100; page += 1) {
    console.error('Read failed', 503, answer)
    console.error('The listing could not be loaded', Object.assign(new Error(answer.message), { code: 'PGRST000', status: 503 }))
  }
  vi.advanceTimersByTime(1000)
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ message: 'database: Failed to connect', count: 199 })
})

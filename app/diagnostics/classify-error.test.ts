import { describe, expect, test } from 'vitest'
import type { PageError } from '../data/api/report.ts'
import { classifyError } from './classify-error.ts'

const LONG = 'a message that is a good deal longer than the fifty characters a toast may show'

const errorEvent = (parts: Record<string, unknown>) =>
  Object.assign(new Event('error'), { filename: '', lineno: 1, colno: 2, message: '', error: null, ...parts }) as PageError
const rejection = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason }) as PageError
const toastOf = (report: PageError, alone = false) => {
  const { show } = classifyError(report, alone)
  return show?.as === 'logged' ? `logged: ${show.message}` : (show?.title ?? null)
}

describe('what the user sees', () => {
  test('an error of a script: the whole message', () => {
    const error = new Error(LONG)
    expect(toastOf(errorEvent({ error, message: `Uncaught Error: ${LONG}` }))).toBe(`Unhandled error: ${LONG}`)
    expect(toastOf(errorEvent({ message: 'Uncaught boom', error: 'boom' }))).toBe('Unhandled error: boom')
  })

  test('an uncaught promise: its first 50 characters', () => {
    expect(toastOf(rejection(new Error(LONG)))).toBe(`Promise error: ${LONG.slice(0, 50)}`)
    expect(toastOf(rejection('no reason given'))).toBe('Promise error: no reason given')
    expect(toastOf(rejection({ code: 7 }))).toBe('Promise error: {"code":7}')
  })

  test('a report of the app, as a logged error', () => {
    expect(toastOf({ source: 'read', error: new Error(LONG) })).toBe(`logged: ${LONG}`)
  })
})

describe('what is only logged', () => {
  test.each<[string, PageError]>([
    ['a script of another origin', errorEvent({ message: 'Script error.' })],
    ['an observer cut short', errorEvent({ message: 'ResizeObserver loop completed with undelivered notifications.' })],
    ['an extension', errorEvent({ message: 'Uncaught Error: x', error: new Error('x'), filename: 'chrome-extension://abc/content.js' })],
    ['a request that was called off', rejection(new DOMException('The user aborted a request.', 'AbortError'))],
    ['a rejection without a reason', rejection(undefined)],
    ['quiet work', { source: 'notifications', error: new Error('x'), quiet: true }],
  ])('%s', (_case, report) => {
    const classified = classifyError(report, false)
    expect(classified.show).toBeNull()
    expect(classified.message).not.toBe('')
  })

  test('network failures while the device is offline', () => {
    expect(toastOf(rejection(new TypeError('Failed to fetch')), true)).toBeNull()
    expect(toastOf({ source: 'read', error: new TypeError('Failed to fetch') }, true)).toBeNull()
    expect(toastOf(rejection(new TypeError('Failed to fetch')), false)).toBe('Promise error: Failed to fetch')
  })
})

import * as say from '#words/diagnostics.ts'
import type { PageError } from '../data/api/report.ts'
import type { LogLevel } from './log.ts'

/** What an error becomes: an entry of the log, and perhaps a toast. */
export type ClassifiedError = {
  level: LogLevel
  source: string
  message: string
  data?: unknown
  error: unknown
  show: { as: 'error'; title: string } | { as: 'logged'; message: string } | null
}

/** @param alone a toast would not help now: the device is offline (the banner says so) or the user is leaving the page */
export function classifyError(report: PageError, alone: boolean): ClassifiedError {
  if ('source' in report && !(report instanceof Event)) {
    const message = messageOf(report.error)
    const shown = report.quiet !== true && !alone && !isAborted(report.error)
    return {
      level: report.quiet ? 'warn' : 'error',
      source: report.source,
      message,
      data: report.data,
      error: report.error,
      show: shown ? { as: 'logged', message } : null,
    }
  }
  if ('reason' in report) {
    const { reason } = report as PromiseRejectionEvent
    const message = messageOf(reason)
    if (reason === undefined || reason === null || isAborted(reason)) return { level: 'debug', source: 'promise', message, error: reason, show: null }
    return {
      level: 'error',
      source: 'promise',
      message,
      error: reason,
      show: alone ? null : { as: 'error', title: say.promiseError([...message].slice(0, 50).join('')) },
    }
  }
  const { error, message: text, filename, lineno, colno } = report as ErrorEvent
  const from = filename ? { at: `${filename}:${lineno}:${colno}` } : undefined
  const message = error === undefined || error === null ? text || 'a script could not be loaded' : messageOf(error)
  if (isForeign(text ?? '', error, filename ?? '') || isAborted(error)) return { level: 'debug', source: 'window', message, data: from, error, show: null }
  return { level: 'error', source: 'window', message, data: from, error, show: { as: 'error', title: say.unhandledError(message) } }
}

const OBSERVER_CUT_SHORT = /^ResizeObserver loop/i

/** Not the shop's own, or nothing that anyone could fix: scripts of other origins, extensions, and the browser's message about interrupted resize observers. */
function isForeign(text: string, error: unknown, filename: string): boolean {
  return OBSERVER_CUT_SHORT.test(text) || ((error === undefined || error === null) && /^Script error\.?$/.test(text)) || /-extension:\/\//.test(filename)
}

/** An aborted request, usually because of a navigation. */
function isAborted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
}

function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' && error.message !== '') return error.message
  try {
    return typeof error === 'object' ? JSON.stringify(error) : String(error)
  } catch {
    return Object.prototype.toString.call(error)
  }
}

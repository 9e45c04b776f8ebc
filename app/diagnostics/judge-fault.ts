import * as say from '#words/diagnostics.ts'
import type { Fault } from '../data/api/report.ts'
import type { LogLevel } from './log.ts'

/** What an error becomes: an entry of the log, and perhaps a toast. */
export type Judged = {
  level: LogLevel
  source: string
  message: string
  data?: unknown
  error: unknown
  tell: { as: 'fault'; title: string } | { as: 'logged'; message: string } | null
}

/** @param alone a toast would not help now: the device is offline (the banner says so) or the user is leaving the page */
export function judgeFault(fault: Fault, alone: boolean): Judged {
  if ('source' in fault && !(fault instanceof Event)) {
    const message = messageOf(fault.error)
    const told = fault.quiet !== true && !alone && !isAborted(fault.error)
    return {
      level: fault.quiet ? 'warn' : 'error',
      source: fault.source,
      message,
      data: fault.data,
      error: fault.error,
      tell: told ? { as: 'logged', message } : null,
    }
  }
  if ('reason' in fault) {
    const { reason } = fault as PromiseRejectionEvent
    const message = messageOf(reason)
    if (reason === undefined || reason === null || isAborted(reason)) return { level: 'debug', source: 'promise', message, error: reason, tell: null }
    return {
      level: 'error',
      source: 'promise',
      message,
      error: reason,
      tell: alone ? null : { as: 'fault', title: say.promiseError([...message].slice(0, 50).join('')) },
    }
  }
  const { error, message: text, filename, lineno, colno } = fault as ErrorEvent
  const from = filename ? { at: `${filename}:${lineno}:${colno}` } : undefined
  const message = error === undefined || error === null ? text || 'a script could not be loaded' : messageOf(error)
  if (isForeign(text ?? '', error, filename ?? '') || isAborted(error)) return { level: 'debug', source: 'window', message, data: from, error, tell: null }
  return { level: 'error', source: 'window', message, data: from, error, tell: { as: 'fault', title: say.unhandledError(message) } }
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

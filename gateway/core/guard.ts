type ErrorLog = (entry: { level: 'error'; message: string; data?: unknown }) => void

/**
 * Wraps a function: an error is logged as `${what} failed`, and `onError` cleans up. Listeners and timers have no caller to
 * handle their errors, which would be uncaught exceptions (docs/decisions/0030-uncaught-exceptions.md).
 */
export function guarded<Args extends unknown[]>(log: ErrorLog, what: string, work: (...args: Args) => void, onError?: () => void): (...args: Args) => void {
  return (...args) => {
    try {
      work(...args)
    } catch (error) {
      log({ level: 'error', message: `${what} failed`, data: error })
      onError?.()
    }
  }
}

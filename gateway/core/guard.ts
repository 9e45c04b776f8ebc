type ErrorLog = (entry: { level: 'error'; message: string; data?: unknown }) => void

/**
 * The same function; what it throws is logged, and `onError` cleans up. Listeners and timers have no caller to pass an error
 * to: what they throw would be an uncaught exception (docs/decisions/0030-uncaught-exceptions.md).
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

/** What diagnostics tell: toasts of failures (specification section 8) and the panel behind '?debug'. */

// judge-fault
export const unhandledError = (message: string) => `Unhandled error: ${message}`
/** `message`: its first 50 characters. */
export const promiseError = (message: string) => `Promise error: ${message}`

/** What the server logs of errors that the router met. */
import { isRouteErrorResponse } from 'react-router'

/**
 * As the router does by itself, but for what a visitor asked wrongly: each POST to a page would be an error with a stack, of an address
 * that the visitor chose, and the request log has its status.
 */
export function logError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return
  if (!isRouteErrorResponse(error)) return console.error(error)
  if (error.status >= 500) console.error('error' in error && error.error ? error.error : error)
}

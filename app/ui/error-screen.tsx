import { isRouteErrorResponse } from 'react-router'
import * as say from '#words/ui.ts'
import { ErrorPanel } from './error-panel.tsx'

/** A whole screen failed. 'Try again' reloads: the visitor's address, with its filters, is kept. */
export function ErrorScreen({ error, status }: { error: unknown; status: number }) {
  const cause = isRouteErrorResponse(error) ? new Error(`${error.status} ${error.statusText}`) : error
  return (
    <ErrorPanel title={status === 503 ? say.shopRests : say.pageFailed} text={say.nothingLostText} error={cause} onRetry={() => window.location.reload()} />
  )
}

import { isRouteErrorResponse } from 'react-router'
import { ErrorPanel } from './error-panel.tsx'

/** A whole screen failed. 'Try again' reloads: the visitor's address, with its filters, is kept. */
export function ErrorScreen({ error, status }: { error: unknown; status: number }) {
  const cause = isRouteErrorResponse(error) ? new Error(`${error.status} ${error.statusText}`) : error
  return (
    <ErrorPanel
      title={status === 503 ? 'The shop is resting for a moment.' : 'This page could not be shown.'}
      text="Your cart and your address are kept. Please try again in a moment."
      error={cause}
      onRetry={() => window.location.reload()}
    />
  )
}

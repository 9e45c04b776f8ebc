import { isRouteErrorResponse, useMatches, useRevalidator } from 'react-router'
import * as say from '#words/ui.ts'
import { ErrorPanel } from './error-panel.tsx'
import { useWhenBackOnline } from '../hooks/use-when-back-online.ts'
import { reloadPage } from './reload-page.ts'

/**
 * Shown when a whole screen fails. 'Try again' reloads the page, which keeps the visitor's address with its filters. Offline, a reload would end on the
 * browser's own error page, so the missing data is fetched again instead, automatically once the connection is back. A route defines its own failure text in
 * its `handle`.
 */
export function ErrorScreen({ error, status }: { error: unknown; status: number }) {
  const { revalidate } = useRevalidator()
  const handle = useMatches().at(-1)?.handle as { failed?: string } | undefined
  // The messages of the browsers: "Failed to fetch", "NetworkError when attempting to fetch resource", "Load failed".
  const lost = error instanceof TypeError && /fetch|Load failed/.test(error.message)
  const code = lost && error.message.includes('import')
  const offline = lost && !navigator.onLine
  const cause = isRouteErrorResponse(error) ? new Error(`${error.status} ${error.statusText}`) : error
  // The router never requests the code of a screen twice; a reload does, once there is a connection.
  const again = () => {
    if (!lost || (code && navigator.onLine)) reloadPage()
    else if (!code) void revalidate()
  }
  useWhenBackOnline(lost, again)
  return (
    <ErrorPanel
      title={offline ? say.offline : ((code ? null : handle?.failed) ?? (status === 503 ? say.shopRests : say.pageFailed))}
      text={offline ? say.offlineText : say.nothingLostText}
      error={cause}
      onRetry={again}
    />
  )
}

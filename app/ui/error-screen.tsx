import { isRouteErrorResponse, useMatches, useRevalidator } from 'react-router'
import * as say from '#words/ui.ts'
import { ErrorPanel } from './error-panel.tsx'
import { useWhenBackOnline } from './use-when-back-online.ts'
import { reloadPage } from './reload-page.ts'

/**
 * A whole screen failed. 'Try again' reloads: the visitor's address, with its filters, is kept. Without a line a reload
 * would end on the browser's own error page, so what is missing is fetched again, by itself as soon as the line is back.
 * A route names its own failure in its `handle`.
 */
export function ErrorScreen({ error, status }: { error: unknown; status: number }) {
  const { revalidate } = useRevalidator()
  const handle = useMatches().at(-1)?.handle as { failed?: string } | undefined
  // The browsers' words: "Failed to fetch", "NetworkError when attempting to fetch resource", "Load failed".
  const lost = error instanceof TypeError && /fetch|Load failed/.test(error.message)
  const code = lost && error.message.includes('import')
  const offline = lost && !navigator.onLine
  const cause = isRouteErrorResponse(error) ? new Error(`${error.status} ${error.statusText}`) : error
  // The router never asks twice for the code of a screen; a reload does, once there is a line.
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

import { lazy, Suspense } from 'react'
import * as say from '#words/ui.ts'
import { loadWithFirstAction } from '../first-action.ts'
import { reloadPage } from './reload-page.ts'

const load = async () => ({ default: (await import('./error-screen.tsx')).ErrorScreen })
const ErrorScreen = lazy(() => load().catch(() => ({ default: PlainError })))
loadWithFirstAction(load)

/** The error screen, whose code is there by the time of most failures. */
export function FailedScreen(props: { error: unknown; status: number }) {
  return (
    <Suspense>
      <ErrorScreen {...props} />
    </Suspense>
  )
}

function PlainError() {
  return (
    <p role="alert">
      {say.pageFailed}{' '}
      <button type="button" className="link" onClick={reloadPage}>
        {say.tryAgain}
      </button>
    </p>
  )
}

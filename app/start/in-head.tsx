// oxlint-disable-next-line import/default -- the build makes it (scripts/vite/inline-script.ts)
import script from './first-script.ts?inline-script'
import { STARTUP_FAILURE } from '../diagnostics/show-startup-failure.ts'
import { startupFailure } from './startup-failure.ts'

/**
 * The first script and the panel of a failed start, at the end of the head. Only the server writes their text: in the browser they are
 * there already, and cost its scripts nothing.
 */
export function FirstScript() {
  return (
    <>
      <template id={STARTUP_FAILURE} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? startupFailure : '' }} />
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
    </>
  )
}

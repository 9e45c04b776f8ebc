import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { followNavigation } from './navigation/missing-code.ts'

// No view transition before presses in one are kept (companions.tsx, with the first action): without that the browser loses them.
Reflect.set(document, 'startViewTransition', undefined)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[followNavigation]} />
    </StrictMode>,
  )
})

import { lazy, Suspense, useSyncExternalStore } from 'react'
import * as say from '#words/ui.ts'
import { loadWithFirstAction } from '../first-action.ts'
import { holdToasts, releaseToasts, toastStore } from './toast.ts'
import type { Toast } from './toast.ts'

// A message is the answer to an action, or came without one. It has to be readable without a connection too.
const loadItems = () => import('./toast-items.tsx').catch(() => ({ default: PlainItems }))
const ToastItems = lazy(loadItems)
loadWithFirstAction(loadItems)

const none: readonly Toast[] = []

/** Rendered once, in the root. The region is in the page from the start, because screen readers do not announce a live region that appears with its message. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only holds the clock of what is being read
    <section
      aria-live="polite"
      aria-relevant="additions"
      aria-label={say.messages}
      data-toasts
      onPointerEnter={holdToasts}
      onPointerLeave={releaseToasts}
      onFocus={holdToasts}
      onBlur={releaseToasts}
      className="pointer-events-none fixed inset-x-4 bottom-[88px] z-50 mx-auto max-w-[440px] md:bottom-6 md:left-auto md:right-6 md:mx-0 md:w-[440px]"
    >
      {toasts.length === 0 ? null : (
        <Suspense>
          <ToastItems toasts={toasts} />
        </Suspense>
      )}
    </section>
  )
}

function PlainItems({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <ol className="rounded-sm bg-plum-900 p-4 text-white">
      {toasts.map(({ id, title, description }) => (
        <li key={id}>
          {title} {description}
        </li>
      ))}
    </ol>
  )
}

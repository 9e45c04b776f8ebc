import { lazy, startTransition, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import * as say from '#words/shell.tsx'
import { STAY } from './navigation-signs.tsx'
import { loadWithFirstAction } from '../../ui/first-action.ts'

/** Shorter waits show nothing: a flashing skeleton is worse than the old page. */
const AFTER_MS = 300

const loadOutline = () => import('./coming-outline.tsx').catch(() => ({ default: LoadingText }))
const ComingOutline = lazy(loadOutline)
loadWithFirstAction(loadOutline)

/** Shown when the next page takes longer than a moment: a skeleton in its shape, or the specified text. */
export function ComingPage({ children }: { children: React.ReactNode }) {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const { location } = navigation
  const target = location && location.pathname !== pathname && location.state !== STAY ? location.pathname : null
  const [late, setLate] = useState<string | null>(null)

  useEffect(() => {
    if (target === null) return
    // A transition: the picture of a pressed card moves to its place on the coming page.
    const clock = setTimeout(() => startTransition(() => setLate(target)), AFTER_MS)
    return () => clearTimeout(clock)
  }, [target])

  const shown = target !== null && late === target
  useLayoutEffect(() => {
    if (shown) window.scrollTo(0, 0)
  }, [shown])

  if (!shown) return children
  return (
    <Suspense fallback={<LoadingText />}>
      <ComingOutline path={target} otherwise={<LoadingText />} />
    </Suspense>
  )
}

function LoadingText() {
  return <p className="wrap py-24 text-center text-ink-2">{say.loadingApplication}</p>
}

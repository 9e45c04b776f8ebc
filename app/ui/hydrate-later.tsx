import { lazy, memo, Suspense, useEffect, useId, useLayoutEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { firstAction, loadNow, untilLoaded } from './first-action.ts'
import { useHydrated } from './hooks/use-hydrated.ts'

type Module = { default: ComponentType }

const foldsOf = (part: Element | null): HTMLDetailsElement[] => [...(part?.querySelectorAll('details') ?? [])]

/**
 * The server's HTML of a part while its code loads. A change of a context above the part, such as the router's, makes React remove
 * what it has not taken over yet and show the fallback: without this the tab bar and the footer vanished for seconds. What the
 * visitor has opened in it is open in the part that takes its place.
 */
function Kept({ id, room }: { id: string; room: ReactNode }) {
  const [html] = useState(() => (import.meta.env.SSR ? undefined : document.getElementById(id)?.innerHTML))
  const kept = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const folds = foldsOf(kept.current)
    // After the commit, when the part is in its place.
    return () =>
      queueMicrotask(() => {
        for (const [place, fold] of foldsOf(document.getElementById(id)).entries()) fold.open = folds[place]?.open ?? fold.open
      })
  }, [id])
  return html === undefined ? room : <div ref={kept} className="contents" dangerouslySetInnerHTML={{ __html: html }} />
}

/**
 * A part of the page that the server renders, and whose code loads with the first action. Until then it is plain HTML: links and
 * `<details>` work without React, which takes over the same elements later. It takes no props: React would
 * have to render a changed part instead of taking it over.
 *
 * @param room shown while the code loads where no server rendered the part, such as after a navigation
 */
export function hydrateLater(load: () => Promise<Module>, room: ReactNode = null): ComponentType {
  // Without a connection the HTML stays.
  const Part = lazy(import.meta.env.SSR ? load : () => firstAction.then(() => untilLoaded(load)))
  // It never renders again: React removes what it has not taken over yet of a boundary that does.
  const Boundary = memo(function Boundary() {
    const id = useId()
    return (
      <Suspense fallback={<Kept id={id} room={room} />}>
        <div id={id} className="contents">
          <Part />
        </div>
      </Suspense>
    )
  })
  return function Later() {
    return (
      <>
        <LoadUnlessInPage />
        <Boundary />
      </>
    )
  }
}

/**
 * Loads the part at once where no server rendered it, such as after a navigation: there is no HTML to keep. The first render says so:
 * during it, `useHydrated()` is false only while the server's HTML is being taken over.
 */
function LoadUnlessInPage() {
  const [isNew] = useState(useHydrated())
  useEffect(() => {
    if (isNew) loadNow()
  }, [isNew])
  return null
}

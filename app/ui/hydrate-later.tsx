import { lazy, memo, Suspense, useEffect, useId, useLayoutEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useHydrated } from './hooks/use-hydrated.ts'

const ACTIONS = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const
/** A page that nobody touches: it should be complete before its connection is lost. */
const LATEST_MS = 4000
const RETRY_AFTER_MS = 3000

let act: () => void = () => undefined

/** Resolves with the visitor's first action, or a little later: what loads then is no part of the page's first load. For someone with a session, at once. */
export const firstAction: Promise<void> = import.meta.env.SSR
  ? Promise.resolve()
  : new Promise((resolve) => {
      act = resolve
      // What a customer sees differs from the server's HTML (the mark: app/data/session/mark-stored-session.ts).
      if ('session' in document.documentElement.dataset) act()
      else setTimeout(act, LATEST_MS)
      for (const action of ACTIONS) addEventListener(action, act, { once: true, capture: true, passive: true })
    })

/** For code that is shown in answer to an action: it should not be waited for then. */
export function loadWithFirstAction(load: () => Promise<unknown>): void {
  if (!import.meta.env.SSR) void firstAction.then(load).catch(() => undefined)
}

/** Requests code until it arrives. */
export async function untilLoaded<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_AFTER_MS)
      addEventListener('online', resolve, { once: true })
    })
    return untilLoaded(load)
  }
}

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
        <LoadedHere />
        <Boundary />
      </>
    )
  }
}

/** Where no server rendered the part, its code is needed now. */
function LoadedHere() {
  const [rendersHere] = useState(useHydrated())
  useEffect(() => {
    if (rendersHere) act()
  }, [rendersHere])
  return null
}

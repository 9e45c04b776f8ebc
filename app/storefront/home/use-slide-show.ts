/** Which slide is shown, when the next one comes, and which pictures must be loaded already. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

const SLIDE_MS = 7000

/** The slides overlap, so a browser considers all of them visible. Each picture therefore waits until its turn is near. */
export function useDrawnSlides(current: number, count: number): ReadonlySet<number> {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(() => new Set([0]))
  useEffect(() => {
    const draw = (place: number) => setDrawn((before) => (before.has(place) ? before : new Set(before).add(place)))
    draw(current)
    const clock = setTimeout(() => draw((current + 1) % count), SLIDE_MS / 2)
    return () => clearTimeout(clock)
  }, [current, count])
  return drawn
}

const STILLNESS = '(prefers-reduced-motion: reduce)'

function wantsStillness(): boolean {
  return window.matchMedia(STILLNESS).matches
}

function onStillness(changed: () => void) {
  const query = window.matchMedia(STILLNESS)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Advances every 7 s; waits while hovered or focused, and stops on pause. Under reduced motion it runs only after a press on play. */
export function useSlideShow(count: number) {
  const [current, setCurrent] = useState(0)
  const [chosen, setPlaying] = useState<boolean | null>(null)
  const stillness = useSyncExternalStore(onStillness, wantsStillness, () => false)
  const playing = chosen ?? !stillness
  const held = useRef(false)

  useEffect(() => {
    if (!playing || count < 2) return
    const clock = setInterval(() => {
      if (!held.current && document.visibilityState === 'visible') setCurrent((current + 1) % count)
    }, SLIDE_MS)
    return () => clearInterval(clock)
  }, [playing, count, current])

  return {
    current,
    playing,
    setPlaying,
    go: (place: number) => setCurrent((place + count) % count),
    hold: (value: boolean) => {
      held.current = value
    },
  }
}

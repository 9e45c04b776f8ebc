/** Back shows a long page where it was left. */
import { useLayoutEffect, useRef } from 'react'
import { NavigationType, ScrollRestoration, useLocation, useNavigationType } from 'react-router'

/** The router's ScrollRestoration behind the effect that has to run before its own. */
export function ScrollPlaces() {
  return (
    <>
      <WholePage />
      <ScrollRestoration />
    </>
  )
}

/**
 * Lays out what is not in view too: parts whose height is an estimate until they have been seen (`content-visibility: auto`) would put
 * the place that the router returns to elsewhere. The browser remembers the heights. Not for a reload, whose place is restored before
 * the scripts run.
 */
function WholePage() {
  const { key } = useLocation()
  const type = useNavigationType()
  const last = useRef<string>(undefined)
  useLayoutEffect(() => {
    const returns = type === NavigationType.Pop && last.current !== undefined
    last.current = key
    if (!returns) return undefined
    const page = document.documentElement
    page.dataset.returning = ''
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => delete page.dataset.returning)
    })
    return () => {
      cancelAnimationFrame(frame)
      delete page.dataset.returning
    }
  }, [key, type])
  return null
}

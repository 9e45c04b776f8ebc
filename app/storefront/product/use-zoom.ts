import { useRef, useState } from 'react'
import { moved, pinched, STEP, WHOLE, type Point, type Zoom, zoomedAt } from './zoom.ts'

const DOUBLE_TAP_MS = 320
const SAME_PLACE_PX = 24
const SWIPE_PX = 56
const ARROW_PX = 60

/**
 * Touch, mouse, wheel and keyboard control of the enlarged picture. One finger moves a zoomed picture and swipes between whole ones, two fingers pinch, a
 * double tap zooms in and out; every gesture has a key and a button.
 */
export function useZoom(onStep: ((by: 1 | -1) => void) | null) {
  const [zoom, setZoom] = useState<Zoom>(WHOLE)
  const [touching, setTouching] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Point>())
  /** Where the first finger touched, and whether the gesture is still a plain tap of that finger. */
  const gesture = useRef<{ from: Point; plain: boolean } | null>(null)
  const lastTap = useRef<{ at: Point; time: number } | null>(null)

  const size = () => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {}
    return { width, height }
  }
  const place = (event: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect()
    return box ? { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 } : { x: 0, y: 0 }
  }
  const step = (by: 1 | -1) => {
    if (onStep === null) return
    setZoom(WHOLE)
    onStep(by)
  }
  const zoomBy = (times: number, at: Point = { x: 0, y: 0 }) => setZoom((now) => zoomedAt(now, times, at, size()))

  const onPointerDown = (event: React.PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = place(event)
    fingers.current.set(event.pointerId, at)
    gesture.current = fingers.current.size === 1 ? { from: at, plain: true } : gesture.current && { ...gesture.current, plain: false }
    setTouching(true)
  }
  const onPointerMove = (event: React.PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const [first, second] = [...fingers.current.values()]
    const at = place(event)
    fingers.current.set(event.pointerId, at)
    const [firstNow, secondNow] = [...fingers.current.values()]
    if (first && second && firstNow && secondNow) setZoom((now) => pinched(now, [first, second], [firstNow, secondNow], size()))
    else setZoom((now) => moved(now, { x: at.x - before.x, y: at.y - before.y }, size()))
  }
  const onPointerUp = (event: React.PointerEvent<HTMLDivElement>) => {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return
    setTouching(false)
    const ended = gesture.current
    gesture.current = null
    if (!ended?.plain || event.type === 'pointercancel') return
    const at = place(event)
    const across = at.x - ended.from.x
    const down = at.y - ended.from.y
    if (zoom.scale === 1 && Math.abs(across) > SWIPE_PX && Math.abs(across) > 1.5 * Math.abs(down)) step(across < 0 ? 1 : -1)
    else if (Math.hypot(across, down) < SAME_PLACE_PX / 3) tap(at, event.timeStamp)
  }
  const tap = (at: Point, time: number) => {
    const before = lastTap.current
    const double = before !== null && time - before.time < DOUBLE_TAP_MS && Math.hypot(at.x - before.at.x, at.y - before.at.y) < SAME_PLACE_PX
    lastTap.current = double ? null : { at, time }
    if (double) setZoom((now) => (now.scale > 1 ? WHOLE : zoomedAt(now, STEP * 1.25, at, size())))
  }
  const onWheel = (event: React.WheelEvent<HTMLDivElement>) => zoomBy(Math.exp(-event.deltaY / 300), place(event))
  const onKeyDown = (event: React.KeyboardEvent) => {
    const across = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    const down = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.key === '+' || event.key === '=') zoomBy(STEP)
    else if (event.key === '-') zoomBy(1 / STEP)
    else if (event.key === '0') setZoom(WHOLE)
    else if (zoom.scale > 1 && (across !== 0 || down !== 0)) setZoom(moved(zoom, { x: -across * ARROW_PX, y: -down * ARROW_PX }, size()))
    else if (across === 1 || across === -1) step(across)
    else return
    event.preventDefault()
  }
  return { zoom, touching, stage, step, zoomBy, onKeyDown, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onWheel } }
}

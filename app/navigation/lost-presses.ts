/**
 * Two kinds of press that the browser sends elsewhere, and that are given to what was pressed:
 *
 * - While a view transition prepares its pictures, the browser suspends rendering and aims every mouse event at the `html` element
 *   (CSS View Transitions, "rendering suppression"). On a slow phone this lasts long enough to lose a press.
 * - Content that arrives above a control moves it away between pressing and releasing: a list further up is laid out, a note or a picture
 *   comes. The click then goes to what contains both places; that of a finger goes to what lies there by then, which may be another product.
 */
import { presentControl } from './present-control.ts'

/** Pixels: a pointer that moves further selects text, drags, or takes its press back. */
const STILL = 8
/** Pixels: less is rounding. */
const MOVED = 1
/** Frames in which another transition may begin before the first is over. */
const FRAMES = 30

const CONTROLS = 'a[href],button,input,select,textarea,summary,label'

/** `on`: the control, or what else was pressed; null: the html element. */
type Press = { on: Element | null; isControl: boolean; box: DOMRect | undefined; x: number; y: number }

/** Watches the page from now on, for as long as it lives. */
export function keepPresses(): void {
  const root = document.documentElement
  let press: Press | null = null

  function whenRendered(event: MouseEvent, on: Element | null, frames = FRAMES): void {
    // No frame runs while rendering is suspended.
    requestAnimationFrame(() => {
      const meant = (on && presentControl(on)) ?? document.elementFromPoint(event.clientX, event.clientY)
      if (meant === root) return frames > 0 ? whenRendered(event, on, frames - 1) : undefined
      meant?.closest<HTMLElement>(CONTROLS)?.focus({ preventScroll: true })
      meant?.dispatchEvent(new MouseEvent('click', event))
    })
  }

  addEventListener(
    'pointerdown',
    ({ target, clientX: x, clientY: y }) => {
      const on = target instanceof Element && target !== root ? target : null
      const control = on?.closest(CONTROLS)
      press = { on: control ?? on, isControl: Boolean(control), box: control?.getBoundingClientRect(), x, y }
    },
    true,
  )
  addEventListener(
    'click',
    (event) => {
      // Only what a pointer sends: the click of a script, or of the keyboard, means its target.
      if (!event.isTrusted || event.detail === 0) return
      const began = press
      press = null
      const { target, clientX, clientY } = event
      // A press of which only the end was heard did not move either.
      if (!(target instanceof Element) || (began && Math.hypot(clientX - began.x, clientY - began.y) > STILL)) return
      if (target === root) return whenRendered(event, began?.on ?? null)
      if (!began?.on || !began.isControl || !began.box) return
      const control = presentControl(began.on)
      if (control === null || control.contains(target)) return
      const now = control.getBoundingClientRect()
      // It is the same one where it was: the pointer has left it on purpose.
      if (control === began.on && Math.hypot(now.left - began.box.left, now.top - began.box.top) <= MOVED) return
      event.preventDefault()
      event.stopImmediatePropagation()
      control.dispatchEvent(new MouseEvent('click', event))
    },
    true,
  )
}

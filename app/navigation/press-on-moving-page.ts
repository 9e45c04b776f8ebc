/**
 * Content that arrives above a control moves it away between pressing and releasing: a list further up is laid out, a note or a picture
 * comes. The browser then sends the click to what contains both places, and no control gets it; that of a finger it sends to what lies there by
 * then, which may be another product. Here it goes to the control that was pressed.
 */
import { presentControl } from './present-control.ts'

/** Pixels: a pointer that moves further drags, or takes its press back. */
const STILL = 8
/** Pixels: less is rounding. */
const MOVED = 1

const CONTROLS = 'a[href],button,input,select,textarea,summary,label'

type Press = { control: Element; box: DOMRect; x: number; y: number }

function send(event: MouseEvent, control: Element): void {
  event.preventDefault()
  event.stopImmediatePropagation()
  control.dispatchEvent(new MouseEvent('click', event))
}

/** Watches the page from now on, for as long as it lives. */
export function keepPressesOnMovingPage(): void {
  let press: Press | null = null
  const remember = (event: PointerEvent): void => {
    const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null
    press = control && { control, box: control.getBoundingClientRect(), x: event.clientX, y: event.clientY }
  }
  const resend = (event: MouseEvent): void => {
    // Only what a pointer sends: the click of a script, or of the keyboard, means its target.
    if (!event.isTrusted || event.detail === 0) return
    const began = press
    press = null
    if (!began || !(event.target instanceof Element)) return
    const { control: pressed, box, x, y } = began
    // A press on the html element is one that missed: see press-during-transition.ts.
    if (event.target === document.documentElement || Math.hypot(event.clientX - x, event.clientY - y) > STILL) return
    const control = presentControl(pressed)
    if (control === null || control.contains(event.target)) return
    if (control !== pressed) return send(event, control)
    const now = control.getBoundingClientRect()
    // It is where it was: the pointer has left it on purpose.
    if (Math.hypot(now.left - box.left, now.top - box.top) <= MOVED) return
    send(event, control)
  }
  addEventListener('pointerdown', remember, true)
  addEventListener('click', resend, true)
}

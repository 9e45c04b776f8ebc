/**
 * Content that arrives above a control moves it away between pressing and releasing: a list further up is laid out, a note or a picture
 * comes. The browser then sends the click to what contains both places, and nobody hears it. Here it goes to the control that was pressed.
 */

/** Pixels: a pointer that moves further drags, or takes its press back. */
const STILL = 8
/** Pixels: less is rounding. */
const MOVED = 1

const CONTROLS = 'a[href],button,input,select,textarea,summary,label'

type Press = { control: Element; box: DOMRect; x: number; y: number }

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
    const { control, box, x, y } = began
    // A press on the html element is one that missed: see press-during-transition.ts.
    if (event.target === document.documentElement || !control.isConnected || !event.target.contains(control) || event.target === control) return
    if (Math.hypot(event.clientX - x, event.clientY - y) > STILL) return
    const now = control.getBoundingClientRect()
    // It is where it was: the pointer has left it on purpose.
    if (Math.hypot(now.left - box.left, now.top - box.top) <= MOVED) return
    event.preventDefault()
    event.stopImmediatePropagation()
    control.dispatchEvent(new MouseEvent('click', event))
  }
  addEventListener('pointerdown', remember, true)
  addEventListener('click', resend, true)
}

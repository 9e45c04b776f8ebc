/**
 * While a view transition prepares its pictures, the browser suspends rendering and aims every mouse event at the `html` element
 * (CSS View Transitions, "rendering suppression"). On a slow phone this lasts long enough to lose a press. A click that arrives there
 * is sent to the pressed element, or to what lies under the pointer, as soon as the page is rendered again.
 */
import { presentControl } from './present-control.ts'

/** Pixels: a pointer that moves further selects text or drags. */
const STILL = 8

/** Watches the page from now on, for as long as it lives. */
export function keepPressesDuringTransitions(): void {
  const root = document.documentElement
  let began: { x: number; y: number; on: EventTarget | null } = { x: 0, y: 0, on: null }
  const remember = (event: PointerEvent): void => {
    began = { x: event.clientX, y: event.clientY, on: event.target }
  }
  const resend = (event: MouseEvent): void => {
    const { clientX: x, clientY: y } = event
    if (event.target !== root || Math.hypot(x - began.x, y - began.y) > STILL) return
    // No frame runs while rendering is suspended.
    requestAnimationFrame(() => {
      const { on } = began
      const meant = (on instanceof Element && on !== root ? presentControl(on) : null) ?? document.elementFromPoint(x, y)
      if (!meant || meant === root) return
      meant.closest<HTMLElement>('a,button,input,select,textarea')?.focus({ preventScroll: true })
      meant.dispatchEvent(new MouseEvent('click', event))
    })
  }
  document.addEventListener('pointerdown', remember, true)
  document.addEventListener('click', resend, true)
}

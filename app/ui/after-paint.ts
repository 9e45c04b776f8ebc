/** Runs after the next frame is painted, so that what the event has changed is seen before the work begins. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}

/** The position of the enlarged picture: offset in pixels from the centre of the stage, and scale relative to its own size. */
export type Zoom = { scale: number; x: number; y: number }
export type Point = { x: number; y: number }
export type Size = { width: number; height: number }

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }
export const MOST = 5
/** The scale after a double tap or the plus button on the whole picture. */
export const STEP = 2

/** Scales by `times` around `at` (from the stage's centre), so that the point under the fingers stays there. */
export function zoomedAt(zoom: Zoom, times: number, at: Point, size: Size): Zoom {
  const scale = Math.min(MOST, Math.max(1, zoom.scale * times))
  const real = scale / zoom.scale
  return kept({ scale, x: at.x - (at.x - zoom.x) * real, y: at.y - (at.y - zoom.y) * real }, size)
}

export function moved(zoom: Zoom, by: Point, size: Size): Zoom {
  return kept({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, size)
}

/** Two fingers moved from `before` to `after`: their midpoint moves the picture, their distance scales it. */
export function pinched(zoom: Zoom, before: readonly [Point, Point], after: readonly [Point, Point], size: Size): Zoom {
  const apart = distance(before)
  const from = middle(before)
  const to = middle(after)
  return zoomedAt(moved(zoom, { x: to.x - from.x, y: to.y - from.y }, size), apart === 0 ? 1 : distance(after) / apart, to, size)
}

/** Limits the offset, so that no edge of the picture moves inside the area of the unscaled picture. */
function kept({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const mostX = ((scale - 1) * width) / 2
  const mostY = ((scale - 1) * height) / 2
  return { scale, x: between(-mostX, x, mostX), y: between(-mostY, y, mostY) }
}

function between(least: number, value: number, most: number): number {
  // `+ 0` turns the negative zero of an unmoved edge into zero.
  return Math.min(most, Math.max(least, value)) + 0
}

function distance([a, b]: readonly [Point, Point]): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function middle([a, b]: readonly [Point, Point]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

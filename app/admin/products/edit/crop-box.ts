/** The remaining part of a picture, in the picture's own pixels, whole numbers. */
export type Box = { x: number; y: number; width: number; height: number }
export type Size = { width: number; height: number }
export type Corner = 'nw' | 'ne' | 'sw' | 'se'

/** The minimum side in pixels; a smaller picture can only stay as it is. */
const LEAST = 40

const clamp = (value: number, low: number, high: number): number => Math.round(Math.min(Math.max(value, low), Math.max(low, high)))

/** The whole picture, or the largest square in its middle. */
export function wholeBox(size: Size, square: boolean): Box {
  if (!square) return { x: 0, y: 0, width: size.width, height: size.height }
  const side = Math.min(size.width, size.height)
  return { x: Math.floor((size.width - side) / 2), y: Math.floor((size.height - side) / 2), width: side, height: side }
}

/** The largest square around the middle of the box, within it. */
export function squared(box: Box): Box {
  const side = Math.min(box.width, box.height)
  return { x: box.x + Math.floor((box.width - side) / 2), y: box.y + Math.floor((box.height - side) / 2), width: side, height: side }
}

export const moveBox = (box: Box, dx: number, dy: number, size: Size): Box => ({
  ...box,
  x: clamp(box.x + dx, 0, size.width - box.width),
  y: clamp(box.y + dy, 0, size.height - box.height),
})

/** Drags a corner; the opposite one stays in place. */
export function resizeBox(box: Box, corner: Corner, dx: number, dy: number, size: Size, square: boolean): Box {
  const [west, north] = [corner.endsWith('w'), corner.startsWith('n')]
  const right = box.x + box.width
  const bottom = box.y + box.height
  const room: Size = { width: west ? right : size.width - box.x, height: north ? bottom : size.height - box.y }
  const least = (most: number) => Math.min(LEAST, most)
  let width = clamp(box.width + (west ? -dx : dx), least(room.width), room.width)
  let height = clamp(box.height + (north ? -dy : dy), least(room.height), room.height)
  if (square) {
    const pulled = Math.abs(dx) >= Math.abs(dy) ? width : height
    width = height = Math.min(pulled, room.width, room.height)
  }
  return { x: west ? right - width : box.x, y: north ? bottom - height : box.y, width, height }
}

import { describe, expect, it } from 'vitest'
import { moved, MOST, pinched, WHOLE, zoomedAt } from './zoom.ts'

const size = { width: 360, height: 360 }

describe('the zoom', () => {
  it('keeps what lies under the fingers in its place', () => {
    const at = { x: 60, y: -30 }
    const once = zoomedAt(WHOLE, 2, at, size)
    expect(once).toEqual({ scale: 2, x: -60, y: 30 })
    // The point of the picture under `at` is the same before and after.
    expect((at.x - once.x) / once.scale).toBe(at.x / WHOLE.scale)
  })
  it('zooms neither below the whole picture nor beyond the maximum', () => {
    expect(zoomedAt(WHOLE, 0.3, { x: 50, y: 50 }, size)).toEqual(WHOLE)
    expect(zoomedAt(WHOLE, 99, { x: 0, y: 0 }, size).scale).toBe(MOST)
  })
  it('does not let the picture leave its place', () => {
    expect(moved({ scale: 2, x: 0, y: 0 }, { x: 9999, y: -9999 }, size)).toEqual({ scale: 2, x: 180, y: -180 })
    expect(moved(WHOLE, { x: 40, y: 40 }, size)).toEqual(WHOLE)
  })
  it('returns to the middle when it is zoomed out', () => {
    expect(zoomedAt({ scale: 3, x: 200, y: -100 }, 1 / 3, { x: 10, y: 10 }, size)).toEqual(WHOLE)
  })
  it('doubles when two fingers go twice as far apart, around their middle', () => {
    const zoom = pinched(
      WHOLE,
      [
        { x: -20, y: 0 },
        { x: 20, y: 0 },
      ],
      [
        { x: -40, y: 0 },
        { x: 40, y: 0 },
      ],
      size,
    )
    expect(zoom).toEqual({ scale: 2, x: 0, y: 0 })
  })
  it('follows two fingers that keep their distance', () => {
    const zoom = pinched(
      { scale: 3, x: 0, y: 0 },
      [
        { x: 0, y: 0 },
        { x: 50, y: 0 },
      ],
      [
        { x: 10, y: 20 },
        { x: 60, y: 20 },
      ],
      size,
    )
    expect(zoom).toEqual({ scale: 3, x: 10, y: 20 })
  })
  it('holds still when both fingers touch one point', () => {
    const point = { x: 5, y: 5 }
    expect(
      pinched(
        WHOLE,
        [point, point],
        [
          { x: 0, y: 0 },
          { x: 9, y: 9 },
        ],
        size,
      ),
    ).toEqual(WHOLE)
  })
})

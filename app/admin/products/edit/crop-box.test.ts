import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveBox, resizeBox, squared, wholeBox } from './crop-box.ts'
import type { Box, Corner, Size } from './crop-box.ts'

const size = { width: 600, height: 400 }

test('a crop starts with the whole picture, or with the square in its middle', () => {
  expect(wholeBox(size, false)).toEqual({ x: 0, y: 0, width: 600, height: 400 })
  expect(wholeBox(size, true)).toEqual({ x: 100, y: 0, width: 400, height: 400 })
  expect(squared({ x: 10, y: 10, width: 100, height: 50 })).toEqual({ x: 35, y: 10, width: 50, height: 50 })
})

test('it moves up to the edge, and a dragged corner leaves the opposite one in place', () => {
  const box = { x: 100, y: 100, width: 200, height: 100 }
  expect(moveBox(box, -500, 900, size)).toEqual({ x: 0, y: 300, width: 200, height: 100 })
  expect(resizeBox(box, 'se', 50, -20, size, false)).toEqual({ x: 100, y: 100, width: 250, height: 80 })
  expect(resizeBox(box, 'nw', 50, 20, size, false)).toEqual({ x: 150, y: 120, width: 150, height: 80 })
  expect(resizeBox(box, 'se', -1000, -1000, size, false)).toMatchObject({ width: 40, height: 40 })
})

test('whatever is dragged, the box stays in the picture and is not empty, and a square stays square', () => {
  const step = fc.integer({ min: -900, max: 900 })
  const picture = fc.record({ width: fc.integer({ min: 1, max: 900 }), height: fc.integer({ min: 1, max: 900 }) })
  const pulls = fc.array(fc.tuple(fc.constantFrom<Corner | null>('nw', 'ne', 'sw', 'se', null), step, step), { maxLength: 6 })
  fc.assert(
    fc.property(picture, pulls, fc.boolean(), (of: Size, moves, square) => {
      let box: Box = wholeBox(of, square)
      for (const [corner, dx, dy] of moves) box = corner === null ? moveBox(box, dx, dy, of) : resizeBox(box, corner, dx, dy, of, square)
      expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= of.width && box.y + box.height <= of.height).toBe(true)
      expect(box.width >= 1 && box.height >= 1).toBe(true)
      if (square) expect(box.width).toBe(box.height)
    }),
  )
})

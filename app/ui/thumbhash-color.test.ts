import { describe, expect, it } from 'vitest'
import { thumbhashColor } from './thumbhash-color.ts'

/** Lightness, p and q on their 6-bit scales, as the format packs them. */
const hash = (l: number, p: number, q: number) => {
  const header = l | (p << 6) | (q << 12)
  return btoa(String.fromCharCode(header & 255, (header >> 8) & 255, header >> 16))
}

describe('thumbhash colour', () => {
  it('is grey at the middle of both colour axes', () => {
    const [red = 0, green = 0, blue = 0] =
      thumbhashColor(hash(63, 31, 31))
        ?.match(/\d+/g)
        ?.map(Number) ?? []
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(8)
    expect(blue).toBeGreaterThan(245)
  })
  it('turns red with the second axis', () => {
    const [red = 0, green = 0] =
      thumbhashColor(hash(32, 40, 60))
        ?.match(/\d+/g)
        ?.map(Number) ?? []
    expect(red).toBeGreaterThan(green + 100)
  })
  it('is nothing for what is no thumbhash', () => {
    expect(thumbhashColor('§')).toBeNull()
    expect(thumbhashColor(null)).toBeNull()
  })
})

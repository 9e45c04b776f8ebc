import { describe, expect, it } from 'vitest'
import { thumbhashPicture } from './thumbhash-picture.ts'

/** Red, green and blue at a position of the blurred picture, counted from its upper left corner. */
function pixel(hash: string, x: number, y: number): [number, number, number] {
  const address = thumbhashPicture(hash) ?? ''
  const file = Buffer.from(address.replace('data:image/bmp;base64,', ''), 'base64')
  const side = file.readInt32LE(18)
  const at = file.readUInt32LE(10) + (side - 1 - y) * Math.ceil((side * 3) / 4) * 4 + x * 3
  return [file[at + 2] ?? -1, file[at + 1] ?? -1, file[at] ?? -1]
}

// Made by supabase/seed/pictures/thumbhash.ts.
const redBesideBlue = 'mZYCryJwenaIeIh4iIh4eIeI93h3j4gI'
const wideWhiteOverBlack = 'IAgmBIB4eIiPh4eIiIUAAAAAAA=='

describe('the blurred picture of a thumbhash', () => {
  it('has the colours of the picture in their places', () => {
    const [red, , blueOfRed] = pixel(redBesideBlue, 0, 2)
    const [redOfBlue, , blue] = pixel(redBesideBlue, 3, 2)
    expect(red).toBeGreaterThan(blueOfRed + 80)
    expect(blue).toBeGreaterThan(redOfBlue + 80)
  })
  it('is upright, and grey stays grey', () => {
    const [above] = pixel(wideWhiteOverBlack, 2, 0)
    const [below, green, blue] = pixel(wideWhiteOverBlack, 2, 3)
    expect(above).toBeGreaterThan(below + 150)
    expect(Math.max(below, green, blue) - Math.min(below, green, blue)).toBeLessThan(12)
  })
  it('is small enough to be in the page many times', () => {
    expect(thumbhashPicture(redBesideBlue)?.length).toBeLessThan(160)
  })
  it('is empty for an invalid thumbhash', () => {
    expect(thumbhashPicture('§')).toBeNull()
    expect(thumbhashPicture('')).toBeNull()
    expect(thumbhashPicture(null)).toBeNull()
  })
})

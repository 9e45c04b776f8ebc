import { expect, test } from 'vitest'
import { thumbhash } from './thumbhash.ts'

const picture = (w: number, h: number, channels: 3 | 4, colour: (x: number, y: number) => [number, number, number]) =>
  Array.from({ length: w * h }, (_, place) => [...colour(place % w, Math.floor(place / w)), ...(channels === 4 ? [255] : [])]).flat()
const hash = (w: number, h: number, channels: 3 | 4, colour: (x: number, y: number) => [number, number, number]) =>
  Buffer.from(thumbhash(picture(w, h, channels, colour), channels, w, h)).toString('base64')

test('a picture’s hash tells its colours and its shape, with or without a fourth channel', () => {
  const redBesideBlue = (x: number): [number, number, number] => (x < 16 ? [255, 0, 0] : [0, 0, 255])
  expect(hash(32, 32, 3, redBesideBlue)).toBe(hash(32, 32, 4, redBesideBlue))
  expect(thumbhash(picture(48, 24, 3, redBesideBlue), 3, 48, 24)).not.toEqual(thumbhash(picture(24, 48, 3, redBesideBlue), 3, 24, 48))
})

test('it fits the column, however lively the picture', () => {
  for (const [w, h] of [
    [48, 48],
    [48, 12],
    [5, 48],
    [1, 1],
  ] as const)
    expect(hash(w, h, 3, (x, y) => [(x * 97) % 256, (y * 53) % 256, (x * y * 31) % 256]).length).toBeLessThanOrEqual(64)
})

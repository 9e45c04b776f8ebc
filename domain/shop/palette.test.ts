import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, fromOklch, toOklch } from './colours.ts'
import { accentShades, isReadable, LEAST_CONTRAST, leastContrastOf, nearestReadable, paletteCss, secondShades } from './palette.ts'
import { readSettings } from './settings.ts'

const NONE = { accent: null, secondColour: null }
const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('OKLCH and back is the same colour', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      expect(fromOklch(toOklch(colour))).toBe(colour)
    }),
  )
})

test('a readable colour has the contrast of AA on the least favourable ground, an unreadable one has not', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const enough = leastContrastOf(colour) >= LEAST_CONTRAST
      // the bound is rounded down: in its last digits a colour may be refused that would just pass
      if (isReadable(colour)) expect(enough).toBe(true)
      else expect(leastContrastOf(colour)).toBeLessThan(LEAST_CONTRAST + 0.02)
    }),
    // Few colours are near the bound.
    { numRuns: 10_000 },
  )
})

test('the nearest readable colour is readable, has the same hue, and is the colour itself if that is readable', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const nearest = nearestReadable(colour)
      expect(isReadable(nearest)).toBe(true)
      if (isReadable(colour)) expect(nearest).toBe(colour)
      const [own, other] = [toOklch(colour), toOklch(nearest)]
      if (other.chroma > 0.04) expect(Math.abs(Math.cos(own.hue - other.hue))).toBeGreaterThan(0.98)
    }),
  )
  expect(nearestReadable('#e91e63')).toMatch(/^#[0-9a-f]{6}$/)
})

describe('of every readable accent', () => {
  test('words in it, on its tints, and white words on it and on its dark shades are readable', () => {
    fc.assert(
      fc.property(colours.map(nearestReadable), (accent) => {
        const { tint, deepTint, hoverTint, lighter, darker, darkest } = accentShades(accent)
        for (const ground of ['#ffffff', '#fbf6f1', '#f4ebe3', tint, deepTint])
          for (const ink of [accent, lighter, darker, darkest]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
        expect(contrast(darkest, hoverTint)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
        for (const ground of [accent, darker, darkest]) expect(contrast('#ffffff', ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
        for (const light of ['#f6e6ee', '#f0a3b5']) expect(contrast(light, darkest)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
        // the default second colour beside this accent
        for (const ground of [tint, deepTint]) expect(contrast('#a82c4b', ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
      }),
    )
  })

  test('a second colour is readable on light grounds and, lightened, on the dark ones', () => {
    fc.assert(
      fc.property(colours.map(nearestReadable), colours.map(nearestReadable), (second, accent) => {
        const { tint, lighter, onDark } = secondShades(second)
        for (const ground of ['#ffffff', '#fbf6f1', '#f4ebe3', tint, accentShades(accent).deepTint])
          for (const ink of [second, lighter]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
        for (const ground of [accentShades(accent).darkest, '#37102a']) expect(contrast(onDark, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
      }),
    )
  })
})

test('white is refused with the nearest grey, black stays', () => {
  expect([nearestReadable('#ffffff'), nearestReadable('#000000')]).toEqual([expect.stringMatching(/^#(\w\w)\1\1$/), '#000000'])
})

test('a shop without colours of its own changes nothing, and nothing but a colour reaches a page', () => {
  expect(paletteCss({ accent: null, second: null })).toBeNull()
  expect(paletteCss({ accent: '#0b5d4e', second: null })).toMatch(/^--plum-50:#[0-9a-f]{6};(--[a-z0-9-]+:#[0-9a-f]{6};?)+$/)
  for (const value of ['red', '#fff', '#FFFFFF', '}body{', null, 7]) expect(readSettings({ accent: value, second_colour: value })).toMatchObject(NONE)
  expect(readSettings({ accent: '#74234f' }).accent).toBe('#74234f')
})

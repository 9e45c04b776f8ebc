import { hex, tone } from './colour.ts'
import type { Colour } from './colour.ts'

export type Stop = readonly [offset: number, colour: string, opacity?: number]
export type Metal = 'gold' | 'silver' | 'rose' | 'copper' | 'black' | 'ivory'

const METALS: Record<Metal, Colour> = {
  gold: { h: 39, s: 52, l: 62 },
  silver: { h: 220, s: 6, l: 70 },
  rose: { h: 14, s: 44, l: 70 },
  copper: { h: 20, s: 52, l: 52 },
  black: { h: 330, s: 8, l: 15 },
  ivory: { h: 36, s: 30, l: 90 },
}

/**
 * How the camera and the lamp see a pack. `top` is for things that lie flat: they cast their shadow all around and not from a foot, and
 * sets are spread out instead of standing. `shadows` are those that a pack
 * draws itself: all, or only where it touches the floor. `gloss` is the reflection of the lamp in glass and plastic; it differs by brand.
 */
export type Look = { view: 'front' | 'top'; shadows: 'none' | 'contact' | 'full'; gloss: 'bar' | 'pane' | 'soft' | 'twin' }

export const STUDIO: Look = { view: 'front', shadows: 'full', gloss: 'bar' }

/**
 * The drawing context of one picture: its own definitions and its own seeded randomness, so that the same shot always gives the same
 * bytes and no two shots share a gradient by accident.
 */
export type Ink = {
  readonly defs: string[]
  readonly backdrop: Colour
  readonly look: Look
  random(): number
  between(low: number, high: number): number
  linear(stops: readonly Stop[], from?: readonly [number, number], to?: readonly [number, number]): string
  radial(stops: readonly Stop[], cx: number, cy: number, r: number): string
  cylinder(c: Colour, gloss?: number): string
  metal(metal: Metal): string
  gleam(strength?: number): string
  clip(path: string): string
}

export function createInk(seed: number, backdrop: Colour, look: Look = STUDIO): Ink {
  const defs: string[] = []
  let state = seed | 0
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const stopMarks = (stops: readonly Stop[]): string =>
    stops
      .map(([offset, paint, opacity]) => `<stop offset="${offset}" stop-color="${paint}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`)
      .join('')
  const define = (open: string, close: string, inside: string): string => {
    const id = `d${defs.length}`
    defs.push(`${open.replace(/^<(\w+)/, `<$1 id="${id}"`)}${inside}${close}`)
    return `url(#${id})`
  }
  const linear: Ink['linear'] = (stops, from = [0, 0], to = [1, 0]) =>
    define(`<linearGradient x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}">`, '</linearGradient>', stopMarks(stops))

  return {
    defs,
    backdrop,
    look,
    random,
    between: (low, high) => low + random() * (high - low),
    linear,
    radial: (stops, cx, cy, r) => define(`<radialGradient cx="${cx}" cy="${cy}" r="${r}">`, '</radialGradient>', stopMarks(stops)),
    // Dark rim, soft key light at 28 %, core, fill light at 82 %, rim again: these stops make a flat shape look round.
    cylinder: (c, gloss = 0.75) =>
      linear(
        ([[0, -18], [0.08, -8], [0.2, 6], [0.27, 10], [0.36, 4], [0.55, -3], [0.75, -12], [0.9, -16], [0.96, -8], [1, -20]] as const).map(
          ([offset, d]) => [offset, hex(tone(c, d * (gloss + 0.25), d * 0.15))] as const,
        ),
      ),
    metal: (metal) =>
      linear(
        ([[0, -30], [0.06, -8], [0.16, 24], [0.24, 34], [0.31, 10], [0.46, -20], [0.6, -34], [0.72, -6], [0.82, 20], [0.9, 2], [1, -36]] as const).map(
          ([offset, d]) => [offset, hex(tone(METALS[metal], d * (metal === 'black' ? 0.5 : metal === 'ivory' ? 0.32 : 0.95), d * 0.15))] as const,
        ),
      ),
    gleam: (strength = 0.7) =>
      linear([[0, '#ffffff', 0], [0.35, '#ffffff', strength], [0.6, '#ffffff', strength * 0.85], [1, '#ffffff', 0]]),
    clip: (path) => define('<clipPath>', '</clipPath>', `<path d="${path}"/>`),
  }
}

export const metalColour = (metal: Metal): Colour => METALS[metal]

import { tone } from '../colour.ts'
import type { Colour } from '../colour.ts'
import { cells, clamp, dice, layered, noise, step } from './noise.ts'
import { rgbOf } from './surface.ts'
import type { Point, Surface } from './surface.ts'

const NOTHING: Point = { height: 0, cover: 0, rgb: [1, 1, 1] }

/** Strokes drawn with a finger or a spatula, one per shade: ridges along the stroke, a bead at its edges, and a torn end. */
export function smear(seed: number, shades: readonly Colour[], { gloss = 40, shine = 0.5, thick = 1 } = {}): Surface {
  const ridges = layered(seed, 4)
  const rough = layered(seed + 5, 3)
  const colours = shades.map(rgbOf)
  const lane = 1 / (shades.length + (shades.length === 1 ? 0.5 : 0.35))
  const at = (x: number, y: number): Point => {
    // The strokes rise to the right.
    const [u, v] = [x + (y - 0.5) * 0.16, y + (x - 0.5) * (shades.length > 4 ? 0.12 : 0.3)]
    const place = (v - 0.5) / lane + shades.length / 2
    const index = Math.min(shades.length - 1, Math.max(0, Math.floor(place)))
    const own = seed + index * 31
    const [from, to] = [0.1 + dice(index, 1, own) * 0.06, 0.84 + dice(index, 2, own) * 0.1]
    const t = (u - from) / (to - from)
    if (t < -0.14 || t > 1.12) return NOTHING
    const sway = Math.sin(t * 4 + dice(index, 3, own) * 6) * 0.07 * (shades.length === 1 ? 1 : 0.5)
    const wide = (shades.length === 1 ? 0.44 : 0.4) * (1.06 - 0.26 * t) * (1 + (rough(t * 5, index * 7) - 0.5) * 0.28)
    const s = (place - index - 0.5 - sway) / wide
    const torn = rough(s * 5 + 40 + index * 9, t * 3) - 0.5
    const lines = ridges(s * 7 + index * 50, t * 1.7)
    const start = step(-0.11 + torn * 0.06 + s * s * 0.1, -0.085 + torn * 0.06 + s * s * 0.1, t)
    const end = step(1.04 - lines * 0.4 + torn * 0.1, 0.96 - lines * 0.4 + torn * 0.1, t)
    const side = step(1.02 + torn * 0.07, 0.94 + torn * 0.07, Math.abs(s))
    const cover = start * end * side
    if (cover <= 0.001) return NOTHING
    const bead = Math.exp(-(((Math.abs(s) - 0.86) / 0.1) ** 2)) * 0.45
    const blob = Math.exp(-(((t - 0.02) / 0.12) ** 2)) * (1 - s * s) * 1.5
    const height = thick * 0.0135 * wide * 2.2 * (0.45 + bead + blob + lines * 0.85 + (ridges(s * 22, t * 3) - 0.5) * 0.22) * cover ** 0.6
    return { height, cover: clamp(cover * 1.6), rgb: colours[index] ?? [1, 1, 1] }
  }
  return { at, gloss, shine, relief: 1.25 }
}

/** A dollop of cream, turned with a spatula. */
export function swirl(seed: number, colour: Colour, { gloss = 34, shine = 0.32 } = {}): Surface {
  const wobble = layered(seed, 3)
  const rgb = rgbOf(colour)
  const at = (x: number, y: number): Point => {
    const [dx, dy] = [x - 0.46 - dice(2, 3, seed) * 0.08, (y - 0.53) * (1.02 + dice(2, 4, seed) * 0.16)]
    const angle = Math.atan2(dy, dx)
    const r = Math.hypot(dx, dy) / (0.385 + (wobble(Math.cos(angle) * 1.3 + 4, Math.sin(angle) * 1.3) - 0.5) * 0.2)
    const cover = step(1.01, 0.985, r)
    if (cover === 0) return NOTHING
    const turns = r * 2.5 - angle / (Math.PI * 2) + (wobble(x * 2.4, y * 2.4) - 0.5) * 0.6
    const groove = Math.abs((turns % 1 + 1) % 1 - 0.5) * 2
    const dome = Math.sqrt(Math.max(0, 1 - r ** 3))
    const peak = Math.exp(-((r / 0.2) ** 2)) * 0.3
    const carved = step(0.06, 0.34, r)
    const height = 0.105 * (dome * (0.66 + 0.3 * (0.6 - groove ** 1.4) * carved * (1 - r * 0.35)) + peak + (wobble(x * 16, y * 16) - 0.5) * 0.03)
    return { height, cover, rgb }
  }
  return { at, gloss, shine, relief: 0.8, soft: 0.3 }
}

/** Drops and pools of something that runs: serum, oil, gel, perfume. `bubbles` float in gels. */
export function pool(seed: number, colour: Colour, { clear = 0.85, bubbles = false, thick = 1 } = {}): Surface {
  const rgb = rgbOf(colour)
  const edge = noise(seed)
  const [mx, my] = [0.4 + dice(0, 4, seed) * 0.18, 0.42 + dice(0, 5, seed) * 0.14]
  const drops = [[mx, my, 0.17 + dice(0, 6, seed) * 0.07]].concat(Array.from({ length: 3 + Math.floor(dice(1, 4, seed) * 3) }, (_, k) => {
    const [a, r] = [k * 2.1 + dice(k, 1, seed) * 1.6, 0.2 + dice(k, 2, seed) * 0.16]
    return [mx + Math.cos(a) * r, my + Math.sin(a) * r * 0.9, 0.035 + dice(k, 3, seed) * 0.075]
  }), Array.from({ length: 8 }, (_, k) => [0.12 + dice(k, 11, seed) * 0.76, 0.14 + dice(k, 12, seed) * 0.74, 0.016 + dice(k, 13, seed) ** 2 * 0.02]))
  const air = Array.from({ length: bubbles ? 46 : 0 }, (_, k) => [0.28 + dice(k, 7, seed) * 0.44, 0.3 + dice(k, 8, seed) * 0.42, 0.004 + dice(k, 9, seed) ** 3 * 0.016] as const)
  const at = (x: number, y: number): Point => {
    const [wx, wy] = [x + (edge(x * 4, y * 4) - 0.5) * 0.04, y + (edge(x * 4 + 9, y * 4) - 0.5) * 0.04]
    // The drops run into each other: a smooth minimum of the distances to their edges.
    let away = 9
    for (const [cx = 0, cy = 0, r = 0] of drops) {
      const next = Math.hypot(wx - cx, wy - cy) - r
      const blend = Math.max(0, 0.07 - Math.abs(away - next)) / 0.07
      away = Math.min(away, next) - blend * blend * 0.07 * 0.25
    }
    const cover = step(0.0012, -0.0012, away)
    if (cover === 0) return NOTHING
    const depth = clamp(-away / 0.085)
    let height = 0.034 * thick * (1 - (1 - depth) ** 2.2)
    for (const [bx, by, r] of air) {
      const d = Math.hypot(x - bx, y - by) / r
      if (d < 1) height += r * 0.7 * Math.sqrt(1 - d * d)
    }
    return { height, cover, rgb }
  }
  return { at, gloss: 190, shine: 0.85, clear, relief: 1.5 }
}

/** Lather: bubbles of three sizes that sit close together. */
export function foam(seed: number, colour: Colour): Surface {
  const [big, middle, small] = [cells(seed), cells(seed + 10), cells(seed + 20)]
  const shape = layered(seed + 3, 3)
  const rgb = rgbOf(tone(colour, 0))
  const at = (x: number, y: number): Point => {
    const r = Math.hypot(x - 0.5, (y - 0.52) * 1.08) + (shape(x * 3, y * 3) - 0.5) * 0.16
    const [a, b, c] = [big(x * 17, y * 17), middle(x * 36 + 5, y * 36), small(x * 84, y * 84)]
    const cover = step(0.43 + (0.5 - a.near) * 0.05, 0.42 + (0.5 - a.near) * 0.05, r)
    if (cover === 0) return NOTHING
    const dome = (near: number, reach: number): number => Math.sqrt(Math.max(0, 1 - (near / reach) ** 2))
    const large = a.id > 0.45 ? dome(a.near, 0.5) : 0
    const medium = large > 0 ? 0 : dome(b.near, 0.56)
    const height = 0.1 * Math.sqrt(Math.max(0, 1 - (r / 0.46) ** 2)) + 0.018 * large * a.id + 0.009 * medium + (large + medium > 0.15 ? 0 : 0.0035 * dome(c.near, 0.6))
    const wall = 0.9 + 0.1 * step(0, 0.22, large > 0 ? 0.5 - a.near : b.next - b.near)
    return { height, cover, rgb: [rgb[0] * wall, rgb[1] * wall, rgb[2] * wall] }
  }
  return { at, gloss: 120, shine: 0.7, relief: 0.55, soft: 0.55 }
}

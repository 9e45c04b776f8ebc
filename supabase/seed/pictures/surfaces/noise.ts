/** Smooth noise from 0 to 1, the same for the same seed and place. */
export type Noise = (x: number, y: number) => number

const mix = (a: number, b: number, t: number): number => a + (b - a) * t
export const clamp = (v: number, low = 0, high = 1): number => (v < low ? low : v > high ? high : v)
/** 0 below `from`, 1 above `to`, smooth between. */
export function step(from: number, to: number, v: number): number {
  const t = clamp((v - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/** A pseudo-random number from 0 to 1 for a whole place. */
export function dice(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

export function noise(seed: number): Noise {
  return (x, y) => {
    const [ix, iy] = [Math.floor(x), Math.floor(y)]
    const [fx, fy] = [x - ix, y - iy]
    const [u, v] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)]
    return mix(mix(dice(ix, iy, seed), dice(ix + 1, iy, seed), u), mix(dice(ix, iy + 1, seed), dice(ix + 1, iy + 1, seed), u), v)
  }
}

/** Noise in several sizes, from coarse to fine; from 0 to 1. */
export function layered(seed: number, layers: number): Noise {
  const one = noise(seed)
  return (x, y) => {
    let [sum, weight, size, all] = [0, 0.5, 1, 0]
    for (let k = 0; k < layers; k += 1) {
      sum += one(x * size + k * 17.3, y * size - k * 9.1) * weight
      all += weight
      weight *= 0.5
      size *= 2.03
    }
    return sum / all
  }
}

/** The distances to the nearest and the second nearest of scattered points (Worley), and the nearest one's number. */
export function cells(seed: number): (x: number, y: number) => { near: number; next: number; id: number } {
  return (x, y) => {
    const [ix, iy] = [Math.floor(x), Math.floor(y)]
    let [near, next, id] = [9, 9, 0]
    for (let dy = -1; dy <= 1; dy += 1) for (let dx = -1; dx <= 1; dx += 1) {
      const [cx, cy] = [ix + dx, iy + dy]
      const d = Math.hypot(cx + dice(cx, cy, seed) - x, cy + dice(cx, cy, seed + 1) - y)
      if (d < near) [next, near, id] = [near, d, dice(cx, cy, seed + 2)]
      else if (d < next) next = d
    }
    return { near, next, id }
  }
}

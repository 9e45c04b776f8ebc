import sharp from 'sharp'
import { hex } from '../colour.ts'
import type { Colour } from '../colour.ts'
import { clamp, step } from './noise.ts'

/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [number, number, number]

/** One point of a surface: how high it is (parts of the frame), how much of it covers the card (0 to 1), and its colour. */
export type Point = { height: number; cover: number; rgb: Rgb }

/**
 * What lies on the card. `at` takes a place from 0 to 1 in both directions. `gloss` is how sharp the lamp's reflection is and `shine` how
 * strong; `clear` (0 to 1) lets the card through, darker where it is thicker. `soft` (0 to 1) is light that comes out of the thing again, as from cream or foam.
 */
export type Surface = { at: (x: number, y: number) => Point; gloss: number; shine: number; clear?: number; relief?: number; soft?: number }

export function rgbOf(c: Colour): Rgb {
  const digits = hex(c)
  const channel = (k: number): number => Number.parseInt(digits.slice(k, k + 2), 16) / 255
  return [channel(1), channel(3), channel(5)]
}

/** From the upper left, rather low: relief shows in raking light. */
const LAMP = [-0.52, -0.5, 0.69] as const
const HALF = [-0.282, -0.271, 0.92] as const

/** Photographs a surface on a card: shadow, light on slopes, and the lamp's reflection. `size` pixels square. */
export async function photograph({ at, gloss, shine, clear = 0, relief = 1, soft = 0 }: Surface, card: Colour, size: number): Promise<Buffer> {
  const count = size * size
  const height = new Float32Array(count)
  const cover = new Float32Array(count)
  const tint = new Float32Array(count * 3)
  for (let y = 0; y < size; y += 1) for (let x = 0; x < size; x += 1) {
    const point = at((x + 0.5) / size, (y + 0.5) / size)
    const k = y * size + x
    height[k] = point.height * size
    cover[k] = point.cover
    tint.set(point.rgb, k * 3)
  }
  const paper = rgbOf(card)
  const bytes = Buffer.alloc(count * 3)
  const read = (x: number, y: number): number => height[Math.min(size - 1, Math.max(0, y)) * size + Math.min(size - 1, Math.max(0, x))] ?? 0
  const stride = Math.max(1, Math.round(size / 420))
  for (let y = 0; y < size; y += 1) for (let x = 0; x < size; x += 1) {
    const k = y * size + x
    const h = height[k] ?? 0
    const own = cover[k] ?? 0
    const [gx, gy] = [(read(x + 1, y) - read(x - 1, y)) * 0.5 * relief, (read(x, y + 1) - read(x, y - 1)) * 0.5 * relief]
    const length = Math.hypot(gx, gy, 1)
    const [nx, ny, nz] = [-gx / length, -gy / length, 1 / length]
    // Walks towards the lamp: what is higher than the ray shades this point.
    let shade = 0
    for (let s = 1; s <= 14; s += 1) {
      const reach = s * s * 0.28 * stride + s * stride * 0.5
      const over = read(Math.round(x + LAMP[0] * reach * 1.4), Math.round(y + LAMP[1] * reach * 1.4)) - h - reach * 0.62
      if (over > 0) shade = Math.max(shade, Math.min(1, over / (1.2 * stride)) * (1 - s / 17))
    }
    const light = clamp((nx * LAMP[0] + ny * LAMP[1] + nz * LAMP[2]) * 1.08 + 0.26, 0, 1.3) * (1 - 0.42 * (1 - soft) * shade) * (1 - soft * 0.5) + soft * 0.48
    const flash = shine * own * (1 - shade * 0.7) * Math.max(0, nx * HALF[0] + ny * HALF[1] + nz * HALF[2]) ** gloss
    const window = shine * own * 0.5 * step(0.4, 0.62, -(nx * 0.55 + ny * 0.83)) * step(0.98, 0.75, -(nx * 0.55 + ny * 0.83)) * (gloss > 60 ? 1 : 0)
    const [u, v] = [x / size - 0.36, y / size - 0.32]
    const pool = 1.05 - 0.2 * Math.hypot(u, v)
    const thick = clear ? Math.exp((-h / size) * 46) : 0
    const glow = clear ? clear * own * step(0, 0.7, nx * 0.6 + ny * 0.6) * 0.34 : 0
    for (let c = 0; c < 3; c += 1) {
      const below = (paper[c] ?? 0) * pool * (1 - 0.5 * shade * (own > 0.5 ? 0 : 1))
      const through = clear ? below * ((tint[k * 3 + c] ?? 0) ** 1.5 * (1 - thick) + thick) : 0
      const solid = (tint[k * 3 + c] ?? 0) * light * pool
      const body = clear ? solid * (1 - clear) + through * clear * (0.82 + 0.24 * light) + glow * (0.25 + (tint[k * 3 + c] ?? 0)) : solid
      bytes[k * 3 + c] = Math.round(255 * clamp(below * (1 - own) + body * own + flash + window))
    }
  }
  return sharp(bytes, { raw: { width: size, height: size, channels: 3 } }).png({ compressionLevel: 1 }).toBuffer()
}

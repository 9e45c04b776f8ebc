import { tone } from '../colour.ts'
import type { Colour } from '../colour.ts'
import { cells, clamp, dice, layered, noise, step } from './noise.ts'
import { rgbOf } from './surface.ts'
import type { Point, Rgb, Surface } from './surface.ts'

const NOTHING: Point = { height: 0, cover: 0, rgb: [1, 1, 1] }
const between = (a: Rgb, b: Rgb, t: number): Rgb => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]

const BLACK_AND_WHITE: readonly [Rgb, Rgb] = [[0, 0, 0], [1, 1, 1]]

/** Heaps of crushed powder, one per shade: crumbs, dust around them, and sparks if it shimmers. */
export function powder(seed: number, shades: readonly Colour[], { sparks = 0, loose = false } = {}): Surface {
  const rough = layered(seed, 5)
  const outline = layered(seed + 7, 4)
  const crumbs = cells(seed + 3)
  const dust = cells(seed + 9)
  const colours = shades.map((c) => [rgbOf(tone(c, -3)), rgbOf(tone(c, 9))] as const)
  const columns = shades.length === 1 ? 1 : shades.length > 8 ? 4 : shades.length > 4 ? 3 : shades.length
  const rows = Math.ceil(shades.length / columns)
  const at = (x: number, y: number): Point => {
    const [gx, gy] = [(x - 0.06) / 0.88 * columns, (y - 0.06) / 0.88 * rows]
    const [cx, cy] = [clamp(Math.floor(gx), 0, columns - 1), clamp(Math.floor(gy), 0, rows - 1)]
    const index = cy * columns + cx
    const pair = colours[index]
    if (!pair) return NOTHING
    const scale = 0.88 / Math.max(columns, rows)
    const [dx, dy] = [(x - 0.06 - ((cx + 0.5) / columns) * 0.88) / scale, (y - 0.06 - ((cy + 0.5) / rows) * 0.88) / scale]
    const r = Math.hypot(dx, dy * 1.12) + (outline(x * 5 + index * 3, y * 5) - 0.5) * 0.42
    const body = step(0.44, 0.4, r)
    const [a, b] = [crumbs(x * 46, y * 46), dust(x * 120, y * 120)]
    const crumb = step(0.34, 0.2, a.near) * (a.id > 0.42 + r * 0.75 ? 1 : 0)
    const speck = step(0.34, 0.16, b.near) * (b.id > 0.24 + r * 1.15 ? 1 : 0)
    const cover = Math.max(body, crumb, speck)
    if (cover === 0) return NOTHING
    const crumble = rough(x * 70, y * 70)
    const lump = Math.max(0, 0.36 - a.near) * (a.id > 0.7 ? 0.028 : 0.012)
    const fall = Math.max(0, 1 - r / 0.44)
    const height = body * scale * ((loose ? 0.24 : 0.11) * fall ** 0.8 + 0.012) + body * lump * 0.5 + crumb * 0.0022 + speck * 0.0009 + (crumble - 0.5) * 0.0085 * cover
    const spark = sparks > 0 && dice(Math.floor(x * 620), Math.floor(y * 620), seed) < sparks * 0.05 ? 0.75 : 0
    const rgb = between(pair[0], pair[1], crumble)
    return { height, cover, rgb: spark ? between(rgb, [1, 1, 0.97], spark) : rgb }
  }
  return { at, gloss: 8, shine: sparks ? 0.1 : 0.02, relief: 0.62, soft: 0.2 }
}

/** Satin in soft folds, from edge to edge. */
export function satin(seed: number, shades: readonly Colour[]): Surface {
  const bend = layered(seed, 3)
  const colours = shades.map(rgbOf)
  const at = (x: number, y: number): Point => {
    const warp = (bend(x * 2.1, y * 2.1) - 0.5) * 1.1
    const along = x * 0.8 + y * 0.62 + warp * 0.42
    const index = Math.min(colours.length - 1, Math.max(0, Math.floor(clamp(along / 1.42) * colours.length)))
    const fold = Math.sin(along * 15 + warp * 5) * 0.5 + Math.sin(along * 31 + x * 3 + warp * 9) * 0.18 + Math.sin((x - y) * 5 + warp * 6) * 0.34
    return { height: 0.024 * fold, cover: 1, rgb: colours[index] ?? [1, 1, 1] }
  }
  return { at, gloss: 12, shine: 0.4, relief: 0.62, soft: 0.25 }
}

/** Plain-woven cotton with a block-printed lotus bud; without `print` it is plain. */
export function cotton(seed: number, ground: Colour, print?: Colour): Surface {
  const uneven = layered(seed, 4)
  const [base, motif] = [rgbOf(ground), rgbOf(print ?? ground)]
  const at = (x: number, y: number): Point => {
    const threads = 58
    const warp = (uneven(x * 3, y * 3) - 0.5) * 0.02
    const [u, v] = [(x + warp) * threads, (y + warp) * threads]
    const over = (Math.floor(u) + Math.floor(v)) % 2 === 0
    const round = over ? Math.sin((u % 1) * Math.PI) : Math.sin((v % 1) * Math.PI)
    const fold = Math.sin((x + y * 0.4) * 7 + uneven(x * 2, y * 2) * 3) * 0.012
    const row = Math.floor(y * 5.4)
    const [mx, my] = [((x * 5.4 + (row % 2) * 0.5) % 1) - 0.5, ((y * 5.4) % 1) - 0.5]
    const petal = Math.abs(mx) < 0.2 * Math.sqrt(Math.max(0, 1 - (my / 0.36) ** 2)) * (1 - my * 0.6)
    const vein = Math.abs(mx) < 0.02 || (Math.abs(Math.abs(mx) - 0.1 - my * 0.05) < 0.012)
    const ink = print && petal && !vein ? clamp(0.7 + uneven(x * 60, y * 60) * 0.5) : 0
    const shadeOf = 0.93 + round * 0.09
    const rgb = between(base, motif, ink)
    return { height: 0.0016 * round + fold, cover: 1, rgb: [rgb[0] * shadeOf, rgb[1] * shadeOf, rgb[2] * shadeOf] }
  }
  return { at, gloss: 6, shine: 0.04, relief: 0.9 }
}

/** Strands side by side: hair, bristles, straw. `wave` is how much they bend. */
export function strands(seed: number, shades: readonly Colour[], { wave = 0.1, count = 150, shine = 0.5 } = {}): Surface {
  const fine = noise(seed)
  const clump = layered(seed + 2, 3)
  const colours = shades.map((c) => [rgbOf(tone(c, -12)), rgbOf(tone(c, 14))] as const)
  const at = (x: number, y: number): Point => {
    const u = x + Math.sin(y * 5.2 + clump(x * 1.5, y) * 2) * wave + (clump(x * 3, y * 1.2) - 0.5) * wave * 1.2
    const lock = clump(u * 9, y * 0.7)
    const strand = fine(u * count, y * 2.2 + lock * 5)
    const thin = fine(u * count * 2.7 + 31, y * 3)
    const pair = colours[clamp(Math.floor(u * colours.length), 0, colours.length - 1)] ?? BLACK_AND_WHITE
    const band = Math.exp(-(((y - 0.38 - (lock - 0.5) * 0.24) / 0.13) ** 2)) * 0.5
    return { height: 0.05 * lock + 0.006 * strand + 0.002 * thin, cover: 1, rgb: between(pair[0], pair[1], clamp(strand * 0.55 + thin * 0.25 + band)) }
  }
  return { at, gloss: 14, shine: shine * 0.3, relief: 0.85 }
}

/** Planed wood: rings, pores along the fibres, oiled. */
export function wood(seed: number, colour: Colour): Surface {
  const bend = layered(seed, 3)
  const pores = noise(seed + 4)
  const [dark, light] = [rgbOf(tone(colour, -14)), rgbOf(tone(colour, 10))]
  const at = (x: number, y: number): Point => {
    const v = y + (bend(x * 1.2, y * 2.4) - 0.5) * 0.34
    const ring = 0.5 + 0.5 * Math.sin(v * 46 + bend(x * 2, y * 9) * 5)
    const pore = step(0.74, 0.9, pores(x * 9, y * 190)) 
    return { height: 0.0016 * ring - 0.0014 * pore + 0.002 * bend(x * 3, y * 30), cover: 1, rgb: between(light, dark, clamp(ring ** 2 * 0.6 + pore * 0.5 + bend(x * 4, y * 60) * 0.24)) }
  }
  return { at, gloss: 20, shine: 0.12, relief: 1.2 }
}

/** Hammered or brushed metal. */
export function metal(seed: number, colour: Colour, { hammered = true } = {}): Surface {
  const dents = cells(seed)
  const brush = noise(seed + 3)
  const sky = layered(seed + 6, 2)
  const [dark, light] = [rgbOf(tone(colour, -24)), rgbOf(tone(colour, 22))]
  const at = (x: number, y: number): Point => {
    const dent = hammered ? dents(x * 11, y * 11).near : 0
    const hair = brush(x * 4, y * 420)
    const mirror = 0.5 + 0.5 * Math.sin((x * 1.1 + y * 0.8) * 8 + sky(x * 2, y * 2) * 4 + dent * 3)
    return { height: hammered ? 0.03 * dent * dent : 0.0006 * hair, cover: 1, rgb: between(dark, light, clamp(mirror * 0.75 + hair * 0.2)) }
  }
  return { at, gloss: hammered ? 50 : 24, shine: 0.5, relief: 1 }
}

/** Open-cell sponge. */
export function sponge(seed: number, shades: readonly Colour[]): Surface {
  const [large, small] = [cells(seed), cells(seed + 5)]
  const colours = shades.map((c) => [rgbOf(tone(c, -16)), rgbOf(tone(c, 6))] as const)
  const at = (x: number, y: number): Point => {
    const pair = colours[Math.min(colours.length - 1, Math.floor(clamp(x * 0.9 + y * 0.1) * colours.length))] ?? BLACK_AND_WHITE
    const hole = step(0.34, 0.12, large(x * 26, y * 26).near) * 0.9 + step(0.36, 0.1, small(x * 60, y * 60).near) * 0.4
    return { height: -0.006 * hole, cover: 1, rgb: between(pair[1], pair[0], clamp(hole)) }
  }
  return { at, gloss: 6, shine: 0.04, relief: 1.1 }
}

/** Pearls side by side. */
export function pearls(seed: number, colour: Colour): Surface {
  const rgb = rgbOf(colour)
  const blush = noise(seed)
  const at = (x: number, y: number): Point => {
    const across = 7
    const row = Math.round((y * across) / 0.87)
    const column = Math.round(x * across - (row % 2) * 0.5)
    const [dx, dy] = [x * across - (row % 2) * 0.5 - column, (y * across - row * 0.87)]
    const r = Math.hypot(dx, dy) / 0.495
    if (r >= 1) return { height: -0.02, cover: 1, rgb: [rgb[0] * 0.4, rgb[1] * 0.36, rgb[2] * 0.4] }
    const warm = blush(column * 3.1, row * 2.7) * 0.06 - 0.03 + dy * 0.08
    return { height: 0.066 * Math.sqrt(1 - r * r), cover: 1, rgb: [clamp(rgb[0] + warm), rgb[1], clamp(rgb[2] - warm)] }
  }
  return { at, gloss: 70, shine: 0.6, relief: 0.8, soft: 0.35 }
}

/** Round glass rods side by side, one per shade: bangles from near. */
export function rods(shades: readonly Colour[]): Surface {
  const colours = shades.map((c) => [rgbOf(tone(c, -14)), rgbOf(tone(c, 12))] as const)
  const at = (x: number, y: number): Point => {
    const bend = y + ((x - 0.5) ** 2) * 0.34 - 0.05
    const place = clamp(bend, 0, 0.999) * colours.length
    const s = (place % 1) * 2 - 1
    const pair = colours[Math.floor(place)] ?? BLACK_AND_WHITE
    return { height: (0.5 / colours.length) * Math.sqrt(Math.max(0.02, 1 - s * s)), cover: 1, rgb: between(pair[0], pair[1], clamp(0.5 + s * 0.5)) }
  }
  return { at, gloss: 60, shine: 0.8, relief: 0.85, soft: 0.2 }
}

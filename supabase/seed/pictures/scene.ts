import { hex, tone } from './colour.ts'
import type { Colour } from './colour.ts'
import type { Ink } from './ink.ts'
import { ellipse, line, path, shadow } from './shapes.ts'

/** The cusped window that is also the shop's arch on screen: 100 wide, 150 high. */
export const JHAROKHA = 'M3 150V60A14 14 0 0 1 9 38A14 14 0 0 1 23 20.5A13 13 0 0 1 40 9.5C45 8.5 48.6 5 50 0C51.4 5 55 8.5 60 9.5A13 13 0 0 1 77 20.5A14 14 0 0 1 91 38A14 14 0 0 1 97 60V150Z'

const BACKDROPS: Record<string, Colour> = {
  rose: { h: 346, s: 38, l: 85 }, blush: { h: 12, s: 44, l: 86 }, peach: { h: 26, s: 50, l: 84 }, marigold: { h: 40, s: 58, l: 81 },
  sand: { h: 38, s: 34, l: 87 }, sage: { h: 122, s: 15, l: 81 }, leaf: { h: 146, s: 20, l: 80 }, mint: { h: 166, s: 22, l: 84 },
  teal: { h: 184, s: 24, l: 78 }, sky: { h: 208, s: 30, l: 85 }, dusk: { h: 232, s: 26, l: 83 }, lilac: { h: 272, s: 28, l: 86 },
  orchid: { h: 312, s: 28, l: 85 }, coral: { h: 4, s: 46, l: 80 }, stone: { h: 24, s: 10, l: 84 },
  plum: { h: 326, s: 36, l: 24 }, night: { h: 236, s: 28, l: 24 }, forest: { h: 158, s: 26, l: 22 }, umber: { h: 22, s: 24, l: 25 },
}

export function backdrop(name: string): Colour {
  const found = BACKDROPS[name]
  if (!found) throw new Error(`No backdrop is called "${name}"`)
  return found
}

const isLight = (c: Colour): boolean => c.l > 50

const BLURS: Record<string, number> = { near: 9, soft: 32, niche: 14, thin: 3, leaves: 11, faint: 5 }
/** Filters that turn a drawing into its shadow, by how far the lamp is from it. */
const CASTS: Record<string, number> = { castnear: 7, casthard: 5, castsoft: 26 }

export function filters(b: Colour): string {
  const shade = hex({ h: b.h - 10, s: 44, l: isLight(b) ? 22 : 3 })
  const around = 'x="-60%" y="-90%" width="220%" height="280%"'
  return Object.entries(BLURS).map(([id, blur]) => `<filter id="${id}" ${around}><feGaussianBlur stdDeviation="${blur}"/></filter>`).join('') +
    Object.entries(CASTS).map(([id, blur]) => `<filter id="${id}" filterUnits="userSpaceOnUse" x="0" y="0" width="2000" height="1300"><feFlood flood-color="${shade}"/><feComposite operator="in" in2="SourceAlpha"/><feGaussianBlur stdDeviation="${blur}"/></filter>`).join('') +
    '<filter id="lift" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="5" dy="8" stdDeviation="5" flood-color="#2a1018" flood-opacity=".4"/></filter>'
}

/** Wall, light from the upper left, and a floor from `floor` down. */
export function room(ink: Ink, width: number, height: number, floor: number, inWall: string, spot: readonly [number, number] = [0.38, 0.3]): string {
  const b = ink.backdrop
  const strong = isLight(b)
  const wall = ink.linear([[0, hex(tone(b, 4))], [1, hex(tone(b, -7, -6, 4))]], [0, 0], [0.35, 1])
  const light = ink.radial([[0, '#ffffff', strong ? 0.6 : 0.22], [0.55, '#ffffff', strong ? 0.12 : 0.06], [1, '#ffffff', 0]], spot[0], spot[1], 0.75)
  const ground = ink.linear([[0, hex(tone(b, -10, -4, 2))], [0.16, hex(tone(b, -1, -2))], [1, hex(tone(b, 5))]], [0, 0], [0, 1])
  return `<rect width="${width}" height="${height}" fill="${wall}"/>${inWall}<rect width="${width}" height="${height}" fill="${light}"/><rect y="${floor}" width="${width}" height="${height - floor}" fill="${ground}"/>`
}

/** Bars of window light across the wall. */
export function windowLight(ink: Ink, width: number, height: number): string {
  const bars = Array.from({ length: Math.ceil(width / 190) }, (_, k) => `<path d="M${160 + k * 190} -80h150l-330 ${height * 0.92}h-150z" fill="#fff" opacity=".34"/>`).join('')
  return `<g filter="url(#soft)" opacity="${isLight(ink.backdrop) ? 0.55 : 0.12}">${bars}</g>`
}

/** A jharokha niche standing on the floor line. */
export function niche(ink: Ink, x: number, y: number, width: number, floor: number): string {
  const b = ink.backdrop
  const strong = isLight(b)
  const place = (k: number, dx = 0, dy = 0): string => `transform="translate(${x + dx - (width * (k - 1)) / 2} ${y + dy - (width * (k - 1)) / 2}) scale(${(width * k) / 100} ${(floor - y + (width * (k - 1)) / 2) / 150})"`
  const depth = ink.linear([[0, hex(tone(b, strong ? -19 : -4, -6, 8))], [0.5, hex(tone(b, strong ? -10 : 8, -4, 6))], [1, hex(tone(b, strong ? -5 : 14, -2, 4))]], [0, 0], [0.7, 1])
  const clip = ink.clip(JHAROKHA)
  return `<path d="${JHAROKHA}" ${place(1.12)} fill="${hex(tone(b, 4))}"/><path d="${JHAROKHA}" ${place(1.12)} fill="none" stroke="${hex(tone(b, -9, -4, 4))}" stroke-width=".5" opacity=".8"/>` +
    `<path d="${JHAROKHA}" ${place(1)} fill="${depth}"/><g ${place(1)}><g clip-path="${clip}"><path d="${JHAROKHA}" transform="translate(7 5)" fill="${hex(tone(b, strong ? -3 : 15, -2, 4))}" opacity=".75" filter="url(#thin)"/></g></g>` +
    `<path d="${JHAROKHA}" ${place(1)} fill="none" stroke="#fff" stroke-opacity="${strong ? 0.55 : 0.2}" stroke-width=".7"/>`
}

/** A round podium with its top at `y`. */
export function podium(ink: Ink, cx: number, y: number, rx: number, height: number, c: Colour = ink.backdrop): string {
  const ry = rx * 0.15
  const side = ink.linear([[0, hex(tone(c, -14, -4, 4))], [0.3, hex(tone(c, 2, 0, 2))], [1, hex(tone(c, -22, -6, 5))]])
  const top = ink.linear([[0, hex(tone(c, 7))], [1, hex(tone(c, -3, -4, 2))]], [0, 0], [1, 0.3])
  return shadow(ink, cx, y + height, rx, 0.6) + path(`M${cx - rx} ${y}V${y + height}A${rx} ${ry} 0 0 0 ${cx + rx} ${y + height}V${y}Z`, side) + ellipse(cx, y, rx, ry, top) +
    line(`M${cx - rx} ${y}A${rx} ${ry} 0 0 0 ${cx + rx} ${y}`, '#ffffff', 2, isLight(c) ? 0.5 : 0.25)
}

/** A square plinth with its top at `y`. */
export function plinth(ink: Ink, cx: number, y: number, half: number, height: number): string {
  const c = ink.backdrop
  const front = ink.linear([[0, hex(tone(c, -2))], [0.4, hex(tone(c, 2))], [1, hex(tone(c, -16, -6, 4))]])
  const slope = half * 0.16
  const dark = hex({ h: c.h - 10, s: 40, l: isLight(c) ? 30 : 6 })
  const foot = y + height + slope
  return path(`M${cx - half} ${foot - 16}H${cx + half}L${cx + half * 1.5} ${foot + 4}L${cx + half * 1.1} ${foot + 12}H${cx - half}Z`, dark, 'opacity=".4" filter="url(#niche)"') + path(`M${cx - half * 0.86} ${y - slope}H${cx + half * 0.86}L${cx + half} ${y + slope}H${cx - half}Z`, ink.linear([[0, hex(tone(c, 8))], [1, hex(tone(c, -1, -4))]], [0, 0], [1, 0.4])) +
    `<rect x="${cx - half}" y="${y + slope}" width="${half * 2}" height="${height}" fill="${front}"/>` + line(`M${cx - half} ${y + slope}h${half * 2}`, '#ffffff', 2, isLight(c) ? 0.5 : 0.25)
}

import { colour, hex, tone } from '../colour.ts'
import type { Colour } from '../colour.ts'
import type { Ink } from '../ink.ts'
import { ellipse, line, path } from '../shapes.ts'

export type Draw = (ink: Ink, c: Colour) => string

export const ground = (ink: Ink, rx: number, ry: number, dx = 6, dy = 16): string =>
  ellipse(dx, dy, rx, ry, hex({ h: ink.backdrop.h, s: 40, l: ink.backdrop.l > 50 ? 28 : 6 }), 'opacity=".4" filter="url(#near)"')

/** Flattens a thing that lies on a floor seen from the front; from above it stays round. */
const flat = (ink: Ink, by: number, art: string): string => `<g transform="scale(1 ${ink.look.view === 'top' ? 1 : by})">${art}</g>`

function slice(ink: Ink, skin: Colour, flesh: Colour, heart: string): string {
  const one = (x: number, y: number, r: number): string => `<g transform="translate(${x} ${y})">${ground(ink, r, r * 0.5, 6, 16)}` + flat(ink, 0.62,
    `<circle cy="12" r="${r}" fill="${hex(tone(skin, -10))}"/><circle r="${r}" fill="${hex(skin)}"/><circle r="${r * 0.92}" fill="${ink.radial([[0, hex(tone(flesh, 6))], [0.7, hex(flesh)], [1, hex(tone(flesh, -8))]], 0.42, 0.38, 0.7)}"/>${heart}` +
    `<path d="M${-r * 0.6} ${-r * 0.5}Q0 ${-r * 0.95} ${r * 0.6} ${-r * 0.55}" stroke="#fff" stroke-width="5" stroke-opacity=".55" fill="none" stroke-linecap="round"/>`) + '</g>'
  return one(-46, -6, 74) + one(48, 26, 80)
}

const seeds = (count: number, reach: number, r: number, fill: (k: number) => string): string =>
  Array.from({ length: count }, (_, k) => `<ellipse cx="0" cy="${-reach}" rx="${r * 0.55}" ry="${r}" fill="${fill(k)}" transform="rotate(${(360 / count) * k})"/>`).join('')

/** A loose heap of small seeds, denser in its middle. */
function heap(ink: Ink, count: number, spread: number, draw: (k: number) => string): string {
  return ground(ink, spread * 0.8, 18, 6, 14) + Array.from({ length: count }, (_, k) => {
    const [a, r] = [ink.random() * Math.PI * 2, ink.random() ** 0.8 * spread]
    return { k, x: Math.cos(a) * r, y: Math.sin(a) * r * 0.34 - Math.max(0, 1 - r / (spread * 0.7)) * 34 * ink.random() }
  }).toSorted((a, b) => a.y - b.y).map(({ k, x, y }) => `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${ink.between(-80, 80).toFixed(0)})">${draw(k)}</g>`).join('')
}

const seed = (rx: number, ry: number, c: Colour): string =>
  ellipse(1, 3, rx, ry, '#000000', 'opacity=".22"') + ellipse(0, 0, rx, ry, hex(c)) + ellipse(-rx * 0.2, -ry * 0.35, rx * 0.5, ry * 0.25, '#ffffff', 'opacity=".5"')

export const INGREDIENTS = {
  cucumber: (ink: Ink) => slice(ink, colour(104, 46, 34), colour(86, 46, 82), seeds(3, 26, 24, () => hex(colour(84, 50, 88))) + seeds(12, 44, 8, () => hex(colour(70, 44, 90)))),
  banana: (ink: Ink) => slice(ink, colour(46, 66, 74), colour(50, 74, 86), seeds(3, 12, 14, () => hex(colour(44, 54, 74))) + seeds(9, 24, 5, () => hex(colour(30, 40, 46)))),
  aloe: (ink: Ink) => [[-30, 0, -16, 1], [40, 34, 12, 0.8]].map(([x = 0, y = 0, turn = 0, k = 1]) => `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${k})">${ground(ink, 150, 20, 8, 22)}` +
    path('M-130 4C-130 -26 -118 -34 -96 -34C0 -36 90 -22 190 8C90 26 0 34 -96 32C-118 32 -130 26 -130 4Z', ink.linear([[0, hex(colour(112, 34, 52))], [0.45, hex(colour(122, 34, 38))], [1, hex(colour(130, 36, 27))]], [0, 0], [0, 1])) +
    Array.from({ length: 9 }, (_, n) => path(`M${-70 + n * 26} ${-34 + n * 2.6}l12 -10l4 13z`, hex(colour(96, 40, 66)))).join('') +
    ellipse(-120, 0, 15, 32, hex(colour(106, 30, 44))) + ellipse(-121, 0, 11, 26, ink.radial([[0, hex(colour(96, 56, 92))], [1, hex(colour(100, 46, 76))]], 0.4, 0.3, 0.8)) + line('M-90 -20C-10 -24 80 -12 150 4', '#ffffff', 4, 0.35) + '</g>').join(''),
  turmeric: (ink: Ink) => [[-30, 6, -14, 1], [52, 34, 22, 0.72]].map(([x = 0, y = 0, turn = 0, k = 1]) => `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${k})">${ground(ink, 120, 24, 8, 24)}` +
    path('M-110 8C-116 -24 -80 -38 -40 -30C-10 -54 30 -44 40 -30C84 -40 116 -20 114 6C100 30 60 34 20 28C-30 40 -96 40 -110 8Z', ink.linear([[0, hex(colour(36, 60, 62))], [0.5, hex(colour(32, 58, 48))], [1, hex(colour(26, 56, 30))]], [0, 0], [0, 1])) +
    [-70, -36, 0, 36, 72].map((at) => line(`M${at} -30q10 30 -2 56`, hex(colour(24, 54, 30)), 2.6, 0.55)).join('') + ellipse(110, -4, 12, 22, hex(colour(34, 96, 52))) + ellipse(110, -4, 7, 14, hex(colour(40, 98, 60))) + '</g>').join(''),
  rice: (ink: Ink) => heap(ink, 90, 130, () => seed(14, 4.4, colour(44, 34, ink.between(88, 95)))),
  flax: (ink: Ink) => heap(ink, 110, 120, () => seed(9, 5, colour(22, 52, ink.between(26, 40)))),
  salt: (ink: Ink) => heap(ink, 80, 130, () => { const s = ink.between(5, 13); return path(`M${-s} ${-s * 0.5}L0 ${-s}L${s} ${-s * 0.5}V${s * 0.6}L0 ${s}L${-s} ${s * 0.6}Z`, '#e6eef2') + path(`M${-s} ${-s * 0.5}L0 0L${s} ${-s * 0.5}L0 ${-s}Z`, '#ffffff') + path(`M0 0V${s}L${s} ${s * 0.6}V${-s * 0.5}Z`, '#b9cbd4') }),
  roots: (ink: Ink) => ground(ink, 130, 16, 6, 16) + Array.from({ length: 42 }, () => line(`M${ink.between(-150, -110).toFixed(0)} ${ink.between(-14, 18).toFixed(0)}C${ink.between(-80, -40).toFixed(0)} ${ink.between(-34, 34).toFixed(0)} ${ink.between(20, 60).toFixed(0)} ${ink.between(-30, 34).toFixed(0)} ${ink.between(100, 170).toFixed(0)} ${ink.between(-30, 36).toFixed(0)}`, hex(colour(ink.between(26, 38), 34, ink.between(34, 66))), ink.between(1.6, 4))).join('') +
    path('M-64 -24q10 22 0 46l-22 4q8 -26 -2 -54z', hex(colour(36, 50, 74))),
  lavender: (ink: Ink) => [[0, 0, -8], [10, 26, 12]].map(([x = 0, y = 0, turn = 0]) => `<g transform="translate(${x} ${y}) rotate(${turn})">${ground(ink, 140, 12, 8, 16)}${line('M-160 8Q-40 4 40 -2', hex(colour(110, 22, 42)), 5)}${Array.from({ length: 30 }, (_, k) => {
    const at = 10 + Math.floor(k / 3) * 16
    const wide = 22 - Math.abs(Math.floor(k / 3) - 4) * 2.4
    return `<ellipse cx="${at}" cy="${-4 + ((k % 3) - 1) * wide * 0.7}" rx="12" ry="8" transform="rotate(${((k % 3) - 1) * 34} ${at} ${-4 + ((k % 3) - 1) * wide * 0.7})" fill="${hex(colour(262 + (k % 4) * 6, 40 + (k % 3) * 6, 50 + ((k * 7) % 5) * 5))}"/>`
  }).join('')}</g>`).join(''),
  smear: (ink: Ink, c: Colour) => {
    const body = 'M-150 26C-140 -6 -90 -30 -20 -34C60 -40 120 -46 168 -30C150 -12 176 -6 150 8C120 4 70 22 20 24C-40 30 -90 48 -150 26Z'
    return ellipse(4, 12, 150, 24, '#000000', 'opacity=".16" filter="url(#faint)"') + path(body, ink.linear([[0, hex(tone(c, 9))], [0.35, hex(tone(c, 2))], [1, hex(tone(c, -9))]], [0, 0], [0.15, 1])) + `<g clip-path="${ink.clip(body)}">${Array.from({ length: 16 }, (_, k) => line(`M-150 ${34 - k * 5}C-60 ${10 - k * 4.6} 60 ${-2 - k * 3} 170 ${8 - k * 4}`, hex(tone(c, k % 3 ? -12 : 18)), ink.between(1, 3), 0.34)).join('')}</g>`
  },
  berry: (ink: Ink) => [[-50, 10, 34], [16, 26, 40], [66, -4, 28]].map(([x = 0, y = 0, r = 30]) => `<g transform="translate(${x} ${y})">${ground(ink, r, r * 0.5, 6, r * 0.7)}<circle r="${r}" fill="${ink.radial([[0, hex(colour(330, 46, 56))], [0.5, hex(colour(316, 50, 30))], [1, hex(colour(300, 50, 14))]], 0.34, 0.3, 0.85)}"/><ellipse cx="${-r * 0.3}" cy="${-r * 0.4}" rx="${r * 0.26}" ry="${r * 0.14}" fill="#fff" opacity=".7"/><circle cx="${r * 0.3}" cy="${-r * 0.5}" r="${r * 0.14}" fill="#3a2a1a"/></g>`).join(''),
  coconut: (ink: Ink) => `<g transform="translate(0 -24)">${ground(ink, 130, 34, 12, 66)}${path('M-122 0C-122 66 -70 100 0 100C70 100 122 66 122 0Z', ink.radial([[0, hex(colour(24, 36, 44))], [1, hex(colour(20, 40, 18))]], 0.36, 0.3, 0.9))}${Array.from({ length: 46 }, () => { const x = ink.between(-112, 104); return line(`M${x.toFixed(0)} ${ink.between(16, 60).toFixed(0)}q${ink.between(-6, 10).toFixed(0)} 14 ${(-x * 0.1).toFixed(0)} ${ink.between(20, 30).toFixed(0)}`, hex(colour(28, 34, ink.between(24, 52))), 2, 0.6) }).join('')}` +
    `<ellipse rx="122" ry="44" fill="${hex(colour(24, 38, 30))}"/><ellipse rx="114" ry="39" fill="#fffdf6"/><ellipse cy="5" rx="92" ry="28" fill="${ink.radial([[0, '#d9d2c4'], [0.7, '#eee8dc'], [1, '#fbf8f0']], 0.5, 0.3, 0.7)}"/></g>`,
  rosemary: (ink: Ink) => `<g transform="rotate(-8)">${ground(ink, 150, 14, 8, 20)}${line('M-170 20Q0 -8 170 -16', hex(colour(36, 24, 34)), 6)}${Array.from({ length: 44 }, (_, k) => {
    const x = -140 + Math.floor(k / 2) * 14
    return `<path transform="translate(${x} ${14 - (x + 140) * 0.1}) rotate(${(k % 2 ? -1 : 1) * ink.between(38, 62)})" d="M0 0Q24 -8 52 0Q24 6 0 0Z" fill="${hex(colour(ink.between(124, 146), 26, ink.between(26, 44)))}"/>`
  }).join('')}</g>`,
  hibiscus: (ink: Ink, c: Colour) => {
    const petal = ink.radial([[0, hex({ h: c.h, s: 70, l: 22 })], [0.3, hex({ h: c.h, s: 74, l: 46 })], [1, hex({ h: c.h + 4, s: 72, l: 62 })]], 0.5, 1, 1)
    return ground(ink, 110, 44, 10, 30) + flat(ink, 0.74, Array.from({ length: 5 }, (_, k) => `<g transform="rotate(${k * 72 - 20})"><path d="M0 0C-70 -40 -84 -116 -34 -128C-10 -142 14 -128 30 -126C84 -110 66 -40 0 0Z" fill="${petal}"/><path d="M0 -12Q-10 -70 -22 -112M0 -12Q6 -70 14 -116" stroke="${hex({ h: c.h, s: 70, l: 30 })}" stroke-opacity=".35" stroke-width="3" fill="none"/></g>`).join('')) +
      line('M0 0Q20 -50 62 -84', hex(colour(48, 80, 66)), 8) + Array.from({ length: 14 }, () => `<circle cx="${ink.between(36, 74).toFixed(0)}" cy="${ink.between(-98, -56).toFixed(0)}" r="5" fill="${hex(colour(46, 90, 60))}"/>`).join('')
  },
} satisfies Record<string, Draw>

import { colour, hex, tone } from '../colour.ts'
import type { Colour } from '../colour.ts'
import type { Ink } from '../ink.ts'
import { ellipse, line, path } from '../shapes.ts'
import { ground, INGREDIENTS } from './ingredients.ts'
import type { Draw } from './ingredients.ts'

const leafFill = (ink: Ink, h: number): string =>
  ink.linear([[0, hex(colour(h, 32, 52))], [0.5, hex(colour(h + 8, 34, 38))], [0.51, hex(colour(h + 8, 32, 44))], [1, hex(colour(h + 14, 36, 30))]], [0, 0], [0, 1])

const blossom = (ink: Ink, c: Colour, petals: number, reach: number, heart: Colour): string => {
  const fill = ink.radial([[0, hex(tone(c, -10))], [1, hex(tone(c, 8))]], 0.5, 0.9, 0.9)
  return `<g transform="scale(1 .62)">${Array.from({ length: petals }, (_, k) => `<ellipse cx="0" cy="${-reach * 0.56}" rx="${reach * 0.32}" ry="${reach * 0.56}" fill="${fill}" transform="rotate(${(360 / petals) * k})"/>`).join('')}<circle r="${reach * 0.17}" fill="${hex(heart)}"/></g>`
}

const FLOWERS = {
  petal: (ink: Ink, c: Colour) => ground(ink, 58, 26) + path('M-60 0C-40 -46 30 -44 62 -8C46 30 -30 38 -60 0Z', ink.radial([[0, hex({ h: c.h, s: 70, l: 90 })], [1, hex({ h: c.h, s: 58, l: ink.backdrop.l > 50 ? 66 : 46 })]], 0.3, 0.3, 0.9)) + line('M-54 0C-20 -12 20 -14 54 -8', '#ffffff', 2, 0.5),
  leaf: (ink: Ink) => `<g transform="scale(1.5)">${ground(ink, 76, 20)}${path('M-80 0C-40 -40 40 -38 84 0C40 34 -40 36 -80 0Z', leafFill(ink, 118))}${Array.from({ length: 7 }, (_, k) => line(`M${-60 + k * 20} 0l16 ${-20 + Math.abs(k - 3) * 4}M${-60 + k * 20} 0l16 ${18 - Math.abs(k - 3) * 4}`, '#ffffff', 1.5, 0.18)).join('')}</g>`,
  neem: (ink: Ink) => ground(ink, 90, 22) + line('M-110 20Q0 -10 120 -6', hex(colour(100, 30, 34)), 4) + Array.from({ length: 6 }, (_, k) => `<g transform="translate(${-90 + k * 36} ${12 - k * 5}) rotate(${k % 2 ? 40 : -46})">${path('M0 0C10 -16 48 -18 66 0C46 10 14 12 0 0Z', leafFill(ink, 96 + (k % 3) * 8))}</g>`).join(''),
  drop: (ink: Ink) => Array.from({ length: 5 }, () => {
    const [x, y, d] = [ink.between(-70, 80), ink.between(-30, 36), ink.between(6, 25)]
    return ellipse(x + 3, y + d * 0.35, d, d * 0.5, hex({ h: ink.backdrop.h, s: 40, l: 28 }), 'opacity=".35"') + ellipse(x, y, d, d * 0.55, hex(tone(ink.backdrop, 4)), 'opacity=".85"') + ellipse(x - d * 0.3, y - d * 0.18, d * 0.28, d * 0.12, '#ffffff', 'opacity=".95"') + line(`M${x - d * 0.6} ${y + d * 0.2}q${d * 0.6} ${d * 0.36} ${d * 1.25} ${-d * 0.05}`, '#ffffff', d * 0.1, 0.8)
  }).join(''),
  marigold: (ink: Ink) => {
    const rows = [[16, 70, 26], [15, 56, 24], [13, 42, 21], [10, 28, 18], [7, 15, 14], [4, 5, 11]] as const
    return ground(ink, 84, 44, 10, 22) + `<g transform="translate(0 -22) scale(1 .74)">${rows.map(([count, r, size], row) => Array.from({ length: count }, (_, k) => {
      const a = (k / count) * Math.PI * 2 + row * 0.7
      const [x, y] = [Math.cos(a) * r, Math.sin(a) * r * 0.86 - row * 5]
      const h = 30 + row * 2.4 + ink.between(-3, 3)
      const fill = ink.radial([[0, hex(colour(h + 6, 96, 62 + row))], [0.6, hex(colour(h, 94, 52 + row))], [1, hex(colour(h - 8, 90, 36))]], 0.5, 0.25, 0.85)
      return ellipse(x, y, size * 0.62, size * 0.8, fill, `transform="rotate(${((a * 180) / Math.PI - 90).toFixed(0)} ${x.toFixed(1)} ${y.toFixed(1)})"`)
    }).join('')).join('')}</g>`
  },
  citrus: (ink: Ink, c: Colour) => {
    const h = c.h > 20 && c.h < 75 ? c.h : 34
    return ground(ink, 84, 36, 8, 18) + `<g transform="scale(1 .62)"><circle cy="10" r="88" fill="${hex(colour(h, 82, 46))}"/><circle r="88" fill="${hex(colour(h, 90, 58))}"/><circle r="79" fill="${hex(colour(h + 8, 80, 90))}"/>${Array.from({ length: 9 }, (_, k) => `<path d="M0 -8L-22 -64Q0 -78 22 -64Z" fill="${ink.radial([[0, hex(colour(h + 2, 92, 66))], [1, hex(colour(h, 92, 56))]], 0.5, 0.9, 0.9)}" transform="rotate(${k * 40})"/>`).join('')}</g>`
  },
  powder: (ink: Ink, c: Colour) => ground(ink, 120, 22, 10, 22) + path('M-130 20C-80 6 -60 -40 -10 -58C30 -66 60 -20 130 18C80 36 -70 38 -130 20Z', ink.linear([[0, hex(tone(c, 10))], [0.5, hex(c)], [1, hex(tone(c, -14))]])) + Array.from({ length: 34 }, () => `<circle cx="${ink.between(-160, 160).toFixed(1)}" cy="${ink.between(4, 40).toFixed(1)}" r="${ink.between(1, 4).toFixed(1)}" fill="${hex(tone(c, ink.between(-8, 10)))}"/>`).join(''),
  jasmine: (ink: Ink) => [[0, 0, 1, 0], [92, 26, 0.8, 30], [-70, 34, 0.66, 70]].map(([x = 0, y = 0, k = 1, turn = 0]) => `<g transform="translate(${x} ${y}) scale(${k}) rotate(${turn})">${ground(ink, 56, 26)}${blossom(ink, colour(50, 26, 91), 6, 72, colour(52, 60, 68))}</g>`).join(''),
  wood: (ink: Ink) => [[-20, 10, -12], [16, 30, 9], [4, -14, -2]].map(([x = 0, y = 0, turn = 0]) => `<g transform="translate(${x} ${y}) rotate(${turn})">${ground(ink, 120, 14, 6, 20)}<rect x="-130" y="-16" width="260" height="32" rx="15" fill="${ink.linear([[0, hex(colour(26, 42, 62))], [0.4, hex(colour(24, 44, 48))], [1, hex(colour(20, 46, 32))]], [0, 0], [0, 1])}"/><ellipse cx="124" cy="0" rx="8" ry="15" fill="${hex(colour(30, 44, 70))}"/></g>`).join(''),
  almond: (ink: Ink) => [[0, 0, 14], [78, 22, -34], [-58, 34, 52]].map(([x = 0, y = 0, turn = 0]) => `<g transform="translate(${x} ${y}) rotate(${turn})">${ground(ink, 46, 20)}${path('M-52 0C-34 -34 20 -36 54 0C20 32 -34 32 -52 0Z', ink.radial([[0, hex(colour(26, 58, 60))], [1, hex(colour(20, 56, 34))]], 0.35, 0.25, 0.9))}${line('M-36 -4Q4 -16 40 0M-30 10Q4 2 34 8', hex(colour(20, 50, 26)), 1.6, 0.5)}</g>`).join(''),
  saffron: (ink: Ink) => Array.from({ length: 26 }, () => {
    const [x, y, turn] = [ink.between(-90, 90), ink.between(-10, 40), ink.between(-70, 70)]
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})">${line('M-34 0Q0 -12 34 2', hex(colour(ink.between(6, 20), 86, ink.between(36, 50))), 4)}</g>`
  }).join(''),
  rose: (ink: Ink, c: Colour) => {
    const h = c.h > 300 || c.h < 20 ? c.h : 344
    return ground(ink, 84, 40, 8, 28) + `<g transform="translate(0 -14) scale(1 .78)">${[92, 74, 56, 38, 22].map((r, ring) => Array.from({ length: 6 }, (_, k) => {
      const a = (k / 6) * Math.PI * 2 + ring * 0.6
      return ellipse(Math.cos(a) * r * 0.42, Math.sin(a) * r * 0.38, r * 0.62, r * 0.5, ink.radial([[0, hex(colour(h, 62, 44 + ring * 5))], [1, hex(colour(h, 60, 62 + ring * 4))]], 0.5, 0.75, 0.7), `transform="rotate(${((a * 180) / Math.PI).toFixed(0)} ${(Math.cos(a) * r * 0.42).toFixed(1)} ${(Math.sin(a) * r * 0.38).toFixed(1)})"`)
    }).join('')).join('')}</g>`
  },
} satisfies Record<string, Draw>

export type Prop = keyof typeof FLOWERS | keyof typeof INGREDIENTS

const DRAW: Record<Prop, Draw> = { ...FLOWERS, ...INGREDIENTS }

export const drawProp = (ink: Ink, kind: Prop, c: Colour, x: number, y: number, scale: number, turn: number): string =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)}) rotate(${turn.toFixed(1)})">${DRAW[kind](ink, c)}</g>`

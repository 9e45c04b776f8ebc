import { hex, tone } from './colour.ts'
import type { Colour } from './colour.ts'
import { CATEGORIES } from '../categories.ts'
import type { Ink, Look } from './ink.ts'
import { ellipse } from './shapes.ts'

/** One tint per top category, so that a list of one category is calm. */
const TINTS: Record<string, Colour> = {
  skincare: { h: 82, s: 26, l: 88 }, makeup: { h: 348, s: 44, l: 89 }, haircare: { h: 128, s: 17, l: 80 },
  fragrances: { h: 36, s: 42, l: 86 }, accessories: { h: 266, s: 32, l: 89 }, novelty: { h: 42, s: 76, l: 81 },
}

/** The tint of a category or subcategory; `dark` is its night version, for few products. */
export function tintOf(category: string, dark = false): Colour {
  const top = CATEGORIES.find(({ slug, children }) => slug === category || children?.some((child) => child.slug === category))
  const tint = top && TINTS[top.slug]
  if (!tint) throw new Error(`The category "${category}" has no tint`)
  return dark ? { h: tint.h - 12, s: 28, l: 21 } : tint
}

/** What the lamp shines through. */
type Pattern = 'slats' | 'palm' | 'branch' | 'jali' | 'sun' | 'none'

/** A brand's studio: from which side the lamp shines, through what, and onto what. */
export type Studio = { lamp: 'left' | 'right'; through: Pattern; floor: 'sweep' | 'table' | 'glass' | 'slab'; gloss: Look['gloss']; view: Look['view'] }

const STUDIOS: Record<string, Studio> = {
  Kaveri: { lamp: 'left', through: 'slats', floor: 'table', gloss: 'pane', view: 'front' },
  Amrita: { lamp: 'right', through: 'palm', floor: 'slab', gloss: 'soft', view: 'front' },
  Gulab: { lamp: 'left', through: 'branch', floor: 'sweep', gloss: 'bar', view: 'front' },
  Laali: { lamp: 'right', through: 'sun', floor: 'sweep', gloss: 'twin', view: 'front' },
  Noor: { lamp: 'left', through: 'none', floor: 'glass', gloss: 'soft', view: 'front' },
  Rang: { lamp: 'right', through: 'slats', floor: 'table', gloss: 'bar', view: 'front' },
  Itra: { lamp: 'left', through: 'jali', floor: 'slab', gloss: 'twin', view: 'front' },
  Khalij: { lamp: 'right', through: 'jali', floor: 'glass', gloss: 'pane', view: 'front' },
  Tulika: { lamp: 'right', through: 'branch', floor: 'sweep', gloss: 'bar', view: 'top' },
  Kesh: { lamp: 'left', through: 'palm', floor: 'sweep', gloss: 'bar', view: 'top' },
  Shringar: { lamp: 'left', through: 'jali', floor: 'table', gloss: 'bar', view: 'front' },
  'Solène': { lamp: 'right', through: 'branch', floor: 'glass', gloss: 'pane', view: 'front' },
  Hanbit: { lamp: 'left', through: 'none', floor: 'sweep', gloss: 'soft', view: 'top' },
}

export function studioOf(brand: string): Studio {
  const found = STUDIOS[brand]
  if (!found) throw new Error(`${brand} has no studio`)
  return found
}

/** Side of the square scene in units; the foot of a pack is at y = FLOOR. */
export const SIDE = 1200
export const FLOOR = 1052

const blade = (x: number, y: number, length: number, turn: number, width: number): string =>
  `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0Q${length * 0.4} ${-width} ${length} 0Q${length * 0.4} ${width} 0 0Z"/>`

/** Between lamp and wall: what the light shines through, drawn as the shadow it throws. */
function thrown(ink: Ink, pattern: Pattern): string {
  if (pattern === 'palm')
    return [[-60, -40, 34], [1120, -120, 128], [420, -200, 76]].map(([x = 0, y = 0, turn = 0]) => `<g transform="translate(${x} ${y}) rotate(${turn})">${Array.from({ length: 13 }, (_, k) => blade(70 + k * 56, 0, 330 - k * 15, k % 2 ? 38 - k : -38 + k, 20) + blade(0, 0, 860, 0, 6)).join('')}</g>`).join('')
  if (pattern === 'branch')
    return [[-40, 150, 8], [-80, 640, -16], [1240, 60, 156]].map(([x = 0, y = 0, turn = 0]) => `<g transform="translate(${x} ${y}) rotate(${turn})">${blade(0, 0, 620, 0, 7)}${Array.from({ length: 9 }, (_, k) => blade(70 + k * 58, 0, 120 + ink.random() * 50, (k % 2 ? 46 : -46) + ink.between(-12, 12), 34)).join('')}</g>`).join('')
  if (pattern === 'jali') {
    const cell = 190
    return Array.from({ length: 56 }, (_, k) => {
      const [x, y] = [(k % 8) * cell - 120 + (Math.floor(k / 8) % 2) * (cell / 2), Math.floor(k / 8) * cell * 0.86 - 100]
      return `<path fill="none" stroke="#000" stroke-width="24" transform="translate(${x} ${y}) skewX(-12)" d="M0 -94L82 -47V47L0 94L-82 47V-47Z"/><circle fill="none" stroke="#000" stroke-width="14" cx="${x}" cy="${y}" r="34"/>`
    }).join('')
  }
  if (pattern === 'slats') return Array.from({ length: 9 }, (_, k) => `<path d="M-300 ${k * 200 - 260}l1900 -560v96l-1900 560z"/>`).join('')
  if (pattern === 'sun') return '<path d="M-40 -40H470L-40 760ZM1240 420V1240H520Z"/>'
  return ''
}

/** The room behind a pack: wall, lamp, what it shines through, and the floor. */
export function room(ink: Ink, { through, floor }: Studio): string {
  const b = ink.backdrop
  const bright = b.l > 50
  const top = ink.look.view === 'top'
  const wall = ink.linear([[0, hex(tone(b, bright ? 5 : 7))], [1, hex(tone(b, bright ? -4 : -3, -4, 3))]], [0, 0], [0.6, 1])
  const pool = ink.radial([[0, '#ffffff', bright ? 0.7 : 0.2], [0.6, '#ffffff', bright ? 0.14 : 0.05], [1, '#ffffff', 0]], 0.34, 0.3, 0.72)
  const shade = hex({ h: b.h - 8, s: 44, l: bright ? 34 : 4 })
  const soft = through === 'sun' ? 'thin' : through === 'jali' ? 'niche' : 'leaves'
  const pattern = `<g fill="${shade}" opacity="${through === 'sun' || through === 'jali' ? 0.09 : bright ? 0.14 : 0.3}" filter="url(#${soft})">${thrown(ink, through)}</g>`
  const whole = `<rect width="${SIDE}" height="${SIDE}" fill="${wall}"/>`
  const light = `<rect width="${SIDE}" height="${SIDE}" fill="${pool}"/>`
  return whole + (top || floor === 'sweep' ? pattern + light : light + pattern + ground(ink, floor))
}

function ground(ink: Ink, floor: Studio['floor']): string {
  const b = ink.backdrop
  const bright = b.l > 50
  const line = floor === 'slab' ? 930 : floor === 'glass' ? 900 : 862
  const near = ink.linear([[0, hex(tone(b, bright ? -7 : -7, -4, 3))], [0.2, hex(tone(b, bright ? -1 : -2, -2))], [1, hex(tone(b, bright ? 5 : 6))]], [0, 0], [0, 1])
  const far = ellipse(600, line + 6, 900, 26, hex({ h: b.h - 8, s: 40, l: bright ? 46 : 4 }), 'opacity=".22" filter="url(#niche)"')
  const plane = far + `<rect y="${line}" width="${SIDE}" height="${SIDE - line}" fill="${near}"/>`
  if (floor !== 'slab') return plane
  const chip = (): string => {
    const y = line + 8 + ink.random() ** 1.3 * (SIDE - line)
    const near = (y - line) / (SIDE - line)
    const [x, w] = [ink.random() * SIDE, 4 + ink.random() * 22 * (0.3 + near)]
    return `<path d="M${x.toFixed(0)} ${y.toFixed(0)}l${w.toFixed(0)} ${(-w * 0.2).toFixed(0)}l${(w * 0.5).toFixed(0)} ${(w * 0.24).toFixed(0)}l${(-w).toFixed(0)} ${(w * 0.2).toFixed(0)}z" fill="${hex(tone(b, ink.random() < 0.5 ? 7 : -14, ink.between(-20, 20), 10))}" opacity="${ink.between(0.25, 0.6).toFixed(2)}"/>`
  }
  return plane + Array.from({ length: 120 }, chip).join('')
}

import { cartonText, GRIDS } from '../../products/carton.ts'
import { colour, hex, inkOn, tone } from '../colour.ts'
import { packOf, seedOf, svg } from '../compose.ts'
import { createInk } from '../ink.ts'
import type { Ink } from '../ink.ts'
import { mark } from '../label.ts'
import type { Pack } from '../pack.ts'
import { line, path, rect } from '../shapes.ts'
import { room, SIDE, studioOf, tintOf } from '../stage.ts'
import type { Goods, Layers } from './pack.ts'

/** One folding box of the product, `w` × `h`, its foot in the middle at 0,0, with the maker's name near its top. */
function box(ink: Ink, pack: Pack, w: number, h: number): string {
  const [x, depth] = [-w / 2, w * 0.12]
  const front = ink.linear([[0, hex(tone(pack.body, 9))], [1, hex(tone(pack.body, -5))]], [0, 0], [0.7, 1])
  return path(`M${x} ${-h}l${depth} ${-depth * 1.5}H${w / 2 + depth * 0.6}L${w / 2} ${-h}Z`, hex(tone(pack.body, 20))) + path(`M${w / 2} ${-h}l${depth * 0.6} ${-depth * 1.5}V${-depth}L${w / 2} 0Z`, hex(tone(pack.body, -18))) +
    rect(x, -h, w, h, 2, front) + rect(x, -h + h * 0.3, w, h * 0.024, 0, hex(colour(40, 56, 64))) + path(`M${x} ${-h}h${w * 0.3}L${x + w * 0.1} 0H${x}Z`, '#ffffff', 'opacity=".1"') +
    mark(pack.brand, 0, -h + h * 0.2, w * 0.86, w * 0.3, inkOn(pack.body))
}

const INSIDE = 830
const FRONT = 1052

/** Frame 4 of wholesale goods: an open shipping carton with every pack of one price step. */
export function cartonFrame({ sku, category, shot, words }: Goods, count: number): Layers {
  const [columns, rows] = GRIDS[count] ?? [1, 1]
  const studio = studioOf(words.brand)
  const ink = createInk(seedOf(`${sku} carton`), tintOf(category), { view: 'front', gloss: studio.gloss, shadows: 'none' })
  const pack = packOf(shot, words)
  const pitch = INSIDE / columns
  const [w, h] = [pitch * 0.9, Math.min(520, Math.max(390, pitch * 1.9))]
  const step = Math.min(110, 300 / rows)
  const [left, right] = [SIDE / 2 - INSIDE / 2 - 26, SIDE / 2 + INSIDE / 2 + 26]
  const lip = FRONT - 236
  const rise = step * (rows - 1) + 50
  const inset = 40
  const kraft = (l: number): string => hex({ h: 30, s: 38, l })
  const face = ink.linear([[0, kraft(68)], [0.5, kraft(63)], [1, kraft(55)]], [0, 0], [1, 0.5])
  const body = path(`M${left} ${lip}L${left + inset} ${lip - rise}H${right - inset}L${right} ${lip}V${FRONT}H${left}Z`, kraft(34))
  const flaps = [[left, 1], [right, -1]].map(([x = 0, side = 1]) => path(`M${x} ${lip}L${x + side * inset} ${lip - rise}L${x - side * 84} ${lip - rise + 26}L${x - side * 112} ${lip + 14}Z`, kraft(side > 0 ? 56 : 50))).join('')
  let packs = ''
  for (let row = rows - 1; row >= 0; row -= 1) {
    const k = 1 - (row / Math.max(rows - 1, 1)) * (inset / INSIDE) * 2
    const foot = FRONT - 20 - row * step
    const one = box(ink, pack, w * k, h * k)
    packs += Array.from({ length: columns }, (_, column) => `<g transform="translate(${(SIDE / 2 + (column - (columns - 1) / 2) * pitch * k).toFixed(1)} ${foot.toFixed(1)})">${one}</g>`).join('')
    // the row in front shades the one behind
    if (row > 0) packs += rect(SIDE / 2 - (INSIDE / 2) * k, foot - h * k * 0.72, INSIDE * k, h * k * 0.72, 0, '#1a0c06', 'opacity=".22" filter="url(#niche)"')
  }
  const panel = path(`M${left} ${lip}H${right}V${FRONT}H${left}Z`, face) + line(`M${left} ${lip + 2}H${right}`, '#fff1d8', 5, 0.6) + rect(left, lip - 26, right - left, 26, 0, '#2a1408', 'opacity=".2" filter="url(#faint)"')
  const text = (y: number, family: string, weight: number, size: number, words_: string, spacing: number): string =>
    `<text x="${SIDE / 2}" y="${y}" text-anchor="middle" font-family="${family}" font-weight="${weight}" font-size="${size}" letter-spacing="${spacing}" fill="#4a2c12">${words_.replaceAll('&', '&amp;')}</text>`
  const print = text(lip + 78, 'Cormorant Garamond', 600, 68, words.brand.toUpperCase(), 9) + text(lip + 122, 'Jost', 500, 28, shot.lines.join(' ').toUpperCase(), 4) + text(lip + 202, 'Jost', 500, 66, cartonText(count, words.size), 1)
  const floor = `<g opacity=".5"><g filter="url(#castnear)">${rect(left - 6, FRONT - 14, right - left + 12, 26, 12, '#000000')}</g></g><g opacity=".3"><g filter="url(#castsoft)">${path(`M${left} ${FRONT}H${right}L${right + 190} ${FRONT - 90}H${left + 160}Z`, '#000000')}</g></g>`
  const soft = room(ink, { ...studio, floor: studio.floor === 'glass' ? 'table' : studio.floor, view: 'front' }) + floor
  return { soft: svg(ink, SIDE, SIDE, soft), sharp: svg(ink, SIDE, SIDE, body + flaps + packs + panel + print) }
}

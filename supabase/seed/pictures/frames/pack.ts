import { packOf, seedOf, svg } from '../compose.ts'
import type { Shot, Words } from '../compose.ts'
import { FORMS } from '../forms/forms.ts'
import { createInk } from '../ink.ts'
import type { Ink, Look } from '../ink.ts'
import { drawProp } from '../props/props.ts'
import { FLOOR, room, SIDE, studioOf, tintOf } from '../stage.ts'
import type { Studio } from '../stage.ts'
import { boxOf, readable } from './fit.ts'
import type { Box } from './fit.ts'

/** A product with what its picture needs to know of it. */
export type Goods = { sku: string; category: string; shot: Shot; words: Words }

/** How much of the frame a pack fills: its height, or its width if it is broader than high. */
const TALL = 0.8
const BROAD = 0.82

/** A pack as its brand's studio shows it. `box` is where it is in the scene, in scene units. */
export type Staged = { ink: Ink; studio: Studio; art: string; box: Box; place: { x: number; y: number; scale: number } }

export function stage({ sku, category, shot, words }: Goods, tall = TALL, broad = BROAD, middle = SIDE / 2): Staged {
  const own = studioOf(words.brand)
  const studio: Studio = { ...own, view: shot.view ?? own.view }
  const top = studio.view === 'top'
  const look = { view: studio.view, gloss: studio.gloss, shadows: 'none' as const }
  const ink = createInk(seedOf(sku), tintOf(category, shot.dark), look)
  const mirrored = studio.lamp === 'right'
  const turn = top ? (shot.turn ?? 0) : 0
  const draw = (shadows: Look['shadows']): string => {
    const drawn = FORMS[shot.form](Object.assign(Object.create(ink) as Ink, { look: { ...look, shadows } }), packOf(shot, words)).art
    return `<g transform="rotate(${turn})${mirrored && !shot.oneWay ? ' scale(-1 1)' : ''}">${mirrored && !shot.oneWay ? readable(drawn) : drawn}</g>`
  }
  const bare = draw('none')
  const drawn = boxOf(ink, bare)
  const scale = Math.min((SIDE * tall) / drawn.height, (SIDE * broad) / drawn.width)
  const x = middle - (drawn.x + drawn.width / 2) * scale
  const y = top ? SIDE / 2 - (drawn.y + drawn.height / 2) * scale : standing(drawn, scale)
  const box = { x: x + drawn.x * scale, y: y + drawn.y * scale, width: drawn.width * scale, height: drawn.height * scale }
  return { ink, studio, art: top ? bare : draw('contact'), box, place: { x, y, scale } }
}

/** A tall pack stands near the lower edge; a low one in the middle of the frame, seen from a little higher. */
function standing(drawn: Box, scale: number): number {
  const bottom = (drawn.y + drawn.height) * scale
  const height = drawn.height * scale
  const foot = Math.min(FLOOR + 22, SIDE / 2 + height / 2 + 60)
  return foot - bottom
}

/** A picture in two layers: what is soft (room, shadows, reflection), which needs few pixels, and what is sharp. */
export type Layers = { soft: string; sharp: string }

/** What the light does with a pack: its shadow on the floor or on the table around it, and its reflection in glass. */
export function grounded({ ink, studio, art, place: { x, y, scale } }: Staged): string {
  const lean = studio.lamp === 'left' ? -1 : 1
  if (studio.view === 'top') {
    const cast = (dx: number, dy: number, filter: string, opacity: number): string =>
      `<g opacity="${opacity}"><g filter="url(#${filter})"><g transform="translate(${(x - lean * dx).toFixed(1)} ${(y + dy).toFixed(1)}) scale(${scale})">${art}</g></g></g>`
    return cast(26, 34, 'castsoft', 0.34) + cast(7, 10, 'castnear', 0.5)
  }
  const hard = studio.through === 'sun'
  const long = `<g opacity="${hard ? 0.3 : 0.16}"><g filter="url(#${hard ? 'casthard' : 'castsoft'})"><g transform="translate(${x.toFixed(1)} ${(y - 6).toFixed(1)}) scale(${scale}) matrix(1 0 ${lean * (hard ? 1.1 : 0.8)} ${hard ? 0.42 : 0.3} 0 0)">${art}</g></g></g>`
  const glass = studio.floor !== 'glass' ? '' :
    `<g mask="url(#fade)"><g opacity=".26" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale} ${-scale})">${art}</g></g>` +
    `<mask id="fade"><rect y="${y}" width="${SIDE}" height="${SIDE - y}" fill="${ink.linear([[0, '#ffffff'], [1, '#ffffff', 0]], [0, 0], [0, 1])}"/></mask>`
  return glass + long
}

export const placed = ({ art, place: { x, y, scale } }: Staged): string => `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})">${art}</g>`

/** Frame 1: the pack. Its category's tint, its brand's light, and beside it only what is in it. */
export function packFrame(goods: Goods): Layers {
  const staged = stage(goods)
  const { ink, studio, box } = staged
  const pack = packOf(goods.shot, goods.words)
  const below = box.y + box.height - 6
  const props = (goods.shot.props ?? []).map((kind, k) => {
    const side = (k % 2 === 0) === (studio.lamp === 'left') ? 1 : -1
    const free = (SIDE - box.width) / 2
    const x = SIDE / 2 + side * (free > 230 ? box.width / 2 + Math.min(free * 0.5, 190) : SIDE / 2 - 150)
    const y = studio.view === 'top' ? (k % 2 ? 170 : 1030) : Math.min(1092, below + (k % 2 ? 8 : 46))
    const c = pack.body.l < 25 && kind === 'powder' ? pack.accent : pack.body
    return drawProp(ink, kind, c, x, y, ink.between(1.05, 1.3), kind === 'petal' || kind === 'leaf' ? ink.between(-50, 50) : ink.between(-10, 10))
  })
  const [soft, sharp] = [room(ink, studio) + grounded(staged), placed(staged) + props.join('')]
  return { soft: svg(ink, SIDE, SIDE, soft), sharp: svg(ink, SIDE, SIDE, sharp) }
}

/** The box of the pack in frame 1 as parts of the frame, from the renderer's own mask. */
export function filled(goods: Goods): { width: number; height: number } {
  const { box } = stage(goods)
  return { width: box.width / SIDE, height: box.height / SIDE }
}

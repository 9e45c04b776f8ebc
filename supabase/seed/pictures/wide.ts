import { packOf, seedOf, svg } from './compose.ts'
import { FORMS } from './forms/forms.ts'
import { createInk } from './ink.ts'
import { drawProp } from './props/props.ts'
import type { Prop } from './props/props.ts'
import { backdrop, niche, plinth, podium, room, windowLight } from './scene.ts'
import { SHOTS } from './shots/shots.ts'

/** A pack in a still life: the position of its foot, its height, and the stand below it (half width, height). */
export type Placed = { sku: string; x: number; y: number; tall: number; stand?: readonly [half: number, height: number]; square?: boolean }

export type StillLife = {
  width: number
  height: number
  /** Width of the committed picture, pixels. */
  pixels: number
  scene: string
  floor: number
  spot: readonly [number, number]
  arches: readonly (readonly [x: number, y: number, width: number])[]
  packs: readonly Placed[]
  props: readonly (readonly [kind: Prop, x: number, y: number, scale: number, turn: number])[]
}

export type Catalogue = ReadonlyMap<string, { brand: string; size: string }>

/** Several products together in front of jharokhas: banners, their phone crops, and the categories' pictures. */
export function stillLife(name: string, life: StillLife, catalogue: Catalogue): string {
  const ink = createInk(seedOf(name), backdrop(life.scene))
  const arches = life.arches.map(([x, y, width]) => niche(ink, x, y, width, life.floor)).join('')
  let art = room(ink, life.width, life.height, life.floor, windowLight(ink, life.width, life.height) + arches, life.spot)
  for (const placed of life.packs) {
    const shot = SHOTS[placed.sku]
    const words = catalogue.get(placed.sku)
    if (!shot || !words) throw new Error(`${name} shows ${placed.sku}, which has no picture or is not sold`)
    const drawn = FORMS[shot.form](ink, packOf(shot, words))
    if (placed.stand) art += (placed.square ? plinth : podium)(ink, placed.x, placed.y - 8, placed.stand[0], placed.stand[1])
    art += `<g transform="translate(${placed.x} ${placed.y}) scale(${(placed.tall / drawn.height).toFixed(3)})">${drawn.art}</g>`
  }
  const propColour = { ...ink.backdrop, h: 346, s: 60, l: 60 }
  art += life.props.map(([kind, x, y, scale, turn]) => drawProp(ink, kind, propColour, x, y, scale, turn)).join('')
  return svg(ink, life.width, life.height, art)
}

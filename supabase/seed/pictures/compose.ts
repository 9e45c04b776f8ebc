import { tone } from './colour.ts'
import type { Colour } from './colour.ts'
import { FORMS } from './forms/forms.ts'
import type { FormName } from './forms/forms.ts'
import { createInk } from './ink.ts'
import type { Ink, Metal } from './ink.ts'
import type { Pack } from './pack.ts'
import { drawProp } from './props.ts'
import type { Prop } from './props.ts'
import { backdrop, drape, filters, niche, plinth, podium, room, windowLight } from './scene.ts'

/** How the picture shows one product. `lines` is its name, as short as on a pack. */
export type Shot = {
  form: FormName
  lines: readonly string[]
  body: Colour
  accent?: Colour
  metal?: Metal
  shape?: number
  shades?: readonly Colour[]
  hindi?: string
  scene: string
  wall?: 'arch' | 'window' | 'drape' | 'plain'
  stand?: 'podium' | 'plinth' | 'floor'
  props?: readonly Prop[]
}

export type Words = { brand: string; size: string }

export const packOf = (shot: Shot, words: Words): Pack => ({
  brand: words.brand, size: words.size, lines: shot.lines, body: shot.body, accent: shot.accent ?? tone(shot.body, -12),
  metal: shot.metal ?? 'gold', shape: shot.shape ?? 0, shades: shot.shades ?? [shot.body], hindi: shot.hindi ?? '',
})

/** A number from a name (FNV-1a), so that a shot's randomness does not depend on its place in the list. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

export const svg = (ink: Ink, width: number, height: number, art: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>${filters()}${ink.defs.join('')}</defs>${art}</svg>`

const SIZE = 1200

/** A heap of the pack's own colour; if that is nearly black, of the pack's lighter accent colour, or of gulaal. */
const powderOf = (pack: Pack): Colour => [pack.body, pack.accent].find(({ l }) => l >= 25) ?? { h: 340, s: 66, l: 52 }

/** The square picture of one product. */
export function productPicture(name: string, shot: Shot, words: Words): string {
  const ink = createInk(seedOf(name), backdrop(shot.scene))
  const pack = packOf(shot, words)
  const drawn = FORMS[shot.form](ink, pack)
  const stand = shot.stand ?? 'podium'
  const base = stand === 'floor' ? 1000 : 938
  const zoom = Math.min(1.55, (base - 150) / drawn.height, 840 / drawn.width)
  const reach = Math.max(240, Math.min(455, drawn.foot * zoom * 1.22 + 46))
  const wall = { arch: () => niche(ink, 280, 96, 640, 880), window: () => windowLight(ink, SIZE, SIZE), drape: () => drape(ink, SIZE, 890), plain: () => '' }[shot.wall ?? 'arch']()
  const under = stand === 'podium' ? podium(ink, 600, base - 8, reach, 120) : stand === 'plinth' ? plinth(ink, 600, base - 6, reach, 130) : ''
  const props = (shot.props ?? []).map((kind, k) => {
    const left = k % 2 === 0
    const x = left ? ink.between(130, 240) : ink.between(950, 1070)
    return drawProp(ink, kind, kind === 'powder' ? powderOf(pack) : pack.body, x, ink.between(1040, 1120), ink.between(0.8, 1.15), kind === 'petal' || kind === 'leaf' ? ink.between(-50, 50) : ink.between(-10, 10))
  }).join('')
  return svg(ink, SIZE, SIZE, room(ink, SIZE, SIZE, 880, wall) + under + `<g transform="translate(600 ${base}) scale(${zoom.toFixed(3)})">${drawn.art}</g>` + props)
}
